"""One reader's look at a match: what the component is told, and what becomes of what it tells."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from random import SystemRandom
from typing import Final

import streamlit as st
from pydantic import ValidationError

from eventstore.match import Match, UnknownMatch
from eventstore.notes import NoteWritten
from eventstore.records import Records
from viewer import language, visiting
from viewer.boards.scene import Json
from viewer.replay import Seen, exploring, remarks, replay, seen
from viewer.replay.exploring import Line
from viewer.replay.payload import payload
from viewer.table.orders import Answer

SECONDS: Final = 1.0
"""How often the page of an open match looks whether something was recorded elsewhere."""


def perform(
    records: Records, match: Match, notes: Sequence[NoteWritten], forks: Sequence[str], *, writes: bool, keeps: bool
) -> Seen:
    """Show the match, or with moves tried out in it while the reader explores, and tell what the reader does.

    `forks` are the ids of the matches that were forked from it. The reader `writes` notes, and `keeps` what was tried.
    """
    key = f"replay-{match.id}"
    reader = seen(key)
    explores = reader.mode == "explore"
    told = _explored(records, match, key, reader) if explores else dict(_payload(match, _identity(match)))
    answer: remarks.Answer | None = st.session_state.get(f"{key}-answer")
    more: dict[str, Json] = {
        "notes": remarks.told(notes),
        "answer": {"key": answer.key, "refused": answer.refused} if answer else None,
        "parent": [match.parent, forked_at(match)] if match.parent else None,
        "forks": [[fork, None] for fork in forks],
        "writes": writes,
        "keeps": keeps,
    }
    told["stamp"] = f"{told['stamp']} {len(forks)}"
    replay(told | more, key=key, on_order=partial(_carry_out, match.id, key), on_tried=partial(_try_out, match.id, key))
    if match.state == "open":
        _follow(match.id, match.version, notes)
    return reader


def _explored(records: Records, match: Match, key: str, reader: Seen) -> dict[str, Json]:
    line: Line | None = st.session_state.get(f"{key}-line")
    answer: Answer | None = st.session_state.get(f"{key}-tried")
    base = records.match(match.id, until=line.base) if line else match
    shown, explored = exploring.explored(base, line, reader.at, reader.asked, answer)
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


def _carry_out(id: str, key: str) -> None:
    """Carry out the order about notes that the component has just given."""
    try:
        order = remarks.order_of(st.session_state[key]["order"])
    except ValidationError:
        return
    with visiting.visit() as visit, suppress(UnknownMatch):  # The page itself will say that it is gone.
        st.session_state[f"{key}-answer"] = remarks.carry_out(visit.records, id, order)


def _try_out(id: str, key: str) -> None:
    """Play the move the component has just given on the line of this reader, or end the line."""
    try:
        wanted = exploring.wanted_of(st.session_state[key]["tried"])
    except ValidationError:
        return
    # An order comes again while its answer is on the way, perhaps after the next one: each is carried out once.
    answers: dict[str, Answer] = st.session_state.setdefault(f"{key}-answers", {})
    if wanted.key not in answers:
        before: Line | None = st.session_state.get(f"{key}-line")
        with visiting.visit() as visit, suppress(UnknownMatch):
            line, answers[wanted.key] = exploring.carry_out(visit.records, id, before, wanted, SystemRandom())
            st.session_state[f"{key}-line"] = line
    st.session_state[f"{key}-tried"] = answers.get(wanted.key)
