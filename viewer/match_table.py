"""Matches as a table, and their export as one archive."""

from collections.abc import Collection, Sequence
from functools import partial
from io import BytesIO
from typing import Final
from urllib.parse import quote

import streamlit as st

from eventstore.access.grants import Principal
from eventstore.formats import archive
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.projection import MatchRow
from viewer import session
from viewer.address import read_address, write_address
from viewer.boards.text import listed, number, plain
from viewer.filters import DEPTHS, STATES
from viewer.language import gettext, gettext_noop, ngettext, translate

VIEWS: Final = {"cards": gettext_noop("Cards"), "table": gettext_noop("List")}
FILE: Final = "matches.partie.jsonl"


def view_switch(found: int) -> bool:
    """Show the switch between cards and table; returns True for the table. `found` is the number of matches."""
    read_address("view", VIEWS, "cards")
    with st.container(horizontal=True, vertical_alignment="center", key="views"):
        st.caption(ngettext("{number} match", "{number} matches", found), width="stretch")
        view = st.segmented_control(
            gettext("View"),
            VIEWS,
            required=True,
            format_func=lambda each: gettext(VIEWS[each]),
            label_visibility="collapsed",
            key="view",
        )
    write_address("view", "table" if view == "table" else None)
    return view == "table"


def show(rows: Sequence[MatchRow], match_filter: MatchFilter, found: int, principal: Principal) -> list[str]:
    """Show one page of rows out of `found` matches; returns the ids of the selected rows.

    The selected rows can be exported, else all matches.
    """
    columns = {
        gettext("Open"): [f"replay?match={quote(row.id)}" for row in rows],
        gettext("Date"): [row.played_on or "" for row in rows],
        gettext("Game"): [plain(translate(row.game_title)) for row in rows],
        gettext("Title"): [plain(row.title or "") for row in rows],
        gettext("Players"): [_standings(row) for row in rows],
        gettext("Won"): [listed([plain(row.players[seat]) for seat in row.winners]) for row in rows],
        gettext("Place"): [plain(row.place or "") for row in rows],
        gettext("Tags"): [", ".join(map(plain, row.tags)) for row in rows],
        gettext("Recorded"): [gettext(DEPTHS[row.depth]) for row in rows],
        gettext("State"): [gettext(STATES[row.state]) for row in rows],
        gettext("Statistics"): ["" if row.counted else gettext("not counted") for row in rows],
    }
    link = st.column_config.LinkColumn(display_text=":material/play_circle:", width="small")
    table = st.dataframe(
        {name: cells for name, cells in columns.items() if any(cells)},
        hide_index=True,
        column_config={gettext("Open"): link},
        on_select="rerun",
        selection_mode="multi-row",
        key="rows",
        height="content" if len(rows) < 16 else 620,
    )
    picked = [rows[place].id for place in table.selection.rows]
    count = len(picked) or found
    st.download_button(
        ngettext("Export {number} match as a script", "Export {number} matches as one script", count),
        partial(scripts, principal, picked, match_filter),
        FILE,
        mime="application/jsonl",
        icon=":material/download:",
        on_click="ignore",
    )
    return picked


def _standings(row: MatchRow) -> str:
    scores = row.scores or (None,) * len(row.players)
    return ", ".join(
        plain(name) if points is None else f"{plain(name)} {number(points)}"
        for name, points in zip(row.players, scores, strict=True)
    )


def scripts(principal: Principal, picked: Collection[str], match_filter: MatchFilter) -> bytes:
    """The archive of the picked matches, of all that fit the filter if none is picked; damaged matches are left out.

    Opens its own store, because it runs after the store of the page is closed.
    """
    with session.open_session(principal) as user_session:
        file, fitting = BytesIO(), user_session.listed.ids(**match_filter)
        archive.write(user_session.records, [id for id in fitting if not picked or id in picked], file)
        return file.getvalue()
