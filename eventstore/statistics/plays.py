"""What statistics know of one match: who sat where, what came of it, and how closely it was recorded."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.game import Points

Depth: TypeAlias = Literal["moves", "rounds", "final"]


@dataclass(frozen=True, slots=True)
class Sitting:
    """One seat of one match.

    `person` is the id that stands for the person now, merges considered; anonymous seats share `people.SOMEBODY`.
    `rank` is 1 for the best, equal ranks share a place; `won` and `started` are None where nobody told. `team` numbers
    the sides that play together; None: for itself.
    """

    person: str
    score: Points
    rank: int | None
    won: bool | None
    started: bool | None
    team: int | None = None


@dataclass(frozen=True, slots=True)
class Details:
    """How one seat came to its points, as far as the record tells.

    `sources` are signed points by source, `rounds` the score after each round, in order. `cells` are the points that
    filling a space of the board brought, by the id of the space without the seat in front.
    """

    sources: Mapping[str, float]
    rounds: tuple[Points, ...]
    cells: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Played:
    """One match. `game` is what people call it, `key` its rules (`scoresheet` where only points are known).

    `played_on` is a date as far as it is known (`2026`, `2026-11`, `2026-11-20`) or None; matches of one day follow
    each other by `order`, the age of their record. `minutes` is how long it took, where known. A match counts as
    `decided` when it is over and somebody, or nobody by the rules, is known to have won.
    """

    id: str
    game: str
    key: str
    bgg_id: int | None
    played_on: str | None
    order: int
    place: str | None
    tags: tuple[str, ...]
    depth: Depth
    state: str
    minutes: int | None
    cooperative: bool
    lowest_wins: bool
    seats: tuple[Sitting, ...]

    @property
    def decided(self) -> bool:
        return any(sitting.won is not None for sitting in self.seats)

    def held_by(self, person: str) -> tuple[Sitting, ...]:
        """The seats of this person; in lists without accounts several people of one name may sit at a table."""
        return tuple(sitting for sitting in self.seats if sitting.person == person)

    def at(self, person: str) -> Sitting | None:
        """Where this person sat; of several seats one that won, else the first."""
        held = self.held_by(person)
        return next((sitting for sitting in held if sitting.won), held[0] if held else None)
