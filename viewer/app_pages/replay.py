"""The page of one match: boards, moves and chart to step through, then its points in figures."""

import streamlit as st

from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from viewer import score_chart, withdrawing
from viewer.boards.svg import Theme
from viewer.held_writes import held_writes
from viewer.html_block import html_block
from viewer.language import gettext
from viewer.load_match import MatchUnavailable, load_match
from viewer.match_report import cached_report
from viewer.navigation import Pages, error_page
from viewer.photos import gallery
from viewer.replay import show_replay
from viewer.replay.payload import for_reader, packed_payload
from viewer.report import parts
from viewer.share import panel


def show(library: MatchIndex, records: MatchRepository, pages: Pages) -> None:
    """Show the match in `?match=`; the component itself reads the step in `?at=`."""
    try:
        match = load_match(records, st.query_params.get("match", ""))
    except MatchUnavailable as error:
        error_page(error.title, str(error))
        held_writes()
        return
    records_it = pages.has_role("recorder", match.id)
    withdrawing.notice(records, match, pages)
    if match.state == "open" and records_it and not match.withdrawal:
        at_table = {"match": match.id}
        st.page_link(pages.table, label=gettext("Table"), icon=":material/table_restaurant:", query_params=at_table)
    forks = [fork.id for fork in library.forks(match.id)]
    first = packed_payload(match).json(for_reader(match, records, forks, pages.principal))
    state = show_replay(match.id, first.decode(), pages.principal)
    if state.mode in ("guess", "explore"):  # Everything below would reveal the rest of the match.
        return
    here = {"match": match.id, "at": str(state.at or st.query_params.get("at") or match.now.version)}
    with st.container(key="more", horizontal=True, vertical_alignment="center"):
        if records_it:
            st.page_link(pages.correct, label=gettext("Correct"), icon=":material/edit:", query_params=here)
            pages.details_link(match.id)
        only = {"match": match.id}
        st.page_link(
            pages.report, label=gettext("Report of this match"), icon=":material/summarize:", query_params=only
        )
        panel.panel(match, here["at"], records.notes(match.id), pages.principal)
        if records_it and not match.withdrawal:
            withdrawing.withdraw_button(records, [match.id])
    theme: Theme = "dark" if st.context.theme.type == "dark" else "light"
    shown = next((frame.version for frame in match.frames if str(frame.version) == here["at"]), match.now.version)
    gallery(match, records, pages.principal, theme, shown)
    _figures(match, theme)


def _figures(match: Match, theme: Theme) -> None:
    found = cached_report(match)
    st.subheader(gettext("Points in tables"), anchor=False)
    st.text(found.summary)
    rounds = parts.twin(gettext("Points after each round"), score_chart.score_table(match))
    html_block(parts.source_table(found), rounds, theme=theme, key="tables")
