"""The quiet part below the plays: export and withdrawal of those found, withdrawn and simulated matches."""

from functools import partial
from io import BytesIO
from typing import Final

import streamlit as st

from eventstore.access.grants import Principal
from eventstore.formats import script
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from viewer.locale.language import gettext, ngettext
from viewer.pages.shared import session, withdrawing
from viewer.pages.shared.pages import Pages

FILE: Final = "matches.partie.jsonl"
MAX_WITHDRAWN: Final = 500
"""Matches that are withdrawn at once: each is a write of its own."""


def more(index: MatchIndex, matches: MatchRepository, pages: Pages, match_filter: MatchFilter, found: int) -> None:
    """The menu of what can be done with the matches found."""
    with st.popover(gettext("More"), key="list-more"):
        st.download_button(
            ngettext("Export {number} match as a script", "Export {number} matches as one script", found),
            partial(scripts, pages.principal, match_filter),
            FILE,
            mime="application/jsonl",
            icon=":material/download:",
            on_click="ignore",
        )
        if not pages.has_role("recorder"):
            return
        st.page_link(pages.twice, label=gettext("One play or two?"), icon=":material/merge:")
        _simulated(index)
        _withdrawn(index, matches, match_filter, found)


def _withdrawn(index: MatchIndex, matches: MatchRepository, match_filter: MatchFilter, found: int) -> None:
    if match_filter.get("withdrawn"):
        withdrawing.restore_button(matches, index.ids(**match_filter))
        return
    if any(match_filter.values()) and 0 < found <= MAX_WITHDRAWN:
        label = ngettext("Withdraw {number} match", "Withdraw {number} matches", found)
        if st.button(label, icon=":material/inventory_2:", key="withdraw"):
            withdrawing.withdraw_dialog(*index.ids(**match_filter))


def _simulated(index: MatchIndex) -> None:
    """The button that puts the simulated matches away, or shows them again, once there are others."""
    simulated, own = index.count(simulated=True), index.count(simulated=False)
    if not simulated or not own:
        return
    is_hidden = index.count() < simulated + own
    if is_hidden:
        label = ngettext("Show {number} simulated match", "Show {number} simulated matches", simulated)
    else:
        label = ngettext("Put {number} simulated match away", "Put {number} simulated matches away", simulated)
    look = ":material/visibility:" if is_hidden else ":material/visibility_off:"
    st.button(label, icon=look, key="simulated-switch", on_click=_hide_simulated, args=(not is_hidden,))


def _hide_simulated(hidden: bool) -> None:
    # A callback runs after the store of the page is closed.
    with session.open_session() as user_session:
        user_session.list_settings.hide_simulated(hidden)


def scripts(principal: Principal, match_filter: MatchFilter) -> bytes:
    """The archive of all matches that fit the filter; damaged matches are left out.

    Opens its own store, because it runs after the store of the page is closed.
    """
    with session.open_session(principal) as user_session:
        file = BytesIO()
        script.write_all(user_session.records, user_session.listed.ids(**match_filter), file)
        return file.getvalue()
