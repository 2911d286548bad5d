"""Exploration: alternative moves from a point of a match, held in memory until they are kept as a fork.

Sent to the component as {"base": last version of the match that the line knows, "since": version after which the line
begins, "line": number of its events, "to": version to show right after a request, or null,
"live_record": see `viewer.live.payload`}.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal, TypeAlias

from core.game import Refusal, fact
from core.record_events import TakenBack
from eventstore.matches.match import Match, Refused, apply_events
from eventstore.matches.repository import MatchRepository
from viewer.boards.scene import Json
from viewer.language import gettext
from viewer.live.entries import event_of
from viewer.live.payload import payload, preview
from viewer.live.requests import RecordRequest
from viewer.outbox import OutboxResponse, respond


@dataclass(frozen=True, slots=True)
class Line:
    """The events played after the effective event `since`, in place of those of the match at version `base`."""

    base: int
    since: int
    events: tuple[Any, ...] = ()


@fact
@dataclass(frozen=True, slots=True)
class LineRequest:
    """A request to keep the whole line as a fork, or to discard it. `key` is its idempotency key."""

    key: str
    action: Literal["keep", "discard"]


ExploreRequest: TypeAlias = RecordRequest | LineRequest


def tried(match: Match, line: Line) -> Match:
    """The match at version `line.base`, forked, with the line, in memory only. Raises Refused."""
    versions = [frame.version for frame in match.frames]
    instead_of = versions[versions.index(line.since) + 1 :][:1]
    if not line.events and not instead_of:
        return match
    fork = replace(match, offset=line.base, parent=match.id)
    return apply_events(fork, [*map(TakenBack, instead_of), *line.events], None)[0]


def until(match: Match, line: Line, at: int) -> Line:
    """The line up to its event `at`; an empty line from there if `at` is an event of the match.

    Raises Refused if it is an event of neither.
    """
    if any(frame.version == at for frame in match.frames):
        return Line(line.base, at)
    played = [frame.version for frame in tried(match, line).frames if frame.version > line.base]
    if at not in played:
        raise Refused(Refusal("R-STANDS", gettext("This move is no longer in the line.")))
    return replace(line, events=line.events[: played.index(at) + 1])


def run_request(
    records: MatchRepository, id: str, line: Line | None, request: ExploreRequest, rng: Random
) -> tuple[Line | None, OutboxResponse]:
    """Run a request; returns the new line (None when it ended) and the response. Only "keep" writes to the store."""
    lines = [line]
    conflict = gettext("Another user saved a change at the same time. Try again.")
    response = respond(request.key, lambda: _run(records, id, lines, request, rng), conflict=conflict)
    return lines[-1], response


def _run(records: MatchRepository, id: str, lines: list[Line | None], request: ExploreRequest, rng: Random) -> str:
    """Append the new line to `lines`; return a sentence to show, or an empty one."""
    line = lines[-1]
    match = records.match(id, until=line.base) if line else records.match(id)
    if isinstance(request, RecordRequest):
        lines.append(play(match, line or Line(match.version, match.now.version), request, rng))
        return ""
    sentence = ""
    if request.action == "keep":
        if line is None:
            raise Refused(Refusal("R-STANDS", gettext("There are no trial moves here any more.")))
        keep(records, id, line)
        sentence = gettext("Saved as a separate match; the link is above.")
    lines.append(None)
    return sentence


def play(match: Match, line: Line, request: RecordRequest, rng: Random) -> Line:
    """The line with one more move or draw after the event with the expected version; later events are dropped.

    Undo removes its last event. Raises Refused, and ValueError for a text that is not an event.
    """
    here = until(match, line, request.expected_version)
    event = event_of(tried(match, here), request.entered, rng)
    if isinstance(event, TakenBack) and here.events:
        return replace(here, events=here.events[:-1])
    if not isinstance(event, match.game.EVENTS):
        raise ValueError(gettext("Only moves and draws can be tried."))
    longer = replace(here, events=(*here.events, event))
    tried(match, longer)
    return longer


def keep(records: MatchRepository, id: str, line: Line) -> Match:
    """Write the line as a fork, with a note that it was not played. Raises Refused; then nothing is written."""
    now = records.match(id)
    if all(frame.version != line.since for frame in now.frames):
        raise Refused(Refusal("R-STANDS", gettext("The move where this line starts no longer counts.")))
    tried(now, replace(line, base=now.version))
    fork = records.fork(id, line.since)
    match = records.record(fork.id, *line.events)
    records.note(fork.id, fork.version + 1, gettext("Tried out from here on, not played at the table."))
    return match


def explored(
    match: Match, line: Line | None, at: int | None, query: Mapping[str, Any]
) -> tuple[Match, dict[str, Json]]:
    """The match with the line in it, and the data for the component.

    `at` is the version of the table to send; the last one if it is None or unknown. `query` is the query of the live
    record: {"version", "within": taps, "line": the move to preview}.
    """
    current = line if line and line.events else Line(match.version, match.now.version)
    whole = tried(match, current)
    known = any(frame.version == at for frame in whole.frames)
    here = tried(match, until(match, current, at)) if known and at is not None else whole
    query = query if query.get("version") == here.now.version else {}
    move = query.get("line")
    live_record: dict[str, Json] = {
        **payload(here, tuple(map(str, query.get("within", ())))),
        "match": f"{match.id} {current.since} {current.events}",  # Draws that are half entered belong to this line.
        "version": here.now.version,
        "sheet": None,
        "tally": None,
        "preview": preview(here, move) if move else None,
    }
    return whole, {
        "base": current.base,
        "since": current.since,
        "line": len(current.events),
        "to": None if line is None else tried(match, line).now.version,
        "live_record": live_record,
    }
