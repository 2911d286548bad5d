"""Counts over all matches: by date, person, place and game."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from eventstore.matches.people import SOMEBODY
from eventstore.statistics.plays import PlayedMatch
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


def days_and_people(
    played: Sequence[PlayedMatch], names: Mapping[str, str]
) -> tuple[tuple[Count, ...], tuple[Count, ...]]:
    """The plays of each known day, and those of each known person, most plays first."""
    people = ((one.person, match.id) for match in played for one in match.seats if one.person != SOMEBODY)
    return dates(((match.played_on, match.id) for match in played), DAY), counts(people, names)


def counts(labeled: Iterable[tuple[str, str]], names: Mapping[str, str] | None = None) -> tuple[Count, ...]:
    """Of pairs of a label and a match, most plays first; a match counts once per label."""
    groups: dict[str, set[str]] = {}
    for label, match in labeled:
        groups.setdefault(label, set()).add(match)
    rows = [Count(label, (names or {}).get(label, label), len(matches)) for label, matches in groups.items()]
    return tuple(sorted(rows, key=lambda count: (-count.plays, count.name)))


def dates(played_on: Iterable[tuple[str | None, str]], length: int) -> tuple[Count, ...]:
    """The matches by the first `length` characters of their dates, if these are so precise; oldest first."""
    dated = ((on[:length], match) for on, match in played_on if on and len(on) >= length)
    return tuple(sorted(counts(dated), key=lambda count: count.label))
