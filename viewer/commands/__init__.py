"""The commands of `partie`, one module for each group of commands."""
