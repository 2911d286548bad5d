"""The one thing about a play that a row of a list says at its end: a record, a first win, wins in a row."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from core.game import Seat

MIN_EARLIER: Final = 5
"""Minimum number of earlier plays of a game for a record."""

MIN_RUN: Final = 3
"""Minimum number of wins in a row that are worth saying."""


@dataclass(frozen=True, slots=True)
class PlayFact:
    """A short fact: `record` is more points in this game than anybody had before, `first_win` the first win at this
    game of a person who had played it without winning, `run` the last of `number` wins in a row at this game.

    `seat` is whose fact it is.
    """

    kind: Literal["record", "first_win", "run"]
    seat: Seat
    number: int = 1


@dataclass(frozen=True, slots=True)
class Milestones:
    """The place of a match among the earlier plays of its game.

    `record` is the seat that had more points than any seat before; `wins` are the seats of known people who won, each
    with whether it was the first win after plays without one, and the number of wins in a row, this one included.
    """

    match: str
    record: Seat | None
    wins: tuple[tuple[Seat, bool, int], ...]


class HasMilestones(Protocol):
    """An index of matches, see `MatchIndex.milestones`."""

    def milestones(self, ids: Collection[str]) -> tuple[Milestones, ...]: ...


class HasId(Protocol):
    """A row of a list of matches."""

    @property
    def id(self) -> str: ...


def facts_of(index: HasMilestones, rows: Iterable[HasId]) -> Mapping[str, PlayFact]:
    """The fact of each of these matches that has one, by id; of several the rarest."""
    milestones = index.milestones([row.id for row in rows])
    return {own.match: fact for own in milestones if (fact := _fact(own)) is not None}


def _fact(milestones: Milestones) -> PlayFact | None:
    if milestones.record is not None:
        return PlayFact("record", milestones.record)
    for seat, is_first, _ in milestones.wins:
        if is_first:
            return PlayFact("first_win", seat)
    seat, number = max(((seat, run) for seat, _, run in milestones.wins), key=lambda own: own[1], default=(0, 0))
    return PlayFact("run", seat, number) if number >= MIN_RUN else None
