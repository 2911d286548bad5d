"""The review of one match as data: numbers and notation only, so that it can be stored and sent."""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from core.game import Seat

Effort: TypeAlias = Literal["quick", "normal", "deep"]
EFFORTS: Final[tuple[Effort, ...]] = ("quick", "normal", "deep")

Grade: TypeAlias = Literal["best", "good", "inaccuracy", "mistake", "blunder"]


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
    """The settings of a review: other revisions, efforts or seeds give other figures."""

    revision: int
    effort: Effort
    seed: int


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A choice: `change` = value of the move played - value of the best move, by seat; at most 0 for the seat itself.

    `notation` and `best` are the move and the best one in the game's notation, equal when none was better.
    `continuation` holds the moves of the search after the best move. Where the loss is claimed (`moments.is_mistake`),
    it goes on to the horizon, draws within the round included, and `reply` holds the same after the move played.
    `is_forced`: it was the only move.
    """

    version: int
    seat: Seat
    notation: str
    best: str
    change: Values
    error: Error
    grade: Grade
    continuation: tuple[str, ...] = ()
    reply: tuple[str, ...] = ()
    is_forced: bool = False


@dataclass(frozen=True, slots=True)
class ReviewedChance:
    """An outcome of chance: `change` = its value - the mean value of fair outcomes, by seat: the luck."""

    version: int
    change: Values
    error: Error


@dataclass(frozen=True, slots=True)
class ReviewedPosition:
    """The value of the table after an event; the first one is before all events."""

    version: int
    win: tuple[float, ...]
    lead: tuple[float, ...]
    points: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """The account of a match, for each seat: start + all changes + unexplained = result.

    `result` is the result of the match, or the value of the last position while it is open. Where moves are not
    `judged`, `why` is the reason, `moves` is empty, and the changes by choices are part of `unexplained`.
    """

    engine: Engine
    start: Values
    moves: tuple[ReviewedMove, ...]
    chance: tuple[ReviewedChance, ...]
    unexplained: Values
    result: Values
    positions: tuple[ReviewedPosition, ...]
    judged: bool = True
    why: str = ""
