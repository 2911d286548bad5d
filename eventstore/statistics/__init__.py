"""What many matches say together: pure functions over `plays.Played`, each saying from how many matches it speaks."""
