"""What logs a play runs unchanged in a browser's Python: the same answers, byte for byte."""
