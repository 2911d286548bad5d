"""Statistics over many matches: pure functions over `plays.PlayedMatch`; each result states its number of matches."""
