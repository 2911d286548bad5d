"""Append-only streams of events, and the records of matches kept in them."""
