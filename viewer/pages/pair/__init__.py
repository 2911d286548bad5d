"""The page that compares two people, and its sections."""
