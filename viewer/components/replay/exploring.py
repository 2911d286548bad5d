"""Exploration: alternative moves from a point of a match, held by the browser until they are kept as a fork."""

from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypedDict

from core.game import Refusal
from core.record_events import TakenBack
from eventstore import codec
from eventstore.matches.match import Match, Refused, apply_events
from eventstore.matches.repository import MatchRepository
from viewer.components.live.entries import Entered, event_of
from viewer.components.live.payload import LiveRecordData, payload, preview
from viewer.components.live.taps import Taps
from viewer.locale.language import gettext


@dataclass(frozen=True, slots=True)
class TriedLine:
    """The events played after the effective event `since`, in place of those of the match at version `base`."""

    base: int
    since: int
    events: tuple[Any, ...] = ()


class LineJson(TypedDict):
    """A line as the browser keeps it."""

    base: int
    since: int
    events: list[dict[str, object]]


def line_to_json(line: TriedLine) -> LineJson:
    events = [codec.decode_object(codec.encode_event(event)) for event in line.events]
    return {"base": line.base, "since": line.since, "events": events}


def tried(match: Match, line: TriedLine) -> Match:
    """The match at version `line.base`, forked, with the line, in memory only. Raises Refused."""
    versions = [frame.version for frame in match.frames]
    if line.since not in versions:
        raise Refused(Refusal("R-STANDS", gettext("The move where this line starts no longer counts.")))
    if not all(isinstance(event, match.game.EVENTS) for event in line.events):
        raise Refused(Refusal("R-STANDS", gettext("Only moves and draws can be tried.")))
    instead_of = versions[versions.index(line.since) + 1 :][:1]
    if not line.events and not instead_of:
        return match
    fork = replace(match, offset=line.base, parent=match.id)
    return apply_events(fork, [*map(TakenBack, instead_of), *line.events], None)[0]


def until(match: Match, line: TriedLine, at: int) -> TriedLine:
    """The line up to its event `at`; an empty line from there if `at` is an event of the match.

    Raises Refused if it is an event of neither.
    """
    if any(frame.version == at for frame in match.frames):
        return TriedLine(line.base, at)
    played = [frame.version for frame in tried(match, line).frames if frame.version > line.base]
    if at not in played:
        raise Refused(Refusal("R-STANDS", gettext("This move is no longer in the line.")))
    return replace(line, events=line.events[: played.index(at) + 1])


def play(match: Match, line: TriedLine, at: int | None, entered: Entered, rng: Random) -> TriedLine:
    """The line with one more move or draw after the event with version `at` (None: the last one).

    Later events are dropped. Undo removes the last event of the line. Raises Refused, and ValueError for a text that
    is not an event.
    """
    here = line if at is None else until(match, line, at)
    event = event_of(tried(match, here), entered, rng)
    if isinstance(event, TakenBack) and here.events:
        return replace(here, events=here.events[:-1])
    longer = replace(here, events=(*here.events, event))
    tried(match, longer)
    return longer


def keep(
    records: MatchRepository, id: str, line: TriedLine, *, new: str | None = None, idempotency_key: str | None = None
) -> Match:
    """Write the line as a fork, in one write, then a note that it was not played. Raises Refused.

    A call repeated with the same key writes what is missing.
    """
    now = records.match(id)
    tried(now, replace(line, base=now.version))
    fork = records.fork(id, line.since, *line.events, new=new, idempotency_key=idempotency_key)
    key = idempotency_key and f"{idempotency_key} note"
    text = gettext("Tried out from here on, not played at the table.")
    records.note(fork.id, fork.frames[-len(line.events)].version, text, idempotency_key=key)
    return fork


def table_at(match: Match, line: TriedLine, whole: Match, at: int | None) -> Match:
    """The table after the event with version `at` of `whole`, the match with the line; the last one if unknown."""
    known = any(frame.version == at for frame in whole.frames)
    return tried(match, until(match, line, at)) if known and at is not None else whole


def live_record(table: Match, line: TriedLine, within: Taps, event_json: str | None) -> LiveRecordData:
    """The payload of the live record for the table, with the preview of a move."""
    return {
        **payload(table, within),
        "match": f"{table.id} {line.since} {line.events}",  # Draws that are half entered belong to this line.
        "version": table.now.version,
        "sheet": None,
        "tally": None,
        "preview": preview(table, event_json) if event_json else None,
    }
