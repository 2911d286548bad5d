"""Disposable read tables, rebuilt from the log: lists and statistics read them and never fold."""
