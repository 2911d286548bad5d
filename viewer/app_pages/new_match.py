"""The page that starts a match: game, players, seats and recording depth on one screen."""

from collections.abc import Sequence
from datetime import date
from typing import Final

import streamlit as st

from core import games
from core.game import AnyGame
from core.games import scoresheet
from eventstore import codec
from eventstore.matches.match import MATCHES
from eventstore.matches.repository import MatchRepository, new_id
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import MatchRow
from eventstore.store.store import Conflict
from viewer import seating
from viewer.boards.text import fit
from viewer.language import gettext, gettext_noop, listed, translate
from viewer.markdown import escape
from viewer.navigation import Pages
from viewer.option_inputs import chosen_variants, key_of, kinds_of, vars_of

MOVES, ROUNDS, FINAL = gettext_noop("Every move"), gettext_noop("Points by round"), gettext_noop("Final points")

STYLE: Final = """
<style>
.st-key-new-match button { min-height: 44px; }
[class*=st-key-seat-] button { min-width: 44px; }
[class*=st-key-seat-] button [data-testid=stMarkdownContainer] { position: absolute; width: 1px; height: 1px;
  overflow: hidden; clip-path: inset(50%); }
</style>
"""
"""Buttons large enough for fingers. The labels beside the arrows are hidden visually."""


def show(library: MatchIndex, records: MatchRepository, pages: Pages) -> None:
    """Ask for everything that a new match needs, and start it."""
    st.html(STYLE)
    with st.container(width=640, key="new-match"):
        st.title(gettext("New match"), anchor=False)
        last = next(iter(library.matches(limit=1)), None)
        if last is not None and last.state != "damaged":
            offer_again(records, last)
        keys = [game.KEY for game in games.GAMES]
        key = st.pills(gettext("Game"), keys, default=keys[0], required=True, format_func=_title, key="new-game")
        game = games.find(key or keys[0])
        depths = [MOVES, ROUNDS, FINAL][game is scoresheet :]
        depth = st.segmented_control(
            gettext("Recorded"), depths, default=depths[0], required=True, format_func=gettext, key=_depth_key(game)
        )
        options = chosen_variants(game) if depth == MOVES or game is scoresheet else dict[str, object](title=game.TITLE)
        names = seating.seated(library, records)
        with st.expander(gettext("Date and place")):
            day: date | None = st.date_input(
                gettext("Played on"), value=date.today(), format="YYYY-MM-DD", key="new-day"
            )
            place = st.text_input(gettext("Place"), key="new-place", placeholder=gettext("unknown"))
        if st.button(gettext("Start the match"), type="primary", width="stretch", disabled=not names):
            recorded = game if depth == MOVES else scoresheet
            id = _start(records, recorded, names, options, day, place)
            if id:
                st.switch_page(pages.table, query_params={"match": id} | ({"depth": "final"} if depth == FINAL else {}))
        st.caption(gettext("At the table, More has a light page for other phones and a large screen for a television."))


def _depth_key(game: AnyGame) -> str:
    # One key for all games with rules, so that a click right after a change of the game is not lost.
    return "new-depth-of-points" if game is scoresheet else "new-depth"


def _title(key: str) -> str:
    return gettext("Another game") if key == scoresheet.KEY else translate(games.find(key).TITLE)


def _start(
    records: MatchRepository,
    game: AnyGame,
    names: Sequence[str],
    options: dict[str, object],
    day: date | None,
    place: str,
) -> str | None:
    """The id of the new match; None if it was refused, and then the page shows the reason."""
    # The id exists before the button is pressed, so that a double click starts one match only.
    id: str = st.session_state.setdefault("new-id", new_id())
    try:
        records.start(
            game,
            names,
            options=options,
            played_on=day.isoformat() if day else None,
            place=place.strip() or None,
            id=id,
        )
    except Conflict as conflict:
        if conflict.stream != MATCHES + id:
            raise
    except ValueError as error:
        st.error(escape(translate(str(error))), icon=":material/info:")
        return None
    del st.session_state["new-id"]
    return id


def offer_again(records: MatchRepository, last: MatchRow) -> bool:
    """A button that repeats the last table with the seats rotated by one; whether it was pressed."""
    match = records.match(last.id)
    rotated = [*match.names[1:], *match.names[:1]]
    names = listed([fit(name, 16) for name in rotated])
    return st.button(
        escape(gettext("Same again: {game} with {names}", game=fit(translate(last.game_title), 40), names=names)),
        icon=":material/replay:",
        on_click=_preset,
        args=(match.game, codec.encode_options(match.options), rotated),
        key="same-again",
    )


def _preset(game: AnyGame, options: dict[str, object], names: list[str]) -> None:
    st.session_state["new-game"] = game.KEY
    st.session_state[_depth_key(game)] = ROUNDS if game is scoresheet else MOVES
    whole = vars_of(game.Options(**options))
    for field in kinds_of(game):
        if isinstance(value := whole[field], str | int):
            st.session_state[key_of(game, field)] = value
    seating.seat(names)
