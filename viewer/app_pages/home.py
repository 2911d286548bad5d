"""The top of the home page: what Partie is, the match to continue, the first steps, and the simulated matches."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import MatchRow
from viewer import demo, session
from viewer.app_pages import new_match
from viewer.language import gettext, ngettext
from viewer.markdown import escape
from viewer.navigation import Pages
from viewer.statistics.chart_panel import match_line


def explain() -> None:
    """What Partie is, in one line."""
    st.caption(gettext("Partie records matches of tabletop games, replays them move by move and compares the players."))


def go_on(library: MatchIndex, records: MatchRepository, pages: Pages) -> None:
    """The newest open match, the start of a new one, and the offer to repeat the last table."""
    is_recorder = pages.has_role("recorder")
    with st.container(horizontal=True, key="go-on", vertical_alignment="center"):
        is_open = False
        for match in library.matches(limit=1, state="open"):
            is_open = True
            _go_on_with(match, pages)
        if is_recorder:
            _new_match(pages)
            last = next(iter(library.counted().matches(limit=1)), None)
            if last and not is_open and last.state != "damaged" and new_match.offer_again(records, last):
                st.switch_page(pages.new)


def _go_on_with(match: MatchRow, pages: Pages) -> None:
    """The link to the table, or to the replay for a principal who may not record the match."""
    page = pages.table if pages.has_role("recorder", match.id) else pages.replay
    with st.container(key="open-match", width="content", gap=None):
        st.page_link(
            page, label=f"**{gettext('Go on')}**", icon=":material/play_arrow:", query_params={"match": match.id}
        )
        st.caption(escape(match_line(match)))


def first_steps(records: MatchRepository, pages: Pages) -> None:
    """The ways to the first match, for an empty store."""
    st.title("Partie", anchor=False)
    explain()
    st.subheader(gettext("No matches yet"), anchor=False)
    record = gettext("Record a match at the table: every move, tapped on the boards, or the points of any game.")
    bring = gettext("Bring what you have: files of BG Stats, BoardGameGeek, Board Game Arena or Partie, and tables.")
    look = gettext("Look at matches of the computer against itself. They never count beside your own.")
    with st.container(key="first-steps", width=640):
        with _step(record):
            _new_match(pages)
        with _step(bring):
            st.page_link(pages.imports, label=gettext("Import"), icon=":material/upload:")
        with _step(look):
            if st.button(gettext("Try the demo matches"), icon=":material/smart_toy:"):
                with st.spinner(gettext("The computer plays against itself…")):
                    demo.fill(records)
                st.rerun()


def _step(sentence: str) -> DeltaGenerator:
    """The box of one way to start, with the sentence above its control."""
    box = st.container(border=True)
    box.write(sentence)
    return box


def _new_match(pages: Pages) -> None:
    """The link to the page of a new match as the main button (viewer/style.py)."""
    with st.container(key="new-match-link", width="content"):
        st.page_link(pages.new, label=gettext("New match"), icon=":material/add:")


def simulated_switch(library: MatchIndex, pages: Pages, *, hidden: bool) -> None:
    """The button that puts the simulated matches away, or shows them again, once there are others.

    Shown only while they are in the state `hidden`, so that each has its own place on the page.
    """
    simulated = library.count(simulated=True)
    is_hidden = library.count() < simulated + library.count(simulated=False)
    if not pages.has_role("recorder") or not simulated or is_hidden is not hidden:
        return
    if not library.count(simulated=False):
        return
    with st.container(horizontal=True, key="simulated", vertical_alignment="center"):
        if hidden:
            sentence = ngettext(
                "{number} simulated match is put away.", "{number} simulated matches are put away.", simulated
            )
            label, icon = gettext("Show them"), ":material/visibility:"
        else:
            sentence = ngettext(
                "{number} simulated match is among these; it does not count in statistics.",
                "{number} simulated matches are among these; they do not count in statistics.",
                simulated,
            )
            label, icon = gettext("Put them away"), ":material/visibility_off:"
        st.caption(sentence, width="content")
        st.button(
            label, icon=icon, type="tertiary", key="simulated-switch", on_click=_hide_simulated, args=(not hidden,)
        )


def _hide_simulated(hidden: bool) -> None:
    # A callback runs after the store of the page is closed.
    with session.open_session() as user_session:
        user_session.list_settings.hide_simulated(hidden)
