"""Statistics over many matches: pure functions over `plays.Played`; each result states its number of matches."""
