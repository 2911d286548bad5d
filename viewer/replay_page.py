"""The page of one match: boards, moves and chart to step through, and its points in figures."""

from contextlib import closing
from functools import partial

import streamlit as st
from pydantic import ValidationError

from eventstore.records import Match, Records
from eventstore.sqlite import SqliteStore
from viewer import charts, home, message, report_parts, share_page
from viewer.boards.scene import Json
from viewer.boards.svg import Theme
from viewer.findings import find
from viewer.paper import paper
from viewer.reading import Unshowable, read
from viewer.replay import remarks, replay
from viewer.replay.payload import payload
from viewer.replay.remarks import Answer


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
    key = f"replay-{match.id}"
    answer: Answer | None = st.session_state.get(f"{key}-answer")
    told: dict[str, Json] = {
        **_payload(match, (match.id, match.version, match.names)),
        "notes": remarks.told(records.notes(match.id)),
        "answer": {"key": answer.key, "refused": answer.refused} if answer else None,
    }
    seen = replay(told, key=key, on_order=partial(_carry_out, match.id, key))
    if seen.guesses:  # Everything below tells how the match went on.
        return
    here = {"match": match.id, "at": str(seen.at or st.query_params.get("at") or match.now.version)}
    st.page_link(correct, label="Correct", icon=":material/edit:", query_params=here)
    st.page_link(report, label="Report of this match", icon=":material/summarize:", query_params={"match": match.id})
    share_page.panel(match, here["at"], records.notes(match.id))
    _figures(match, seen.at)


@st.cache_resource(max_entries=64, show_spinner=False)
def _payload(_match: Match, identity: object) -> dict[str, Json]:
    """The payload of a match, kept while `identity`, which is everything it depends on, stays the same."""
    return payload(_match)


def _carry_out(match: str, key: str) -> None:
    """Carry out the order the component has just given, with a store of its own: the page's is closed by now."""
    try:
        order = remarks.order_of(st.session_state[key]["order"])
    except ValidationError:
        return
    with closing(SqliteStore(home.store_path())) as store:
        st.session_state[f"{key}-answer"] = remarks.carry_out(Records(store), match, order)


def _figures(match: Match, at: int | None) -> None:
    found = find(match)
    theme: Theme = "dark" if st.context.theme.type == "dark" else "light"
    st.subheader("Chart and tables", anchor=False)
    st.text(found.summary)
    st.plotly_chart(
        charts.score_progress(found, theme, at),
        key="score",
        alt=found.summary,
        config={"displayModeBar": False},
    )
    tables = report_parts.source_table(found), report_parts.twin("Points after each round", charts.score_table(match))
    paper(*tables, theme=theme, key="tables")
