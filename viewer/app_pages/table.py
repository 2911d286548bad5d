"""The live recording page; other devices that show the same match follow automatically."""

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from viewer.boards.svg import Theme
from viewer.held_writes import held_writes
from viewer.language import gettext
from viewer.live import live_record
from viewer.load_match import MatchUnavailable, load_match
from viewer.navigation import Pages, error_page
from viewer.phone import panel
from viewer.photos import gallery


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
        held_writes()
        return
    pages.require_role("recorder", match.id)
    with links:
        pages.details_link(match.id)
        panel.popover(match, pages.principal)
    live_record(match.id)
    theme: Theme = "dark" if st.context.theme.type == "dark" else "light"
    gallery(match, records, pages.principal, theme, "latest")
