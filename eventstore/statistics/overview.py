"""Counts over all matches: by date, person, place and game."""

from collections.abc import Iterable
from dataclasses import dataclass

from eventstore.statistics.tally import Depths

DAY = len("2026-11-20")
MONTH = len("2026-11")
YEAR = len("2026")
"""Characters of a date."""


@dataclass(frozen=True, slots=True)
class Count:
    """Number of matches; `label` is a date, the id of a person, a place or a game."""

    label: str
    name: str
    plays: int


@dataclass(frozen=True, slots=True)
class Overview:
    """`days`, `months` and `years` are sorted by date, without empty ones; the rest is sorted by plays.

    `undated` matches have no known day; one may have a month or a year. `minutes` is the total of the `timed` matches.
    `h_index` is as in the function `h_index`.
    """

    plays: int
    depths: Depths
    h_index: int
    minutes: int
    timed: int
    undated: int
    days: tuple[Count, ...]
    months: tuple[Count, ...]
    years: tuple[Count, ...]
    people: tuple[Count, ...]
    places: tuple[Count, ...]
    games: tuple[Count, ...]


def h_index(plays: Iterable[int]) -> int:
    """The greatest h for which h games were played h times or more."""
    ranked = sorted(plays, reverse=True)
    return sum(count >= place for place, count in enumerate(ranked, 1))
