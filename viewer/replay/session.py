"""One reader's session with a match: the data sent to the component, and the requests that come back."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from random import SystemRandom
from typing import Final

import streamlit as st
from pydantic import TypeAdapter

from eventstore.matches.match import Match, UnknownMatch
from eventstore.matches.notes import NoteWritten
from eventstore.matches.repository import MatchRepository
from eventstore.store.store import UnusableStore
from viewer import language, session
from viewer.boards.scene import Json
from viewer.language import gettext
from viewer.outbox import Answer, Answers
from viewer.replay import ReplayState, exploring, note_orders, replay, replay_state
from viewer.replay.exploring import Line, Wanted
from viewer.replay.payload import payload

SECONDS: Final = 1.0
"""Interval at which the page of an open match checks for events recorded elsewhere."""

_ORDERS: Final[TypeAdapter[note_orders.Order | Wanted]] = TypeAdapter(note_orders.Order | Wanted)


@dataclass(slots=True)
class _Desk:
    """The state a session keeps for a match: the responses to requests, and the explored line."""

    answers: Answers = field(default_factory=Answers)
    line: Line | None = None


def _desk(key: str) -> _Desk:
    desk: _Desk = st.session_state.setdefault(f"{key}-desk", _Desk())
    return desk


def show_replay(
    records: MatchRepository,
    match: Match,
    notes: Sequence[NoteWritten],
    forks: Sequence[str],
    *,
    writes: bool,
    keeps: bool,
) -> ReplayState:
    """Show the match, with the explored line in explore mode, and return the reader's state.

    `forks` are the ids of the forks of the match. `writes` allows notes, `keeps` allows the explored line to become a
    fork.
    """
    key = f"replay-{match.id}"
    reader = replay_state(key)
    explores = reader.mode == "explore"
    desk = _desk(key)
    told = _explored(records, match, desk.line, reader) if explores else dict(_payload(match, _identity(match)))
    more: dict[str, Json] = {
        "notes": note_orders.told(notes),
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


def _explored(records: MatchRepository, match: Match, line: Line | None, reader: ReplayState) -> dict[str, Json]:
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
    """The payload, cached by `identity`, which holds everything it depends on."""
    return payload(_match)


# Fragments and callbacks outlive the run whose store the page used, so each opens its own.


@st.fragment(run_every=SECONDS)
def _follow(id: str, version: int, notes: Sequence[NoteWritten]) -> None:
    """Run the page again after a new event or note."""
    with session.open_session() as visit:
        if not visit.can_see(id) or (visit.records.match(id).version, visit.records.notes(id)) != (version, notes):
            st.rerun()


def _take(id: str, key: str) -> None:
    """Run the requests the component has just sent."""
    # Streamlit may interrupt a callback when it reads the session state: never between a request and its response.
    desk, sent = _desk(key), st.session_state[key]["orders"]
    with (
        suppress(UnusableStore),
        session.open_session() as visit,
    ):  # The page shows the error; the requests are repeated.
        desk.answers.carry_out(sent, _ORDERS, partial(_carry_out, visit.records, id, desk))


def _carry_out(records: MatchRepository, id: str, desk: _Desk, order: note_orders.Order | Wanted) -> Answer:
    try:
        if isinstance(order, note_orders.Order):
            return note_orders.carry_out(records, id, order)
        desk.line, answer = exploring.carry_out(records, id, desk.line, order, SystemRandom())
    except UnknownMatch:
        return Answer(order.key, "refused", gettext("Match not found"))
    return answer
