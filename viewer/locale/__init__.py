"""Translations, and the formats and widths of text in each language."""
