"""The pages of the app, one module each, with the parts that serve one page beside it."""
