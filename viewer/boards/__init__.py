"""The pictures of the games: what every board offers, and where the board of a game is found.

A board is a module `viewer.boards.<KEY of the game>` that fulfils `Board`; nothing else has to know of it. A
game without one gets the plain board of `viewer.boards.fallback`. All boards share one style sheet,
`boards.css`, whose colors hang on a class of the root: `partie-light` or `partie-dark`.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast, runtime_checkable

from core.game import AnyGame
from viewer.boards.draws import Draws, Tapped
from viewer.boards.fallback import Fallback
from viewer.boards.scene import Scene, Shape


class Board(Protocol):
    """What draws and tells one game. `names` are the people in the order of the seats; any text goes."""

    def scene(self, state: Any, names: Sequence[str]) -> Scene:
        """The table as shapes. All scenes of one match have the same panels, in the same order."""

    def text(self, state: Any, names: Sequence[str]) -> str:
        """The table in words and characters, without a final line break; up to 100 columns wide.

        The twin of the picture for terminals and screen readers: nothing the picture shows is missing.
        """

    def sentence(self, before: Any, event: Any, names: Sequence[str]) -> str:
        """What an accepted event does to the state `before`, in one sentence without a final period."""

    def symbols(self) -> str:
        """SVG for a `<defs>`: everything a `use` of the scenes refers to, by ids nobody else has."""


@runtime_checkable
class Tappable(Protocol):
    """What a board offers besides, when moves of its game can be tapped in at the table."""

    def taps(self, state: Any, event: Any) -> tuple[str, ...]:
        """What a person taps, one after the other, to make this legal move; different moves differ in their taps.

        A tap is the id of a place of the scene and stands for all that lies there (`display/3/blue` for every blue
        tile of display 3), or a choice in words, which begins with `=`. Taps that begin with `+` come last and may be
        tapped in any order. A move whose taps begin another one's can be confirmed before the rest is tapped.
        """


@runtime_checkable
class Drawable(Protocol):
    """What a board offers besides, when the draws of its game can be tapped in at the table."""

    def draws(self, state: Any) -> Draws:
        """What has to be drawn; only asked on a turn of chance."""

    def drawn(self, state: Any, tapped: Tapped) -> Any:
        """The event that was tapped, legal or not. Raises ValueError when the taps do not fit `draws`."""


@runtime_checkable
class Spotted(Protocol):
    """What a board offers besides, when taps name places or choices that no scene draws."""

    def spots(self, state: Any) -> Mapping[str, tuple[Shape, ...]]:
        """Places to tap, by panel; they are seen only while they can be tapped."""

    def picture(self, words: str) -> tuple[Shape, ...]:
        """What a choice looks like, in a box one unit wide; nothing where its words say enough."""


def board_of(game: AnyGame) -> Board:
    """The board of a game; the plain one when nobody drew it a board of its own."""
    name = f"{__name__}.{game.KEY}"
    if find_spec(name) is None:
        return Fallback(game)
    return cast(Board, import_module(name))
