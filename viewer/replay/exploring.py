"""Exploration: alternative moves from a point of a match, held in memory until they are kept as a fork.

Sent to the component as {"base": last version of the match that the line knows, "since": version after which the line
begins, "line": number of its events, "to": version to show right after a request, or null,
"table": see `viewer.live.payload`}.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal, TypeAlias

from core.game import Refusal, fact
from core.record_events import TakenBack
from eventstore.matches.match import Match, Refused, apply_events
from eventstore.matches.repository import MatchRepository
from eventstore.store.store import Conflict
from viewer.boards.scene import Json
from viewer.language import gettext, translate
from viewer.live.orders import Order, event_of
from viewer.live.payload import payload, preview
from viewer.outbox import Answer


@dataclass(frozen=True, slots=True)
class Line:
    """The events played after the effective event `since`, in place of those of the match at version `base`."""

    base: int
    since: int
    events: tuple[Any, ...] = ()


@fact
@dataclass(frozen=True, slots=True)
class Wish:
    """A request about the whole line. `key` is its idempotency key."""

    key: str
    wish: Literal["keep", "discard"]


Wanted: TypeAlias = Order | Wish


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


def carry_out(
    records: MatchRepository, id: str, line: Line | None, wanted: Wanted, rng: Random
) -> tuple[Line | None, Answer]:
    """Run a request; returns the new line (None when it ended) and the response. Only "keep" writes to the store."""
    try:
        match = records.match(id, until=line.base) if line else records.match(id)
        if isinstance(wanted, Order):
            return play(match, line or Line(match.version, match.now.version), wanted, rng), Answer(wanted.key, "done")
        if wanted.wish == "keep":
            if line is None:
                raise Refused(Refusal("R-STANDS", gettext("There are no trial moves here any more.")))
            keep(records, id, line)
            return None, Answer(wanted.key, "done", gettext("Saved as a separate match; the link is above."))
        return None, Answer(wanted.key, "done")
    except Refused as refused:
        return line, Answer(wanted.key, "refused", f"{translate(refused.refusal.sentence)} ({refused.refusal.rule})")
    except Conflict:
        return line, Answer(wanted.key, "moved", gettext("Another user saved a change at the same time. Try again."))
    except ValueError as error:
        return line, Answer(wanted.key, "refused", translate(str(error)))


def play(match: Match, line: Line, order: Order, rng: Random) -> Line:
    """The line with one more move or draw after the event `order.after`; the line's later events are dropped.

    Undo removes its last event. Raises Refused, and ValueError for a text that is not an event.
    """
    here = until(match, line, order.after)
    event = event_of(tried(match, here), order, rng)
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
    kept = records.record(fork.id, *line.events)
    records.note(fork.id, fork.version + 1, gettext("Tried out from here on, not played at the table."))
    return kept


def explored(
    match: Match, kept: Line | None, at: int | None, asked: Mapping[str, Any]
) -> tuple[Match, dict[str, Json]]:
    """The match with the line in it, and the data for the component.

    `at` is the version of the table to send; the last one if it is None or unknown. `asked` is the request of the live
    record: {"version", "within": taps, "line": the move to preview}.
    """
    line = kept if kept and kept.events else Line(match.version, match.now.version)
    whole = tried(match, line)
    known = any(frame.version == at for frame in whole.frames)
    here = tried(match, until(match, line, at)) if known and at is not None else whole
    asked = asked if asked.get("version") == here.now.version else {}
    wanted = asked.get("line")
    table: dict[str, Json] = {
        **payload(here, tuple(map(str, asked.get("within", ())))),
        "match": f"{match.id} {line.since} {line.events}",  # Draws that are half entered belong to this line.
        "version": here.now.version,
        "sheet": None,
        "tally": None,
        "preview": preview(here, wanted) if wanted else None,
    }
    to = None if kept is None else tried(match, kept).now.version
    return whole, {"base": line.base, "since": line.since, "line": len(line.events), "to": to, "table": table}
