"""The people page: changes to one person, and suggestions to merge."""
