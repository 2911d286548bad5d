"""Who changed what a match says, and when: its take-backs and corrections with the envelope they were stored in."""

from typing import NamedTuple

from core import changes
from core.changes import Change
from core.entries import Forked
from eventstore.match import MATCHES, Match
from eventstore.records import Records
from eventstore.store import StoredEvent


class Recorded(NamedTuple):
    """A change, who recorded it and when (ISO 8601, UTC). `of_fork`: it is what made a fork go its own way."""

    change: Change
    by: str
    at: str
    of_fork: bool


def history(records: Records, match: Match) -> tuple[Recorded, ...]:
    """Every change of a match, oldest first; a fork's begins with what it shares with its parent."""
    found = changes.changes(match.log)
    rows = _rows(records, match) if found else {}
    return tuple(
        Recorded(
            change,
            rows[change.version].recorded_by,
            rows[change.version].recorded_at,
            # Versions count from 1 without gaps, so the entry before is two places ahead of its version.
            isinstance(match.log[change.version - 2].event, Forked),
        )
        for change in found
    )


def _rows(records: Records, match: Match) -> dict[int, StoredEvent]:
    """The rows of a match by version, those it shares with its parent included."""
    rows: dict[int, StoredEvent] = {}
    if match.offset:
        forked: Forked = match.log[match.offset].event
        rows = _rows(records, records.match(forked.stream.removeprefix(MATCHES), until=forked.version))
    return rows | {match.offset + row.version: row for row in records.store.read(MATCHES + match.id)}
