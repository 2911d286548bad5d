"""The live recording page; other devices that show the same match follow automatically."""

from collections.abc import Hashable
from contextlib import suppress
from functools import partial
from typing import Final

import streamlit as st

from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.store import UnusableStore
from viewer import language, session
from viewer.boards.scene import Json
from viewer.language import gettext
from viewer.live import live_record
from viewer.live.payload import payload, preview
from viewer.live.requests import REQUESTS, run_request
from viewer.live.taps import Taps
from viewer.load_match import MatchUnavailable, cache_key, load_match
from viewer.navigation import Pages, error_page
from viewer.outbox import Responses
from viewer.phone import panel

SECONDS: Final = 1.0
"""Interval at which a page checks for events recorded by other devices."""


def show(library: MatchIndex, records: MatchRepository, pages: Pages) -> None:
    """Show the match in `?match=`."""
    id = st.query_params.get("match", "")
    links = st.container(key="links", horizontal=True, vertical_alignment="center")
    with links:
        st.page_link(pages.matches, label=gettext("Matches"), icon=":material/arrow_back:")
        st.page_link(pages.replay, label=gettext("Replay"), icon=":material/play_circle:", query_params={"match": id})
    try:
        match = load_match(records, id)
    except MatchUnavailable as error:
        error_page(error.title, str(error))
        return
    pages.require_role("recorder", match.id)
    with links:
        panel.popover(match, pages.principal)
    _follow(match.id)


# Fragments and callbacks outlive the run whose store the page used, so each opens its own.


@st.fragment(run_every=SECONDS)
def _follow(id: str) -> None:
    key = f"table-{id}"
    query = st.session_state.get(key, {}).get("query") or {}
    try:
        with session.open_session() as user_session:
            if not user_session.principal.has_role("recorder", id):
                st.rerun()  # Access was revoked: the page itself shows the reason.
            match = user_session.records.match(id)
            if query.get("version") != match.version:
                query = {}
            within = tuple(str(tap) for tap in query.get("within", ()))
            data = dict(_payload(match, within, cache_key(match)))
            line = query.get("line")
            data["preview"] = preview(match, line) if line else None
    except UnusableStore as error:
        error_page(gettext("The store cannot be opened"), language.translate(str(error)))
        return
    data["responses"] = _responses(key).to_json()
    live_record(data, key=key, on_requests=partial(_run_requests, id, key))


@st.cache_resource(max_entries=64, show_spinner=False)
def _payload(_match: Match, within: Taps, key: Hashable) -> dict[str, Json]:
    """The payload, cached by `within` and `key`."""
    return payload(_match, within)


def _responses(key: str) -> Responses:
    responses: Responses = st.session_state.setdefault(f"{key}-responses", Responses())
    return responses


def _run_requests(id: str, key: str) -> None:
    """Run the requests the component has just sent; the responses are shown with the table."""
    # Streamlit may interrupt a callback when it reads the session state: never between a request and its response.
    responses, sent = _responses(key), st.session_state[key]["requests"]
    with (
        suppress(UnusableStore),
        session.open_session() as user_session,
    ):  # The page shows the error; the requests are repeated.
        responses.run(sent, REQUESTS, partial(run_request, user_session.records, id))
