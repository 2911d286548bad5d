"""The public Python API: what a package with a game may import, and what a program that uses a store needs."""
