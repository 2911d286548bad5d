"""The commands of `partie`, one module for each kind of them."""
