"""The answers of people to positions of their matches: the streams `training/<person>`, and when a position is due.

A position is answered again after 2 days once it was answered well, after 4 days the second time in a row, and so on,
doubling up to a year; after a wrong answer on the next day. Days are those of the person's time zone.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Final, NamedTuple

from core.game import fact
from eventstore import codec
from eventstore.matches.event_stream import EventStream
from eventstore.store.store import Store

STREAMS: Final = "training/"
"""Prefix of the names of these streams; the id of the person follows."""

MAX_DAYS: Final = 365


@fact
@dataclass(frozen=True, slots=True)
class PositionAnswered:
    """A person chose a move, in notation, at the table of a match after its event `version`; `accepted`: a best one."""

    match: str
    version: int
    answer: str
    accepted: bool


EVENTS: Final = (PositionAnswered,)


class Place(NamedTuple):
    """A position: a match and the version of the event before it."""

    match: str
    version: int


@dataclass(frozen=True, slots=True)
class TrainingProgress:
    """The answers to a position so far: good answers in a row, all answers, and the day it is due again."""

    streak: int
    answers: int
    due: date


def progress(answers: Iterable[tuple[PositionAnswered, date]]) -> dict[Place, TrainingProgress]:
    """The progress of every answered position, from the answers and their days, oldest first."""
    found: dict[Place, TrainingProgress] = {}
    for event, day in answers:
        place = Place(event.match, event.version)
        before = found.get(place, TrainingProgress(0, 0, day))
        streak = before.streak + 1 if event.accepted else 0
        found[place] = TrainingProgress(streak, before.answers + 1, day + timedelta(days=min(2**streak, MAX_DAYS)))
    return found


class TrainingRepository:
    """The answers in `store`; `by` and `now` as for `MatchRepository`, days are those of the time zone `zone`."""

    def __init__(self, store: Store, by: str, now: Callable[[], str], zone: tzinfo = UTC) -> None:
        self._store, self._by, self._now, self._zone = store, by, now, zone

    def progress(self, person: Sequence[str]) -> Mapping[Place, TrainingProgress]:
        """The progress of a person, given by the ids they have or had."""
        rows = [row for id in person for row in self._store.read(STREAMS + id)]
        rows.sort(key=lambda row: (row.recorded_at, row.data))  # As in every store with these answers.
        return progress((codec.decode_row(EVENTS, row), self._day(row.recorded_at)) for row in rows)

    def answer(self, person: str, event: PositionAnswered) -> None:
        """Append an answer of this person."""

        stream = EventStream(
            self._store,
            STREAMS + person,
            EVENTS,
            lambda events, before: None,
            None,
            by=self._by,
            now=self._now,
            by_wall_clock=True,
        )
        stream.write(lambda before: (event,))

    def today(self) -> date:
        return self._day(self._now())

    def _day(self, moment: str) -> date:
        return datetime.fromisoformat(moment).astimezone(self._zone).date()
