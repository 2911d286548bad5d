"""The home page: plays as rows, the search, and what happened lately."""
