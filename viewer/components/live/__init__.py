"""The live record: the payload of the current table, its taps and tasks, and the component that records."""
