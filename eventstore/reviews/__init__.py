"""Reviews of matches: computed from the log by `core.review`, kept in a disposable table beside the read tables."""
