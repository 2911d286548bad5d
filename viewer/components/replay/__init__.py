"""The replay: the payload of a match, the component that steps through it, other moves, and the review."""
