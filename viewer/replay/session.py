"""One reader's session with a match: the data sent to the component, and the requests that come back."""

from collections.abc import Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from random import SystemRandom
from typing import Final, TypeAlias

import streamlit as st
from pydantic import TypeAdapter

from eventstore.matches.match import Match
from eventstore.matches.notes import NoteWritten
from eventstore.matches.repository import MatchRepository
from eventstore.store.store import UnusableStore
from viewer import session
from viewer.boards.scene import Json
from viewer.load_match import cache_key
from viewer.notes import NoteRequest, notes_to_json, write_note
from viewer.outbox import OutboxResponse, Responses
from viewer.replay import ReplayState, exploring, replay, replay_state
from viewer.replay.exploring import ExploreRequest, Line
from viewer.replay.payload import payload

SECONDS: Final = 1.0
"""Interval at which the page of an open match checks for events recorded elsewhere."""

_Request: TypeAlias = NoteRequest | ExploreRequest
_REQUESTS: Final[TypeAdapter[_Request]] = TypeAdapter(_Request)


@dataclass(slots=True)
class _ReplaySession:
    """The state a session keeps for a match: the responses to requests, and the explored line."""

    responses: Responses = field(default_factory=Responses)
    line: Line | None = None


def _replay_session(key: str) -> _ReplaySession:
    own: _ReplaySession = st.session_state.setdefault(f"{key}-session", _ReplaySession())
    return own


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
    state = replay_state(key)
    own = _replay_session(key)
    if state.mode == "explore":
        data = _explored(records, match, own.line, state)
    else:
        data = dict(_payload(match, cache_key(match)))
    more: dict[str, Json] = {
        "revision": f"{data['revision']} {len(forks)}",
        "notes": notes_to_json(notes),
        "responses": own.responses.to_json(),
        "parent": [match.parent, forked_at(match)] if match.parent else None,
        "forks": [[fork, None] for fork in forks],
        "writes": writes,
        "keeps": keeps,
    }
    replay(data | more, key=key, on_requests=partial(_run_requests, match.id, key))
    if match.state == "open":
        _follow(match.id, match.version, notes)
    return state


def _explored(records: MatchRepository, match: Match, line: Line | None, state: ReplayState) -> dict[str, Json]:
    base = records.match(match.id, until=line.base) if line else match
    whole, explored = exploring.explored(base, line, state.at, state.query)
    data = _payload(whole, (*cache_key(whole), repr(line)))
    return data | {"explored": explored, "revision": f"{data['revision']} {explored['since']} {explored['line']}"}


def forked_at(match: Match) -> int:
    """The version of the last event a fork shares with its parent."""
    return max(frame.version for frame in match.frames if frame.version <= match.offset)


@st.cache_resource(max_entries=64, show_spinner=False)
def _payload(_match: Match, key: Hashable) -> dict[str, Json]:
    """The payload, cached by `key`."""
    return payload(_match)


# Fragments and callbacks outlive the run whose store the page used, so each opens its own.


@st.fragment(run_every=SECONDS)
def _follow(id: str, version: int, notes: Sequence[NoteWritten]) -> None:
    """Run the page again after a new event or note."""
    with session.open_session() as user_session:
        if not user_session.can_see(id) or (user_session.records.match(id).version, user_session.records.notes(id)) != (
            version,
            notes,
        ):
            st.rerun()


def _run_requests(id: str, key: str) -> None:
    """Run the requests the component has just sent."""
    # Streamlit may interrupt a callback when it reads the session state: never between a request and its response.
    own, sent = _replay_session(key), st.session_state[key]["requests"]
    with (
        suppress(UnusableStore),
        session.open_session() as user_session,
    ):  # The page shows the error; the requests are repeated.
        own.responses.run(sent, _REQUESTS, partial(_run_request, user_session.records, id, own))


def _run_request(records: MatchRepository, id: str, own: _ReplaySession, request: _Request) -> OutboxResponse:
    if isinstance(request, NoteRequest):
        return write_note(records, id, request)
    own.line, response = exploring.run_request(records, id, own.line, request, SystemRandom())
    return response
