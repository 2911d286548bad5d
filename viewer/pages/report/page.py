"""The report of one match: the result, how it came about, and the key moments."""

from typing import Final

import streamlit as st

from core import analysis
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.earlier_plays import past_of
from eventstore.readmodels.index import MatchIndex
from eventstore.reviews.repository import kept_review
from eventstore.reviews.task import why_not
from viewer.boards.svg import Theme
from viewer.components.paper import PRINT_STYLE, paper
from viewer.components.photos import gallery
from viewer.locale.language import gettext
from viewer.look.element import element
from viewer.pages.report import charts, luck, parts, score_chart, tempo
from viewer.pages.report.tables import score_table
from viewer.pages.shared import withdrawing
from viewer.pages.shared.pages import Pages, error_page
from viewer.pages.shared.session import reader_theme
from viewer.texts import match_sentences
from viewer.texts.load_match import MatchUnavailable, load_match
from viewer.texts.match_report import MatchReport, match_report, ranks

WATERFALLS: Final = 8
"""Seats with a waterfall chart, by rank; the table has all seats."""

_PLAIN: Final = {"displayModeBar": False}
_STYLE: Final = f"""<style>
{PRINT_STYLE}
{charts.printed()}
</style>"""


def show(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    """Show the match in `?match=`."""
    st.html(_STYLE)
    id = st.query_params.get("match", "")
    try:
        found = match_report(load_match(matches, id))
    except MatchUnavailable as error:
        error_page(error.title, str(error))
        return
    theme = reader_theme()
    st.page_link(pages.replay, label=gettext("Replay"), icon=":material/arrow_back:", query_params={"match": id})
    withdrawing.notice(matches, found.match, pages)
    paper(*parts.head(found), key="head")
    row = index.row(id)
    if row and (changes := parts.changes(found, past_of(index, row))):
        paper(element("h2", gettext("What it changed")), *changes, key="changes")
    if found.names:
        _score(found, theme)
        _sources(found, theme)
        _tempo(found, theme)
        _luck(found, matches, theme)
    if moments := parts.moments(found, theme, kept_review(matches.store, id)):
        paper(element("h2", gettext("Key moments")), *moments, key="moments")
    if details := parts.details(found.match):
        paper(*details, key="details")
    if pages.has_role("recorder", id):
        pages.details_link(id)
    if notes := parts.notes(found, matches.notes(found.match.id)):
        paper(element("h2", gettext("Notes")), *notes, key="notes")
    gallery(found.match, matches, pages.principal)
    if origins := parts.origins(found.match):
        paper(*origins, key="origins")
    if pages.has_role("recorder", found.match.id) and not found.match.withdrawal:
        withdrawing.withdraw_button(matches, [found.match.id])


def _score(report: MatchReport, theme: Theme) -> None:
    scored = [any(gain.points for gain in gains) for gains in report.gains]
    if scored.count(True) < 2 or not any(
        frame.round for frame in report.frames
    ):  # No curve of one event or categories.
        return
    paper(element("h2", gettext("Points over the match")), key="score-head")
    figure = score_chart.score_progress(report, theme)
    st.plotly_chart(figure, key="score", alt=report.summary, config=_PLAIN)
    table = score_table(report)
    paper(parts.twin(gettext("Points after each round"), table), key="score-table")


def _sources(report: MatchReport, theme: Theme) -> None:
    if not report.columns:
        return
    paper(element("h2", gettext("Where the points came from")), key="source-head")
    _waterfalls(report, theme)
    paper(parts.source_table(report), key="sources")
    _rounds(report, theme)


def _waterfalls(report: MatchReport, theme: Theme) -> None:
    columns = analysis.breakdown(report.frames, report.gains, split=True)
    if len(columns) < 2:
        return
    places = ranks(report.match)
    seats = sorted(range(len(places)), key=lambda seat: (places[seat], seat))[:WATERFALLS]
    side = 4 if len(seats) in (4, 7, 8) else 3 if len(seats) > 2 else 2
    for first in range(0, len(seats), side):
        for column, seat in zip(st.columns(side), seats[first : first + side], strict=False):
            sentence = match_sentences.sources(columns, report.names, seat, report.match.now.scores[seat])
            figure = charts.waterfall(report, columns, seat, theme)
            column.plotly_chart(figure, key=f"waterfall-{seat}", alt=sentence, config=_PLAIN)


def _rounds(report: MatchReport, theme: Theme) -> None:
    spans = analysis.scored_rounds(report.frames, report.gains)
    if sum(not span.final for span in spans) < 2:
        return
    sentence = match_sentences.by_round(charts.by_round(report), spans, report.names)
    title = element("h3", gettext("Points in every round")), element("p", sentence, class_="aside")
    with st.container(key="together-rounds"):
        paper(*title, key="round-head")
        st.plotly_chart(charts.round_bars(report, theme), key="rounds", alt=sentence, config=_PLAIN)
    table = parts.twin(gettext("Points in every round"), charts.round_table(report))
    paper(table, key="round-table")


def _tempo(report: MatchReport, theme: Theme) -> None:
    paces = analysis.thinking_time_by_seat(report.frames)
    if not paces:
        return
    sentence = match_sentences.tempo(paces, report.names)
    with st.container(key="together-tempo"):
        paper(element("h2", gettext("Tempo")), element("p", sentence, class_="aside"), key="tempo-head")
        st.plotly_chart(tempo.time_bars(report, theme), key="tempo", alt=sentence, config=_PLAIN)
    paper(parts.pace_table(report), parts.slow_moves(report), key="paces")


def _luck(report: MatchReport, matches: MatchRepository, theme: Theme) -> None:
    """Luck against choices, where the match is reviewed; else where to have it reviewed."""
    review = kept_review(matches.store, report.match.id)
    if review is None:
        if why_not(report.match):
            return
        link = element("a", gettext("Review this match"), href=f"{parts.replay_link(report.match, 1)}&mode=review")
        paper(element("p", link, class_="aside screen"), key="luck-head")
        return
    head, said = element("h2", gettext("Luck and choices")), luck.sentences(report.match, review)
    with st.container(key="together-luck"):
        paper(head, *(element("p", sentence) for sentence in said), key="luck-head")
        figure = luck.figure(report.match, review, theme)
        st.plotly_chart(figure, key="luck", alt=" ".join(said), config=_PLAIN | {"staticPlot": True})
    aside = gettext(
        "Points ahead of the best other player: a filled bar brought some, a hatched one cost some, and all bars of a "
        "player add up to the result."
    )
    if review.judged:
        aside += " " + gettext("Neither draws nor moves account for what is unexplained.")
    twin = parts.twin(gettext("Luck and choices"), luck.table(report.match, review))
    paper(element("p", aside, class_="aside"), twin, key="luck-table")
