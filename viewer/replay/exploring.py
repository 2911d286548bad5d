"""Moves tried out where a match might have gone another way: a line that is written nowhere until it is kept as a fork.

Told to the component as {"base": up to this version everything was recorded, "since": version the line leaves from,
"line": number of its events, "to": version to stand at once an order is carried out, or null,
"table": see `viewer.table.payload`}.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal, TypeAlias

from core.entries import TakenBack
from core.game import Refusal, fact
from eventstore.match import Match, Refused, grow
from eventstore.records import Records
from eventstore.store import Conflict
from viewer.boards.scene import Json
from viewer.language import say, told
from viewer.outbox import Answer
from viewer.table.orders import Order, event_of
from viewer.table.payload import payload, preview


@dataclass(frozen=True, slots=True)
class Line:
    """What is played instead after the standing event `since` of a match as of its version `base`."""

    base: int
    since: int
    events: tuple[Any, ...] = ()


@fact
@dataclass(frozen=True, slots=True)
class Wish:
    """What is to become of the whole line. `key` makes it once only."""

    key: str
    wish: Literal["keep", "discard"]


Wanted: TypeAlias = Order | Wish


def tried(match: Match, line: Line) -> Match:
    """The match as of `line.base` as a fork that holds the line, in memory only. Raises Refused."""
    versions = [frame.version for frame in match.frames]
    instead_of = versions[versions.index(line.since) + 1 :][:1]
    if not line.events and not instead_of:
        return match
    fork = replace(match, offset=line.base, parent=match.id)
    return grow(fork, [*map(TakenBack, instead_of), *line.events], None)[0]


def until(match: Match, line: Line, at: int) -> Line:
    """The line as far as its event `at`; where the match itself has that event, a new line from there.

    Raises Refused when neither has it.
    """
    if any(frame.version == at for frame in match.frames):
        return Line(line.base, at)
    played = [frame.version for frame in tried(match, line).frames if frame.version > line.base]
    if at not in played:
        raise Refused(Refusal("R-STANDS", say("This move is not in the line any more.")))
    return replace(line, events=line.events[: played.index(at) + 1])


def carry_out(records: Records, id: str, line: Line | None, wanted: Wanted, rng: Random) -> tuple[Line | None, Answer]:
    """What the line is after this, None when it ended, and the answer. Only a line to be kept is written."""
    try:
        match = records.match(id, until=line.base) if line else records.match(id)
        if isinstance(wanted, Order):
            return play(match, line or Line(match.version, match.now.version), wanted, rng), Answer(wanted.key, "done")
        if wanted.wish == "keep":
            if line is None:
                raise Refused(Refusal("R-STANDS", say("No moves are tried out here any more.")))
            keep(records, id, line)
            return None, Answer(wanted.key, "done", say("Kept as a match of its own; its link stands above."))
        return None, Answer(wanted.key, "done")
    except Refused as refused:
        return line, Answer(wanted.key, "refused", f"{told(refused.refusal.sentence)} ({refused.refusal.rule})")
    except Conflict:
        return line, Answer(wanted.key, "moved", say("Somebody else wrote at the same moment. Please try again."))
    except ValueError as error:
        return line, Answer(wanted.key, "refused", told(str(error)))


def play(match: Match, line: Line, order: Order, rng: Random) -> Line:
    """The line with one more move or draw after the event `order.after`, in place of what it had there.

    Taking back takes its last event off. Raises Refused, and ValueError for a text that is no event.
    """
    here = until(match, line, order.after)
    event = event_of(tried(match, here), order, rng)
    if isinstance(event, TakenBack) and here.events:
        return replace(here, events=here.events[:-1])
    if not isinstance(event, match.game.EVENTS):
        raise ValueError(say("Only moves and draws are tried out."))
    longer = replace(here, events=(*here.events, event))
    tried(match, longer)
    return longer


def keep(records: Records, id: str, line: Line) -> Match:
    """Write the line as a fork of the match, with a note that nobody played it. Raises Refused, then nothing is."""
    now = records.match(id)
    if all(frame.version != line.since for frame in now.frames):
        raise Refused(Refusal("R-STANDS", say("The move this line leaves from no longer stands.")))
    tried(now, replace(line, base=now.version))
    fork = records.fork(id, line.since)
    kept = records.record(fork.id, *line.events)
    records.note(fork.id, fork.version + 1, say("Tried out from here on, not played at the table."))
    return kept


def explored(
    match: Match, kept: Line | None, at: int | None, asked: Mapping[str, Any]
) -> tuple[Match, dict[str, Json]]:
    """The match with the line in it, and what the component is told of it.

    `at` is the version whose table is told, the last one where it is None or no event of theirs. `asked` is what the
    table asked for: {"version", "within": taps, "line": the move to preview}.
    """
    line = kept if kept and kept.events else Line(match.version, match.now.version)
    whole = tried(match, line)
    known = any(frame.version == at for frame in whole.frames)
    here = tried(match, until(match, line, at)) if known and at is not None else whole
    asked = asked if asked.get("version") == here.now.version else {}
    wanted = asked.get("line")
    table: dict[str, Json] = {
        **payload(here, tuple(map(str, asked.get("within", ())))),
        "match": f"{match.id} {line.since} {line.events}",  # Draws half tapped in are those of this line.
        "version": here.now.version,
        "sheet": None,
        "tally": None,
        "preview": preview(here, wanted) if wanted else None,
    }
    to = None if kept is None else tried(match, kept).now.version
    return whole, {"base": line.base, "since": line.since, "line": len(line.events), "to": to, "table": table}
