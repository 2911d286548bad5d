"""One reader's look at a match: what the component is told, and what becomes of what it tells."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from random import SystemRandom
from typing import Final

import streamlit as st
from pydantic import TypeAdapter

from eventstore.match import Match, UnknownMatch
from eventstore.notes import NoteWritten
from eventstore.records import Records
from eventstore.store import UnusableStore
from viewer import language, visiting
from viewer.boards.scene import Json
from viewer.language import say
from viewer.outbox import Answer, Answers
from viewer.replay import Seen, exploring, remarks, replay, seen
from viewer.replay.exploring import Line, Wanted
from viewer.replay.payload import payload

SECONDS: Final = 1.0
"""How often the page of an open match looks whether something was recorded elsewhere."""

_ORDERS: Final[TypeAdapter[remarks.Order | Wanted]] = TypeAdapter(remarks.Order | Wanted)


@dataclass(slots=True)
class _Desk:
    """What a session keeps of a match: the answers to orders, and the line of moves that is tried out."""

    answers: Answers = field(default_factory=Answers)
    line: Line | None = None


def _desk(key: str) -> _Desk:
    desk: _Desk = st.session_state.setdefault(f"{key}-desk", _Desk())
    return desk


def perform(
    records: Records, match: Match, notes: Sequence[NoteWritten], forks: Sequence[str], *, writes: bool, keeps: bool
) -> Seen:
    """Show the match, or with moves tried out in it while the reader explores, and tell what the reader does.

    `forks` are the ids of the matches that were forked from it. The reader `writes` notes, and `keeps` what was tried.
    """
    key = f"replay-{match.id}"
    reader = seen(key)
    explores = reader.mode == "explore"
    desk = _desk(key)
    told = _explored(records, match, desk.line, reader) if explores else dict(_payload(match, _identity(match)))
    more: dict[str, Json] = {
        "notes": remarks.told(notes),
        "answers": desk.answers.to_json(),
        "parent": [match.parent, forked_at(match)] if match.parent else None,
        "forks": [[fork, None] for fork in forks],
        "writes": writes,
        "keeps": keeps,
    }
    told["stamp"] = f"{told['stamp']} {len(forks)}"
    replay(told | more, key=key, on_orders=partial(_take, match.id, key))
    if match.state == "open":
        _follow(match.id, match.version, notes)
    return reader


def _explored(records: Records, match: Match, line: Line | None, reader: Seen) -> dict[str, Json]:
    base = records.match(match.id, until=line.base) if line else match
    shown, explored = exploring.explored(base, line, reader.at, reader.asked)
    told = _payload(shown, (*_identity(shown), repr(line)))
    return told | {"explored": explored, "stamp": f"{told['stamp']} {explored['since']} {explored['line']}"}


def forked_at(match: Match) -> int:
    """The version of the last event a fork shares with its parent."""
    return max(frame.version for frame in match.frames if frame.version <= match.offset)


def _identity(match: Match) -> tuple[object, ...]:
    return match.id, match.version, match.names, match.people.redactions, language.current()


@st.cache_resource(max_entries=64, show_spinner=False)
def _payload(_match: Match, identity: object) -> dict[str, Json]:
    """The payload of a match, kept while `identity`, which is everything it depends on, stays the same."""
    return payload(_match)


# Fragments and callbacks outlive the run that opened the page's store: each is a visit of its own.


@st.fragment(run_every=SECONDS)
def _follow(id: str, version: int, notes: Sequence[NoteWritten]) -> None:
    """Run the page again once there is more of the match than this."""
    with visiting.visit() as visit:
        if not visit.sees(id) or (visit.records.match(id).version, visit.records.notes(id)) != (version, notes):
            st.rerun()


def _take(id: str, key: str) -> None:
    """Carry out the orders the component has just sent."""
    # Streamlit may interrupt a callback where it uses the session's state: never between an order and its answer.
    desk, sent = _desk(key), st.session_state[key]["orders"]
    with suppress(UnusableStore), visiting.visit() as visit:  # The page itself will say so; the orders come again.
        desk.answers.carry_out(sent, _ORDERS, partial(_carry_out, visit.records, id, desk))


def _carry_out(records: Records, id: str, desk: _Desk, order: remarks.Order | Wanted) -> Answer:
    try:
        if isinstance(order, remarks.Order):
            return remarks.carry_out(records, id, order)
        desk.line, answer = exploring.carry_out(records, id, desk.line, order, SystemRandom())
    except UnknownMatch:
        return Answer(order.key, "refused", say("There is no such match"))
    return answer
