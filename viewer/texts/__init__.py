"""Sentences, reports and markup of a match."""
