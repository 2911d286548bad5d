"""The registry of games, by key."""

from typing import Final

from core.errors import InvalidInput
from core.game import AnyGame
from core.games import azacru, chocolatier, pavilion, schokoly, scoresheet

GAMES: Final[tuple[AnyGame, ...]] = (chocolatier, pavilion, azacru, schokoly, scoresheet)
"""Every game, in the order of selection lists; annotated so that mypy checks each module against the contract."""


def find(key: str) -> AnyGame:
    """The game with this key. Raises InvalidInput with the known keys."""
    for game in GAMES:
        if key == game.KEY:
            return game
    raise InvalidInput(f"There is no game called {key!r}; known are {', '.join(game.KEY for game in GAMES)}.")
