"""Plays in tables and lists of any make: CSV, spreadsheets, JSON, and lines of text."""
