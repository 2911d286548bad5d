"""The review of a match: what luck and choices brought, and what would have been better."""
