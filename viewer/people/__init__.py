"""The parts of the people page: changes to one person, and suggestions to merge."""
