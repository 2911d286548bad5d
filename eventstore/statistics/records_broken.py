"""The records that a match broke, compared with earlier matches of the same game, options and number of players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from core.game import Seat
from eventstore.statistics.plays import PlayedMatch, PlayedSeat
from eventstore.statistics.records import Kind, Record, are_fewest_best, records

MIN_EARLIER: Final = 5
"""Minimum number of earlier matches for a record."""


class Stood(NamedTuple):
    """The best value so far, among `n` earlier matches."""

    best: float
    n: int


@dataclass(frozen=True, slots=True)
class BrokenRecord:
    """The new value of a record and its value `before`, among `n` earlier matches.

    The record is of the game, or of the points from one `source`. `seat` is its holder, None for all seats together.
    """

    kind: Kind
    value: float
    before: float
    n: int
    seat: Seat | None
    source: str | None = None


def of_game(match: PlayedMatch, stood: Mapping[Kind, Stood]) -> tuple[BrokenRecord, ...]:
    """Records of points, margin, total and time that the match broke; they `stood` before, all of one game."""
    return tuple(
        BrokenRecord(now.kind, now.value, was.best, was.n, _seat(match, now))
        for now in records([match])
        if (was := stood.get(now.kind)) and was.n >= MIN_EARLIER and _is_better(now, was.best, match)
    )


def _is_better(record: Record, before: float, match: PlayedMatch) -> bool:
    return record.value < before if are_fewest_best(record.kind, match) else record.value > before


def _seat(match: PlayedMatch, record: Record) -> Seat | None:
    """The seat of the record holder; if the person has several seats, the one with these points."""
    own = [
        seat for seat, seat_result in enumerate(match.seats) if record.person and seat_result.person == record.person
    ]
    return next((seat for seat in own if match.seats[seat].score == record.value), next(iter(own), None))


def of_sources(own: Sequence[PlayedSeat], stood: Mapping[str, Stood]) -> tuple[BrokenRecord, ...]:
    """Sources that gave a seat more points than any seat before; a source that never gave points has no record."""
    return tuple(
        BrokenRecord("points", points, was.best, was.n, seat, source)
        for source, (points, seat) in most_by_source(own).items()
        if (was := stood.get(source)) and was.n >= MIN_EARLIER and points > max(0, was.best)
    )


def most_by_source(seats: Sequence[PlayedSeat]) -> Mapping[str, tuple[float, Seat]]:
    """The most points of a seat from each source, and the first seat with these points."""
    best: dict[str, tuple[float, Seat]] = {}
    for seat, own in enumerate(seats):
        for source, points in own.sources.items():
            if source not in best or points > best[source][0]:
                best[source] = points, seat
    return best
