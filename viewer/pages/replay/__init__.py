"""The replay page, and its panel to share the match."""
