"""The live recording page; other devices that show the same match follow automatically."""

from contextlib import suppress
from functools import partial
from typing import Final

import streamlit as st

from eventstore.matches.match import Match, UnknownMatch
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.store import UnusableStore
from viewer import language, session
from viewer.boards.scene import Json
from viewer.language import gettext
from viewer.live import table
from viewer.live.orders import ORDERS, Order, carry_out
from viewer.live.payload import payload, preview
from viewer.live.taps import Taps
from viewer.load_match import MatchUnavailable, load_match
from viewer.navigation import Pages, error_page
from viewer.outbox import Answer, Answers

SECONDS: Final = 1.0
"""Interval at which a page checks for events recorded by other devices."""


def show(library: MatchIndex, records: MatchRepository, pages: Pages) -> None:
    """Show the match in `?match=`."""
    id = st.query_params.get("match", "")
    with st.container(key="ways", horizontal=True):
        st.page_link(pages.matches, label=gettext("Matches"), icon=":material/arrow_back:")
        st.page_link(pages.replay, label=gettext("Replay"), icon=":material/play_circle:", query_params={"match": id})
    try:
        match = load_match(records, id)
    except MatchUnavailable as error:
        error_page(error.title, str(error))
        return
    pages.require_role("recorder", match.id)
    _follow(match.id)


# Fragments and callbacks outlive the run whose store the page used, so each opens its own.


@st.fragment(run_every=SECONDS)
def _follow(id: str) -> None:
    key = f"table-{id}"
    asked = st.session_state.get(key, {}).get("asked") or {}
    try:
        with session.open_session() as visit:
            if not visit.principal.has_role("recorder", id):
                st.rerun()  # Access was revoked: the page itself shows the reason.
            match = visit.records.match(id)
            if asked.get("version") != match.version:
                asked = {}
            within = tuple(str(tap) for tap in asked.get("within", ()))
            identity = id, match.version, match.names, match.people.redactions, language.current()
            told = dict(_payload(match, within, identity))
            line = asked.get("line")
            told["preview"] = preview(match, line) if line else None
    except UnusableStore as error:
        error_page(gettext("The store cannot be opened"), language.translate(str(error)))
        return
    told["answers"] = _answers(key).to_json()
    table(told, key=key, on_orders=partial(_carry_out, id, key))


@st.cache_resource(max_entries=64, show_spinner=False)
def _payload(_match: Match, within: Taps, identity: object) -> dict[str, Json]:
    """The payload, cached by `within` and `identity`, which holds everything else it depends on."""
    return payload(_match, within)


def _answers(key: str) -> Answers:
    answers: Answers = st.session_state.setdefault(f"{key}-answers", Answers())
    return answers


def _carry_out(id: str, key: str) -> None:
    """Run the requests the component has just sent; the responses are shown with the table."""
    # Streamlit may interrupt a callback when it reads the session state: never between a request and its response.
    answers, sent = _answers(key), st.session_state[key]["orders"]
    with (
        suppress(UnusableStore),
        session.open_session() as visit,
    ):  # The page shows the error; the requests are repeated.

        def answer(order: Order) -> Answer:
            try:
                return carry_out(visit.records, id, order)
            except UnknownMatch:
                return Answer(order.key, "refused", gettext("There is no such match"))

        answers.carry_out(sent, ORDERS, answer)
