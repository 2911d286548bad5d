"""The two pages of a match that is handed over."""
