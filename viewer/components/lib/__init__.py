"""Modules that components share: ES modules, their addresses, and the joiner of modules."""
