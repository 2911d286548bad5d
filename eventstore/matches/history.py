"""The take-backs and corrections of a match and of its header, with their recorder and time from the stored rows."""

from typing import NamedTuple

from core import corrections, record
from core.corrections import Change
from core.record_events import Entry, Forked, MatchDescribed, MatchStarted
from eventstore.matches.match import MATCHES, Match
from eventstore.matches.repository import MatchRepository
from eventstore.store.store import StoredEvent


class Recorded(NamedTuple):
    """A change, its recorder and time (ISO 8601, UTC). `of_fork`: it is the take-back that begins a fork."""

    change: Change
    by: str
    at: str
    of_fork: bool


class HeaderChange(NamedTuple):
    """A header that was corrected at `version`; `by` and `at` as for `Recorded`."""

    version: int
    by: str
    at: str
    was: MatchStarted
    became: MatchStarted


def history(matches: MatchRepository, match: Match) -> tuple[Recorded, ...]:
    """Every change of a match, oldest first; for a fork including the changes that it shares with its parent."""
    changes = corrections.changes(match.log)
    rows = _rows(matches, match) if changes else {}
    return tuple(
        Recorded(
            change,
            rows[change.version].recorded_by,
            rows[change.version].recorded_at,
            # Versions count from 1 without gaps, so the previous entry has index version - 2.
            isinstance(match.log[change.version - 2].event, Forked),
        )
        for change in changes
        if change.version in rows
    )


def header_changes(matches: MatchRepository, match: Match) -> tuple[HeaderChange, ...]:
    """Every change of the header, oldest first; for a fork including those that it shares with its parent."""
    described = [entry for entry in match.log if isinstance(entry.event, MatchDescribed)]
    rows = _rows(matches, match) if described else {}
    changes, header = list[HeaderChange](), match.log[0].event
    for entry in described:
        was, header = header, record.header((Entry(1, header), entry))
        if header != was and (row := rows.get(entry.version)):
            changes.append(HeaderChange(entry.version, row.recorded_by, row.recorded_at, was, header))
    return tuple(changes)


def _rows(matches: MatchRepository, match: Match) -> dict[int, StoredEvent]:
    """The rows of a match by version, including those shared with its parent."""
    rows: dict[int, StoredEvent] = {}
    if match.parent:  # Else it has none, or one that is hidden from its reader.
        forked: Forked = match.log[match.offset].event
        rows = _rows(matches, matches.match(forked.stream.removeprefix(MATCHES), until=forked.version))
    return rows | {match.offset + row.version: row for row in matches.store.read(MATCHES + match.id)}
