"""The page of a year and its sections."""
