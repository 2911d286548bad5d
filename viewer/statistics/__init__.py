"""Statistics of many matches: the pages of a person, a pair and a game, and their shared charts."""
