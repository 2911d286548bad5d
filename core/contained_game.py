"""A game of a package as all other code sees it: an error that its contract forbids is reported in one sentence."""

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any, Final

from core.errors import GameFails
from core.game import AnyGame
from core.messages import message

MAX_WORDS: Final = 200
"""Maximum characters of the words of an error."""

_MAY_RAISE: Final = ("setup", "deal", "parse")
"""The functions that raise ValueError on purpose."""


class ContainedGame:
    """A game with all the names of its module; these functions raise GameFails in place of other errors."""

    def __init__(self, game: AnyGame, package: str, functions: Iterable[str]) -> None:
        self._game = game
        for name in functions:
            if (function := getattr(game, name, None)) is not None:
                setattr(self, name, _contained(function, name, game.TITLE, package))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


def _contained(function: Callable[..., Any], name: str, title: str, package: str) -> Callable[..., Any]:
    def fails(error: Exception) -> GameFails:
        words = f"{type(error).__name__}: {error}"[:MAX_WORDS]
        return GameFails(
            message("{game} of {package} fails on it ({words}).", game=title, package=package, words=words)
        )

    @wraps(function)
    def contained(*words: Any, **named: Any) -> Any:
        try:
            return function(*words, **named)
        except Exception as error:
            if isinstance(error, ValueError) and name in _MAY_RAISE:
                raise
            raise fails(error) from error

    @wraps(function)
    def listed(*words: Any) -> Iterator[Any]:
        try:
            yield from function(*words)
        except Exception as error:
            raise fails(error) from error

    return listed if name == "legal_moves" else contained
