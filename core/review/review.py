"""What the review of one match holds. It consists of numbers and notation only, so that it can be kept and sent."""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from core.game import Seat

Effort: TypeAlias = Literal["quick", "normal", "deep"]
EFFORTS: Final[tuple[Effort, ...]] = ("quick", "normal", "deep")

Grade: TypeAlias = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
GRADES: Final[tuple[Grade, ...]] = ("best", "good", "inaccuracy", "mistake", "blunder")


class Values(NamedTuple):
    """By seat: chance to win (0 to 1) and points ahead of the best other seat, or signed changes of both."""

    win: tuple[float, ...]
    lead: tuple[float, ...]


class Error(NamedTuple):
    """The standard error of a change, for the seat it matters to most."""

    win: float
    lead: float


@dataclass(frozen=True, slots=True)
class Engine:
    """What computed a review: other revisions, efforts or seeds give other figures."""

    revision: int
    effort: Effort
    seed: int


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A choice: `change` is its value minus the best move's, by seat; for the seat itself never above 0.

    `notation` and `best` are the move and the best one in the game's notation, equal when none was better.
    `continuation` is how the match might have gone on after the best move, until the horizon.
    """

    version: int
    seat: Seat
    notation: str
    best: str
    change: Values
    error: Error
    grade: Grade
    continuation: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReviewedChance:
    """An outcome of chance: `change` is its value minus the mean over fair outcomes, by seat: luck."""

    version: int
    change: Values
    error: Error


@dataclass(frozen=True, slots=True)
class Position:
    """The table after an event (the first one: before all events), as it was worth then."""

    version: int
    win: tuple[float, ...]
    lead: tuple[float, ...]
    points: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """The account of a match: start, all changes and the unexplained add up to the result, seat by seat.

    `result` is what the match ended with, or the value of the last position while it is open. `judged` tells whether
    moves are judged; if not, `why` is the reason, `moves` is empty and what choices changed is unexplained.
    """

    engine: Engine
    start: Values
    moves: tuple[ReviewedMove, ...]
    chance: tuple[ReviewedChance, ...]
    unexplained: Values
    result: Values
    positions: tuple[Position, ...]
    judged: bool = True
    why: str = ""
