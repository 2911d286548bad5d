"""The page where a match is recorded while it is played; other devices that show it follow by themselves."""

from contextlib import suppress
from dataclasses import asdict
from functools import partial
from typing import Final

import streamlit as st
from pydantic import ValidationError

from eventstore.match import Match, UnknownMatch
from eventstore.projections import Library
from eventstore.records import Records
from eventstore.store import UnusableStore
from viewer import language, message, visiting
from viewer.boards.scene import Json
from viewer.language import say
from viewer.pages import Pages
from viewer.reading import Unshowable, read
from viewer.table import table
from viewer.table.branches import Taps
from viewer.table.orders import Answer, carry_out, order_of
from viewer.table.payload import payload, preview

SECONDS: Final = 1.0
"""How often a page looks whether another device has recorded something."""


def show(library: Library, records: Records, pages: Pages) -> None:
    """The match named by `?match=`."""
    id = st.query_params.get("match", "")
    with st.container(key="ways", horizontal=True):
        st.page_link(pages.matches, label=say("Matches"), icon=":material/arrow_back:")
        st.page_link(pages.replay, label=say("Replay"), icon=":material/play_circle:", query_params={"match": id})
    try:
        match = read(records, id)
    except Unshowable as error:
        message.show(error.title, str(error))
        return
    pages.need("recorder", match.id)
    _follow(match.id)


# Fragments and callbacks outlive the run that opened the page's store: each is a visit of its own.


@st.fragment(run_every=SECONDS)
def _follow(id: str) -> None:
    key = f"table-{id}"
    asked = st.session_state.get(key, {}).get("asked") or {}
    try:
        with visiting.visit() as visit:
            if not visit.visitor.may("recorder", id):
                st.rerun()  # Not any more: the page itself will say so.
            match = visit.records.match(id)
            if asked.get("version") != match.version:
                asked = {}
            within = tuple(str(tap) for tap in asked.get("within", ()))
            identity = id, match.version, match.names, match.people.redactions, language.current()
            told = dict(_payload(match, within, identity))
            line = asked.get("line")
            told["preview"] = preview(match, line) if line else None
    except UnusableStore as error:
        message.show(say("The store cannot be opened"), language.told(str(error)))
        return
    answer: Answer | None = st.session_state.get(f"{key}-answer")
    told["answer"] = asdict(answer) if answer else None
    table(told, key=key, on_order=partial(_carry_out, id, key))


@st.cache_resource(max_entries=64, show_spinner=False)
def _payload(_match: Match, within: Taps, identity: object) -> dict[str, Json]:
    """The payload, kept while `within` and `identity`, which is everything else it depends on, stay the same."""
    return payload(_match, within)


def _carry_out(id: str, key: str) -> None:
    """Carry out the order the component has just given; the answer is shown with the table."""
    try:
        order = order_of(st.session_state[key]["order"])
    except ValidationError:
        return
    last: Answer | None = st.session_state.get(f"{key}-answer")
    if last and last.key == order.key:  # Notes have no key in the log: a double tap is caught here.
        return
    with visiting.visit() as visit, suppress(UnknownMatch):  # The page itself will say that it is gone.
        st.session_state[f"{key}-answer"] = carry_out(visit.records, id, order)
