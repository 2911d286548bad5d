"""The boards of the games: the protocols of a board, and the lookup of a game's board.

A board is a module `viewer.boards.<KEY of the game>` that satisfies `Board`; each of Partie's own games has one. A
package names the board of its game by an entry point (`viewer.boards.packages`); without one the game gets the plain
board of `viewer.boards.fallback`. All boards share one style sheet, `boards.css`; its colors depend on a class of the
root element: `partie-light` or `partie-dark`.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol, cast, runtime_checkable

from core.absent_game import AbsentGame
from core.comparison import Fact, Reason
from core.covered_choices import CoveredGame
from core.game import AnyGame
from core.games import OWN
from viewer.boards.chance_input import Draws, Tapped
from viewer.boards.fallback import Fallback
from viewer.boards.packages import board_of_package
from viewer.boards.scene import Patch, Scene, Shape


class Board(Protocol):
    """Drawing and text of one game. `names` are the players' names in seat order; any text is allowed."""

    def scene(self, state: Any, names: Sequence[str]) -> Scene:
        """The table as shapes. All scenes of one match have the same panels, in the same order."""

    def text(self, state: Any, names: Sequence[str]) -> str:
        """The table as text, without a final line break; at most 100 columns wide.

        The equivalent of the drawing for terminals and screen readers: it contains all information of the drawing.
        """

    def sentence(self, before: Any, event: Any, names: Sequence[str]) -> str:
        """The effect of an accepted event on the state `before`, as one sentence without a final period."""

    def symbols(self) -> str:
        """SVG for a `<defs>`: every element that a `use` of the scenes refers to, with ids unique among all boards."""


@runtime_checkable
class Tappable(Protocol):
    """Optional part of a board: input of moves by tapping shapes."""

    def taps(self, state: Any, event: Any) -> tuple[str, ...]:
        """The taps for this legal move, in order; different moves have different taps.

        A tap is the id of a space of the scene and stands for all pieces there (`display/3/blue` for every blue tile of
        display 3), or a choice in words with the prefix `=`. Taps with the prefix `+` come last and in any order. If
        the taps of one move are a prefix of another move's taps, it can be confirmed before the rest is tapped.
        """


@runtime_checkable
class Guiding(Protocol):
    """Optional part of a `Tappable` board: an instruction for each decision."""

    def task(self, state: Any, taps: tuple[str, ...], names: Sequence[str]) -> str:
        """The next tap or choice after these first taps of a legal move, in one sentence without a final period.

        The sentence after no taps names the seat to move. Taps with the prefix `+` change nothing and are left out.
        """


@runtime_checkable
class Drawable(Protocol):
    """Optional part of a board: input of draws by tapping pieces."""

    def draws(self, state: Any) -> Draws:
        """The pieces to draw; valid only on a turn of chance."""

    def drawn(self, state: Any, tapped: Tapped) -> Any:
        """The event for the taps, legal or not. Raises ValueError when the taps do not fit `draws`."""


@runtime_checkable
class Spotted(Protocol):
    """Optional part of a board: shapes for tap targets that no scene draws."""

    def spots(self, state: Any) -> Mapping[str, tuple[Shape, ...]]:
        """Tap targets, by panel; visible only while they can be tapped."""

    def picture(self, words: str) -> tuple[Shape, ...]:
        """The drawing of a choice, in a box one unit wide; empty when its words are enough."""


@runtime_checkable
class GrowingBoard(Protocol):
    """Optional part of a board whose scene grows with the match: its changes without drawing all of it."""

    def growth(self, before: Any, after: Any, names: Sequence[str]) -> tuple[Patch, ...]:
        """The `patches` between the scenes of a state and of the state after one more event of the same match."""


@runtime_checkable
class Explaining(Protocol):
    """Optional part of a board: why a move was better."""

    def gain(self, reason: Reason, fact: Fact, names: Sequence[str]) -> str:
        """The difference that a fact states, in words without a final period: the better line instead of the other.

        The event that decided it is described before, where there is one. Empty: there are no words for it.
        """


def board_of(game: AnyGame) -> Board:
    """The board of a game; the plain one for a game of a package without a board, and in place of a missing game.

    Raises ImportError for a game of Partie's own whose board is not there: the plain one would hide that.
    """
    if isinstance(game, AbsentGame):
        return Fallback(game)
    if game.KEY in OWN:
        return cast(Board, import_module(f"{__name__}.{game.KEY}"))
    return board_of_package(game.game if isinstance(game, CoveredGame) else game) or Fallback(game)
