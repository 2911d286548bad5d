"""What many matches say: the pages of a person, of a pair, of a game, and what they share."""
