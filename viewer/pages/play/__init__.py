"""The page of a match without moves."""
