"""The page of a person and its sections."""
