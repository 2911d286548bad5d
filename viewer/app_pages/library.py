"""The page of all matches: links to continue, then the filtered matches as cards or as a table."""

from typing import Final

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from viewer import flash, match_table, withdrawing
from viewer.app_pages import home
from viewer.boards.svg import Theme
from viewer.boards.text import fit, plain
from viewer.cards import cards
from viewer.filters import filters
from viewer.language import date, gettext, ngettext, translate
from viewer.markdown import escape
from viewer.match_cards import card
from viewer.navigation import Pages, error_page

CARDS = 24
"""Cards per page; only these matches are folded, for their pictures."""

ROWS = 200
"""Rows per page of the table, which folds no match."""

BOOKMARKS: Final = 5
"""Number of bookmarks shown, the newest first."""


def show(library: MatchIndex, records: MatchRepository, pages: Pages) -> None:
    """Show the links to continue and the list of matches."""
    withdrawn = library.count(withdrawn=True)
    if not library.count() and not withdrawn:
        if pages.has_role("recorder"):
            home.first_steps(records, pages)
        else:
            home.explain()
            error_page(gettext("No matches yet"), gettext("You do not have access to any match."))
        return
    home.explain()
    home.go_on(library, records, pages)
    _bookmarks(library, pages.replay)
    st.title(gettext("Matches"), anchor=False)
    home.simulated_switch(library, pages, hidden=False)
    flash.show()
    match_filter = filters(library, records)
    is_recorder = pages.has_role("recorder")
    if withdrawn and is_recorder:
        label = ngettext("{number} withdrawn match", "{number} withdrawn matches", withdrawn)
        match_filter["withdrawn"] = st.toggle(label, key="withdrawn", bind="query-params")
    found = library.count(**match_filter)
    if not found:
        st.text(gettext("No matches found. Remove a filter to see more."))
        home.simulated_switch(library, pages, hidden=True)
        return
    as_table = match_table.view_switch(found)
    size = ROWS if as_table else CARDS
    last = -(-found // size)
    page = st.session_state.get("page", 1) if last > 1 else 1
    rows = library.matches(**match_filter, limit=size, offset=size * (min(page, last) - 1))
    if as_table:
        picked = match_table.show(rows, match_filter, found, pages.principal)
        if picked and is_recorder:
            change = withdrawing.restore_button if match_filter.get("withdrawn") else withdrawing.withdraw_button
            change(records, picked)
    else:
        theme: Theme = "dark" if st.context.theme.type == "dark" else "light"
        cards([card(records, row, theme) for row in rows])
    if last > 1:
        st.pagination(last, key="page", bind="query-params")
    home.simulated_switch(library, pages, hidden=True)


def _bookmarks(library: MatchIndex, replay: st.Page) -> None:
    """Links to the newest bookmarks."""
    marked = library.bookmarks(BOOKMARKS)
    if not marked:
        return
    with st.container(key="bookmarks", gap="xxsmall"):
        st.caption(gettext("Bookmarks to discuss"))
        for row, note in marked:
            day = date(row.played_on) if row.played_on else ""
            facts = "  ·  ".join(
                plain(fact) for fact in (row.title or translate(row.game_title), day, row.place) if fact
            )
            label = escape(f"{facts}: {fit(note.text, 80)}" if note.text.strip() else facts)
            moment = {"match": row.id, "at": str(note.about)}
            st.page_link(replay, label=label, icon=":material/bookmark:", query_params=moment)
