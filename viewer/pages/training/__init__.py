"""The training page: the deck of positions, their review, and the file to share."""
