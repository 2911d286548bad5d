"""The contract between a game and everything else: what a game answers, and the words both sides use.

A game is a *module* whose public names fulfil `Game`. It knows nothing of recording: no ids, no clocks,
no names of people, no undo. The record (`core.record`) knows nothing of any particular game.

Laws every game keeps (the conformance suite in `tests/conformance.py` tries them on all games):
1. The log holds only choices of seats and outcomes of chance; everything else is computed by `evolve`.
2. `refusal` is the only place that decides legality; `evolve` never checks; `legal_moves` filters through `refusal`.
3. States and events are frozen dataclasses with tuples inside: hashable, comparable, never changed.
4. Chance comes in from outside: `deal` draws from the generator it is given, `evolve` draws nothing.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Literal, Protocol, TypeAlias, TypeVar

Seat: TypeAlias = int
"""A place at the table: 0 is the start player, then clockwise."""

CHANCE: Final = "chance"
"""Whose turn it is when the next event is an outcome of chance (a draw, a roll)."""

Turn: TypeAlias = Seat | Literal["chance"] | None
"""Whose event comes next; None: the match is over."""

Points: TypeAlias = int | float | None
"""Points of one seat. None where nobody noted them, which is not 0."""

_Fact = TypeVar("_Fact")
State = TypeVar("State")
Event = TypeVar("Event")


def fact(cls: type[_Fact]) -> type[_Fact]:
    """Mark a frozen dataclass as something logs hold: unknown fields and values of a wrong type are refused.

    pydantic reads this configuration off the class, so `core` need not import pydantic, which would otherwise drop
    unknown fields of a plain dataclass and turn "3" into 3.
    """
    cls.__pydantic_config__ = {"extra": "forbid", "strict": True}  # type: ignore[attr-defined]
    return cls


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an event is not accepted: the rule's id (`C-LINE-3`) and one sentence for a player."""

    rule: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})"


@dataclass(frozen=True, slots=True)
class Gain:
    """Points one seat got or lost in a stage of an event.

    `points` is signed. `source` names what brought them in the game's own words (`wall`, `floor`, `column`); points of
    one source are summed in the charts. `cells` are the places involved, as ids that the board picture uses too.
    """

    seat: Seat
    points: int | float
    source: str
    rule: str = ""
    cells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One stage inside an event: what happened, who gained what, and the state after it."""

    label: str
    gains: tuple[Gain, ...]
    state: Any  # The game's own state; a generic here would make every Step[...] of the viewer carry it along.


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended, by the game's own rules.

    `ranks` holds one number a seat: 1 is first, equal numbers share a place. `winners` lists the winning seats in seat
    order; empty when nobody won. `why` tells what decided, a tie-break included, in one sentence.
    """

    winners: tuple[Seat, ...]
    ranks: tuple[int, ...]
    why: str


class Game(Protocol[State, Event]):
    """What a module must offer to be a game. Every function is pure."""

    @property
    def KEY(self) -> str:
        """Stable name, in logs for ever: `chocolatier`."""

    @property
    def TITLE(self) -> str:
        """Name shown to people: `Azul: Master Chocolatier`."""

    @property
    def SEATS(self) -> range:
        """Allowed numbers of players."""

    @property
    def EVENTS(self) -> tuple[type[Any], ...]:
        """Classes the log may hold, each decorated with `@fact`; the class's name is the event's type."""

    @property
    def Options(self) -> type[Any]:
        """Frozen dataclass of variants; every field has a default.

        Pages ask for a `bool`, a `str`, a `Literal` of words or whole numbers, and an `int`, whose values
        `Annotated[int, range(3, 7)]` states: 3 to 6. `setup` refuses others; the range tells pages and tests of them.

        A `title` among them, field or property, is what people call the game with these variants.
        """

    def setup(self, seats: int, options: Any) -> State:
        """The table before anything happened. `seats` is in `SEATS` and `options` an `Options`; not checked.

        Raises ValueError for options that contradict each other or the number of seats, with a sentence.
        """

    def turn(self, state: State) -> Turn:
        """Whose event comes next."""

    def round_number(self, state: State) -> int:
        """The round the table is in, from 1; 0 before the first. An event of chance may open the next one.

        Charts band by it. A game without rounds counts how often the turn has come back to seat 0.
        """

    def refusal(self, state: State, event: Event) -> Refusal | None:
        """Why `event` cannot happen now; None: it can. Takes any event of `EVENTS`, whatever its values."""

    def evolve(self, state: State, event: Event) -> State:
        """The table after an accepted event. Never checks; with a refused event anything may come out."""

    def legal_moves(self, state: State) -> Iterator[Event]:
        """Every event the seat to move may choose, each once; nothing on a turn of chance or after the end."""

    def deal(self, state: State, rng: Random) -> Event:
        """A fair outcome for a turn of chance; the same generator state deals the same."""

    def choose(self, state: State, rng: Random) -> Event:
        """A sensible legal move for the seat to move, to simulate matches with; not a strong player."""

    def scores(self, state: State) -> tuple[Points, ...]:
        """Points by seat as the score track shows them now."""

    def outcome(self, state: State) -> Outcome | None:
        """Who won and why; None while `turn` is not None."""

    def story(self, state: State, event: Event) -> tuple[Step, ...]:
        """The stages inside one accepted event; at least one.

        The last step's state equals `evolve(state, event)`, and the gains add up to the difference of the scores
        (unknown points count as 0).
        """

    def inventory(self, state: State) -> Counter[str]:
        """Every component, wherever it lies; the same through a match."""

    def write(self, event: Event) -> str:
        """One line of notation, without a line break; `parse` reads it back to an equal event."""

    def parse(self, text: str) -> Event:
        """The event a line of notation stands for. Raises ValueError, with a sentence, when it is not notation."""


AnyGame: TypeAlias = Game[Any, Any]
"""A game whose state and events the caller only passes on."""
