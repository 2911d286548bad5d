"""Logs of sites on which matches are played, move by move where the rules are known."""
