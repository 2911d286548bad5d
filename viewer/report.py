"""The report of one match: the result, how it came about, and the key moments."""

from typing import Final

import streamlit as st

from core import analysis
from eventstore.projections import Library
from eventstore.records import Records
from eventstore.statistics.broken import broken_by
from viewer import charts, message, report_charts, report_origin, report_parts, report_tempo, words
from viewer.boards.svg import Theme
from viewer.findings import Findings, find, ranks
from viewer.language import say
from viewer.pages import Pages
from viewer.paper import PRINT_STYLE, element, paper
from viewer.reading import Unshowable, read

WATERFALLS: Final = 8
"""Seats with a waterfall chart, by rank; the table has all seats."""

_PLAIN: Final = {"displayModeBar": False}
_STYLE: Final = f"""<style>
.stApp .stMainBlockContainer {{ max-width: 1064px; }}
{PRINT_STYLE}
{report_charts.printed()}
</style>"""


def show(library: Library, records: Records, pages: Pages) -> None:
    """Show the match in `?match=`."""
    st.html(_STYLE)
    id = st.query_params.get("match", "")
    try:
        found = find(read(records, id))
    except Unshowable as error:
        message.show(error.title, str(error))
        return
    theme: Theme = "dark" if st.context.theme.type == "dark" else "light"
    st.page_link(pages.replay, label=say("Replay"), icon=":material/arrow_back:", query_params={"match": id})
    paper(*report_parts.head(found), theme=theme, key="head")
    if feats := report_parts.records(found, broken_by(library, id)):
        paper(element("h2", say("Records broken")), *feats, theme=theme, key="records")
    if found.names:
        _score(found, theme)
        _sources(found, theme)
        _tempo(found, theme)
    if moments := report_parts.moments(found, theme):
        paper(element("h2", say("Key moments")), *moments, theme=theme, key="moments")
    if notes := report_parts.notes(found, records.notes(found.match.id)):
        paper(element("h2", say("Notes")), *notes, theme=theme, key="notes")
    if origins := report_origin.origins(found.match):
        paper(*origins, theme=theme, key="origins")


def _score(found: Findings, theme: Theme) -> None:
    if sum(any(gain.points for gain in gains) for gains in found.gains) < 2:  # A single scoring event makes no curve.
        return
    paper(element("h2", say("Points over the match")), theme=theme, key="score-head")
    figure = charts.score_progress(found, theme)
    st.plotly_chart(figure, key="score", alt=found.summary, config=_PLAIN)
    table = charts.score_table(found.match)
    paper(report_parts.twin(say("Points after each round"), table), theme=theme, key="score-table")


def _sources(found: Findings, theme: Theme) -> None:
    if not found.columns:
        return
    paper(element("h2", say("Where the points came from")), theme=theme, key="source-head")
    _waterfalls(found, theme)
    paper(report_parts.source_table(found), theme=theme, key="sources")
    _rounds(found, theme)


def _waterfalls(found: Findings, theme: Theme) -> None:
    columns = analysis.breakdown(found.frames, found.gains, split=True)
    if len(columns) < 2:
        return
    places = ranks(found.match)
    seats = sorted(range(len(places)), key=lambda seat: (places[seat], seat))[:WATERFALLS]
    side = 4 if len(seats) in (4, 7, 8) else 3 if len(seats) > 2 else 2
    for first in range(0, len(seats), side):
        for column, seat in zip(st.columns(side), seats[first : first + side], strict=False):
            told = words.sources(columns, found.names, seat, found.match.now.scores[seat])
            figure = report_charts.waterfall(found, columns, seat, theme)
            column.plotly_chart(figure, key=f"waterfall-{seat}", alt=told, config=_PLAIN)


def _rounds(found: Findings, theme: Theme) -> None:
    rounds = [band.number for band in analysis.scored_rounds(found.frames, found.gains)]
    if len(rounds) < 2:
        return
    told = words.by_round(report_charts.by_round(found), rounds, found.names)
    title = element("h3", say("Points in every round")), element("p", told, class_="aside")
    with st.container(key="together-rounds"):
        paper(*title, theme=theme, key="round-head")
        st.plotly_chart(report_charts.round_bars(found, theme), key="rounds", alt=told, config=_PLAIN)
    table = report_parts.twin(say("Points in every round"), report_charts.round_table(found))
    paper(table, theme=theme, key="round-table")


def _tempo(found: Findings, theme: Theme) -> None:
    paces = analysis.paces(found.frames)
    if not paces:
        return
    told = words.tempo(paces, found.names)
    with st.container(key="together-tempo"):
        paper(element("h2", say("Tempo")), element("p", told, class_="aside"), theme=theme, key="tempo-head")
        st.plotly_chart(report_tempo.time_bars(found, theme), key="tempo", alt=told, config=_PLAIN)
    paper(report_parts.pace_table(found), report_parts.slow_moves(found), theme=theme, key="paces")
