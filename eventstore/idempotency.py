"""Writes that come again under the idempotency key of an earlier one: the same write is answered, another is refused.

What is compared is what the log keeps: the events, and when they happened. Ids that are made at random do not count.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.entries import MatchDescribed, MatchStarted
from core.phrase import phrase
from eventstore.people import SOMEBODY, People, Player, tidy
from eventstore.store import NewEvent, StoredEvent


class KeyReused(ValueError):
    """An idempotency key came again with another write; nothing was written."""

    def __init__(self) -> None:
        super().__init__(phrase("This idempotency key was used for another write; choose a new one."))


def rows_of(command: str | None, rows: Sequence[StoredEvent]) -> list[StoredEvent]:
    """The rows of a stream that were written under this key; they follow one another."""
    return [] if command is None else [row for row in rows if row.command == command]


def is_new(written: Sequence[StoredEvent], rows: Sequence[NewEvent], after: int) -> bool:
    """Whether an append behind version `after` wrote just these rows, and not an earlier one under the same key."""
    told = [(after + 1 + place, row.type, row.data, row.happened_at) for place, row in enumerate(rows)]
    return [(row.version, row.type, row.data, row.happened_at) for row in written] == told


def refuse_other(written: Sequence[object], told: Sequence[object], people: People) -> None:
    """Raise KeyReused unless the events `written` are those `told`, which name players where the log has their ids."""
    if len(written) != len(told) or not all(_alike(*pair, people) for pair in zip(written, told, strict=True)):
        raise KeyReused


def _alike(written: Any, told: Any, people: People) -> bool:
    if isinstance(told, MatchStarted | MatchDescribed) and type(written) is type(told) and told.players:
        ids = written.players or ()
        if len(ids) != len(told.players) or not all(
            _goes_by(people, *pair) for pair in zip(ids, told.players, strict=True)
        ):
            return False
        written = replace(written, players=told.players)
    return bool(written == told)


def _goes_by(people: People, id: str, name: str) -> bool:
    """Whether a person has or had this name. Nobody knows any more what somebody forgotten was called."""
    if id == SOMEBODY or Player(name).is_anonymous:
        return id == SOMEBODY and Player(name).is_anonymous
    one = people.one(id)
    return one not in people.names or one in people.named(tidy(name))
