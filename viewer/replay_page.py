"""The page of one match: boards, moves and chart to step through, then its points in figures."""

import streamlit as st

from eventstore.match import Match
from eventstore.projections import Library
from eventstore.records import Records
from viewer import charts, message, report_parts, share_page
from viewer.boards.svg import Theme
from viewer.findings import find
from viewer.language import say
from viewer.pages import Pages
from viewer.paper import paper
from viewer.reading import Unshowable, read
from viewer.replay.session import perform


def show(library: Library, records: Records, pages: Pages) -> None:
    """Show the match in `?match=`; the component itself reads the step in `?at=`."""
    try:
        match = read(records, st.query_params.get("match", ""))
    except Unshowable as error:
        message.show(error.title, str(error))
        return
    records_it = pages.may("recorder", match.id)
    if match.state == "open" and records_it:
        at_table = {"match": match.id}
        st.page_link(pages.table, label=say("Table"), icon=":material/table_restaurant:", query_params=at_table)
    notes = records.notes(match.id)
    forks = [fork.id for fork in library.forks(match.id)]
    seen = perform(records, match, notes, forks, writes=pages.may("annotator", match.id), keeps=pages.may("recorder"))
    if seen.mode in ("guess", "explore"):  # Everything below would reveal the rest of the match.
        return
    here = {"match": match.id, "at": str(seen.at or st.query_params.get("at") or match.now.version)}
    with st.container(key="more", horizontal=True, vertical_alignment="center"):
        if records_it:
            st.page_link(pages.correct, label=say("Correct"), icon=":material/edit:", query_params=here)
        only = {"match": match.id}
        st.page_link(pages.report, label=say("Report of this match"), icon=":material/summarize:", query_params=only)
        share_page.panel(match, here["at"], notes, chooses=records_it)
    _figures(match, seen.at)


def _figures(match: Match, at: int | None) -> None:
    found = find(match)
    theme: Theme = "dark" if st.context.theme.type == "dark" else "light"
    st.subheader(say("Chart and tables"), anchor=False)
    st.text(found.summary)
    st.plotly_chart(
        charts.score_progress(found, theme, at),
        key="score",
        alt=found.summary,
        config={"displayModeBar": False},
    )
    rounds = report_parts.twin(say("Points after each round"), charts.score_table(match))
    paper(report_parts.source_table(found), rounds, theme=theme, key="tables")
