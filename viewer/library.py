"""The page of all matches: cards that can be filtered; every filter is part of the address."""

from base64 import b64encode
from datetime import date
from typing import Any, Final

import streamlit as st

from eventstore.projections import Library, MatchRow
from eventstore.records import Records
from viewer import demo
from viewer.boards import board_of
from viewer.boards.svg import Theme, thumbnail
from viewer.boards.text import number, plain
from viewer.cards import Card, Player, cards
from viewer.label import literal
from viewer.reading import Unshowable, read

CARDS = 24
"""Cards on a page; only these matches are folded, for their pictures."""


def show(library: Library, records: Records, replay: st.Page, new: st.Page, table: st.Page) -> None:
    """`replay` is the page a card opens, `new` the one that begins a match, `table` the one that goes on with it."""
    with st.container(horizontal=True):
        st.page_link(new, label="New match", icon=":material/add:")
        for last in library.matches(limit=1):
            if last.state == "open":
                label = literal(f"Go on with {last.title or last.game_title}")
                st.page_link(table, label=label, icon=":material/play_arrow:", query_params={"match": last.id})
    if not library.count():
        _invite(records)
        return
    st.title("Matches", anchor=False)
    wanted = _filters(library)
    found = library.count(**wanted)
    if not found:
        st.text("No match fits. Take a filter away to see more.")
        return
    pages = -(-found // CARDS)
    page = st.session_state.get("page", 1) if pages > 1 else 1
    rows = library.matches(**wanted, limit=CARDS, offset=CARDS * (min(page, pages) - 1))
    chosen = cards([_card(records, row) for row in rows])
    if pages > 1:
        st.pagination(pages, key="page", bind="query-params")
    if chosen:
        st.switch_page(replay, query_params={"match": chosen})


def _filters(library: Library) -> dict[str, str | None]:
    """The filter bar; what was chosen, in the words of `Library.matches`."""
    game, person, since, until = st.container(key="filters").columns([2, 2, 1, 1])
    bound: dict[str, Any] = {"bind": "query-params"}
    with game:
        titles = [title for title in library.games() if title]  # A match that cannot be read has none.
        of = st.selectbox("Game", titles, index=None, placeholder="All games", key="game", **bound)
    with person:
        by = st.selectbox("Person", library.players(), index=None, placeholder="Everybody", key="person", **bound)
    with since:
        first: date | None = st.date_input("From", value=None, format="YYYY-MM-DD", key="since", **bound)
    with until:
        last: date | None = st.date_input("To", value=None, format="YYYY-MM-DD", key="until", **bound)
    return {
        "game": of,
        "person": by,
        "since": first.isoformat() if first else None,
        "until": last.isoformat() if last else None,
    }


def _card(records: Records, row: MatchRow) -> Card:
    theme: Theme = "dark" if st.context.theme.type == "dark" else "light"
    scores = row.scores or (None,) * len(row.players)
    players = tuple(
        Player(plain(name), number(points), seat in row.winners)
        for seat, (name, points) in enumerate(zip(row.players, scores, strict=True))
    )
    facts = "  ·  ".join(plain(fact) for fact in (row.played_on, row.place, *row.tags) if fact)
    return Card(
        row.id,
        plain(row.title or row.game_title) or f"Match {row.id}",
        f"{plain(row.game_title)}  ·  {facts}" if row.title and facts else facts or plain(row.game_title),
        players,
        _picture(records, row.id, row.version, row.players, theme),
        "" if row.state == "finished" else row.state,
    )


@st.cache_resource(max_entries=1000, show_spinner=False)
def _picture(_records: Records, id: str, version: int, names: tuple[str, ...], theme: Theme) -> str:
    """The boards as they lie at `version`, as the address of an image; empty when the match cannot be read."""
    try:
        match = read(_records, id)
    except Unshowable:
        return ""
    board = board_of(match.game)
    picture = thumbnail(board.scene(match.now.state, names), board.symbols(), theme=theme)
    return "data:image/svg+xml;base64," + b64encode(picture.encode()).decode()


_COMMANDS: Final = """\
partie import MATCH.partie.jsonl
partie new chocolatier --player Anna --player Ben
"""


def _invite(records: Records) -> None:
    """An empty store: what to do first."""
    with st.container(width=640):
        st.title("No matches yet", anchor=False)
        st.write("A match appears here as soon as it is recorded or imported. From a terminal:")
        st.code(_COMMANDS, language="shell")
        st.write("Or look around first, in matches the computer played against itself:")
        if st.button("Make demo matches", type="primary"):
            with st.spinner("Playing"):
                demo.fill(records)
            st.rerun()
