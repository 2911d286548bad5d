"""The form of a new match: game, options, seats, presets."""
