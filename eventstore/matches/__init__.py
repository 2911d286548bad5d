"""Matches, people and notes: applies the rules to the store."""
