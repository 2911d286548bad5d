"""The page that imports and exports files, and its steps."""
