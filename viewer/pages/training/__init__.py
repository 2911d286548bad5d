"""The training page: the deck of positions, and their review."""
