"""Matches, people and notes: the one place where the rules meet the store."""
