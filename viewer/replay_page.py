"""The page of one match: boards, moves and chart to step through, and its points in figures."""

import streamlit as st

from eventstore.notes import NoteWritten
from eventstore.records import Match, Records
from viewer import charts, message
from viewer.boards.scene import Json
from viewer.boards.svg import Theme
from viewer.reading import Unshowable, read
from viewer.replay import replay
from viewer.replay.payload import payload, sentences


def show(records: Records, matches: st.Page, report: st.Page, correct: st.Page) -> None:
    """The match named by `?match=`, at the step named by `?at=` (the component reads that one itself).

    `matches` is the page to go back to, `report` the one that tells the match as a story, `correct` the one
    that puts its record right.
    """
    st.page_link(matches, label="Matches", icon=":material/arrow_back:")
    try:
        match = read(records, st.query_params.get("match", ""))
    except Unshowable as error:
        message.show(error.title, str(error))
        return
    notes = records.notes(match.id)
    at = replay(_payload(match, notes, (match.id, match.version, match.names, notes)), key=f"replay-{match.id}")
    here = {"match": match.id, "at": str(at or st.query_params.get("at") or match.now.version)}
    st.page_link(correct, label="Correct", icon=":material/edit:", query_params=here)
    st.page_link(report, label="Report of this match", icon=":material/summarize:", query_params={"match": match.id})
    _figures(match, at)


@st.cache_resource(max_entries=64, show_spinner=False)
def _payload(_match: Match, _notes: tuple[NoteWritten, ...], identity: object) -> dict[str, Json]:
    """The payload of a match, kept while `identity`, which is everything it depends on, stays the same."""
    return payload(_match, _notes)


def _figures(match: Match, at: int | None) -> None:
    says = sentences(match)
    theme: Theme = "dark" if st.context.theme.type == "dark" else "light"
    summary = charts.summary(match, says)
    st.subheader("Chart and tables", anchor=False)
    st.text(summary)
    st.plotly_chart(
        charts.score_progress(match, says, theme, at), key="score", alt=summary, config={"displayModeBar": False}
    )
    left, right = st.columns(2)
    with left:
        st.caption("Points by source, ★ the most")
        st.dataframe(charts.source_table(match), hide_index=True)
    with right:
        st.caption("Points after each round")
        st.dataframe(charts.score_table(match), hide_index=True)
