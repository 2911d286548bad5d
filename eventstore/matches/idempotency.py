"""Repeated writes under the idempotency key of an earlier one: the same write is answered again, another is refused.

Writes are compared by what the log keeps: the events, and when they happened. Random ids are not compared.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.errors import InvalidInput
from core.messages import message
from core.record_events import MatchDescribed, MatchStarted
from eventstore.matches.people import SOMEBODY, People, Player, normalized_name
from eventstore.store.store import NewEvent, StoredEvent


class KeyReused(InvalidInput):
    """An idempotency key was repeated with another write; nothing was written."""

    def __init__(self) -> None:
        super().__init__(message("This idempotency key was used for another write; choose a new one."))


def rows_of(idempotency_key: str | None, rows: Sequence[StoredEvent]) -> list[StoredEvent]:
    """The rows of a stream that were written under this key; their versions are consecutive."""
    return [] if idempotency_key is None else [row for row in rows if row.idempotency_key == idempotency_key]


def is_new(written: Sequence[StoredEvent], rows: Sequence[NewEvent], expected_version: int) -> bool:
    """True if the append wrote exactly these rows, and not an earlier one under the same key."""
    expected = [(expected_version + 1 + place, row.type, row.data, row.happened_at) for place, row in enumerate(rows)]
    return [(row.version, row.type, row.data, row.happened_at) for row in written] == expected


def refuse_other(written: Sequence[object], requested: Sequence[object], people: People) -> None:
    """Raise KeyReused unless the events `written` equal those requested, which have names in place of ids."""
    if len(written) != len(requested) or not all(
        _alike(*pair, people) for pair in zip(written, requested, strict=True)
    ):
        raise KeyReused


def _alike(written: Any, requested: Any, people: People) -> bool:
    if isinstance(requested, MatchStarted | MatchDescribed) and type(written) is type(requested) and requested.players:
        ids = written.players or ()
        if len(ids) != len(requested.players) or not all(
            _goes_by(people, *pair) for pair in zip(ids, requested.players, strict=True)
        ):
            return False
        written = replace(written, players=requested.players)
    return bool(written == requested)


def _goes_by(people: People, id: str, name: str) -> bool:
    """True if a person has or had this name. A forgotten person, whose names are lost, goes by any name."""
    if id == SOMEBODY or Player(name).is_anonymous:
        return id == SOMEBODY and Player(name).is_anonymous
    one = people.one(id)
    return one not in people.names or one in people.named(normalized_name(name))
