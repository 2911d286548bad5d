"""The games that can be used: Partie's own, and those of installed packages."""

from core.games import GameMissing, InstalledGame, every, find

__all__ = ["GameMissing", "InstalledGame", "every", "find"]
