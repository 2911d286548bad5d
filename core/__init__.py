"""Rules and records of tabletop games, pure: no I/O, no clock, no randomness of its own; standard library only."""
