"""The data of one match that statistics use: its seats, its result, and the depth of its record."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from core import games
from core.game import Points
from core.record_events import Role

Depth: TypeAlias = Literal["moves", "rounds", "final"]


class Seated(NamedTuple):
    """The game of a match, by its key, and who sat in it."""

    key: str
    people: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat of one match.

    `person` is the current id of the person, after merges; all anonymous seats have `people.SOMEBODY`. `rank` is 1 for
    the best, equal ranks share a place; `won`, `started` and `new` (to the game) are None if unknown. `team` is the
    number of the team that wins together; None: the seat plays alone. `team_name`, `color` and `handicap` are texts of
    the players, empty if unknown.
    """

    person: str
    score: Points
    rank: int | None
    won: bool | None
    started: bool | None
    team: int | None = None
    roles: tuple[Role, ...] = ()
    team_name: str = ""
    color: str = ""
    new: bool | None = None
    handicap: str = ""


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """The points of one seat in detail, as far as they were recorded.

    `sources` are signed points by source, `rounds` the score after each round, in order. `cells` are the points for
    filling each space of the board, by the id of the space without its seat prefix.
    """

    sources: Mapping[str, float]
    rounds: tuple[Points, ...]
    cells: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """One match. `game` is its display name, `key` its rules (`scoresheet` if only points are known).

    `played_on` is a date as precise as it is known (`2026`, `2026-11`, `2026-11-20`) or None; matches of one day are
    ordered by `order`, the age of their record. `minutes` is the duration, None if unknown. A match is `decided` when
    it is over and its winners are known; by the rules there may be none. `number` is its place in the `series`, from 1.
    A match that is not `counted` is in lists, but in no statistics. With `team_scores` the score of a seat is that of
    its whole team.
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
    seats: tuple[SeatResult, ...]
    expansions: tuple[str, ...] = ()
    scenario: str = ""
    variant: str = ""
    difficulty: str = ""
    series: str = ""
    number: int | None = None
    counted: bool = True
    team_scores: bool = False

    @property
    def has_start_player(self) -> bool:
        return games.facts_for(self.key).has_start_player

    @property
    def decided(self) -> bool:
        for seat_result in self.seats:  # Asked several times for every match: `any` takes thrice as long.
            if seat_result.won is None:
                continue
            return True
        return False

    def held_by(self, person: str) -> tuple[SeatResult, ...]:
        """The seats of this person; an import without accounts may have several players of one name in a match."""
        return tuple([seat_result for seat_result in self.seats if seat_result.person == person])

    def at(self, person: str) -> SeatResult | None:
        """The seat of this person; of several seats one that won, else the first."""
        first = None
        for seat_result in self.seats:
            if seat_result.person == person:
                if seat_result.won:
                    return seat_result
                first = first or seat_result
        return first
