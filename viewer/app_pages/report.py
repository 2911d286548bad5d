"""The report of one match: the result, how it came about, and the key moments."""

from typing import Final

import streamlit as st

from core import analysis
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.records_broken import broken_by
from viewer import match_sentences, score_chart, withdrawing
from viewer.boards.svg import Theme
from viewer.html_block import PRINT_STYLE, element, html_block
from viewer.language import gettext
from viewer.load_match import MatchUnavailable, load_match
from viewer.match_report import MatchReport, cached_report, ranks
from viewer.navigation import Pages, error_page
from viewer.photos import gallery
from viewer.report import charts, luck, origin, parts, tempo
from viewer.reviews import kept_review, why_not

WATERFALLS: Final = 8
"""Seats with a waterfall chart, by rank; the table has all seats."""

_PLAIN: Final = {"displayModeBar": False}
_STYLE: Final = f"""<style>
.stApp .stMainBlockContainer {{ max-width: 1064px; }}
{PRINT_STYLE}
{charts.printed()}
</style>"""


def show(library: MatchIndex, records: MatchRepository, pages: Pages) -> None:
    """Show the match in `?match=`."""
    st.html(_STYLE)
    id = st.query_params.get("match", "")
    try:
        found = cached_report(load_match(records, id))
    except MatchUnavailable as error:
        error_page(error.title, str(error))
        return
    theme: Theme = "dark" if st.context.theme.type == "dark" else "light"
    st.page_link(pages.replay, label=gettext("Replay"), icon=":material/arrow_back:", query_params={"match": id})
    withdrawing.notice(records, found.match, pages)
    html_block(*parts.head(found), theme=theme, key="head")
    if feats := parts.records(found, broken_by(library, id)):
        html_block(element("h2", gettext("Records broken")), *feats, theme=theme, key="records")
    if found.names:
        _score(found, theme)
        _sources(found, theme)
        _tempo(found, theme)
        _luck(found, records, theme)
    if moments := parts.moments(found, theme):
        html_block(element("h2", gettext("Key moments")), *moments, theme=theme, key="moments")
    if details := origin.details(found.match):
        html_block(*details, theme=theme, key="details")
    if pages.has_role("recorder", id):
        pages.details_link(id)
    if notes := parts.notes(found, records.notes(found.match.id)):
        html_block(element("h2", gettext("Notes")), *notes, theme=theme, key="notes")
    gallery(found.match, records, pages.principal, theme)
    if origins := origin.origins(found.match):
        html_block(*origins, theme=theme, key="origins")
    if pages.has_role("recorder", found.match.id) and not found.match.withdrawal:
        withdrawing.withdraw_button(records, [found.match.id])


def _score(found: MatchReport, theme: Theme) -> None:
    if sum(any(gain.points for gain in gains) for gains in found.gains) < 2:  # A single scoring event makes no curve.
        return
    html_block(element("h2", gettext("Points over the match")), theme=theme, key="score-head")
    figure = score_chart.score_progress(found, theme)
    st.plotly_chart(figure, key="score", alt=found.summary, config=_PLAIN)
    table = score_chart.score_table(found.match)
    html_block(parts.twin(gettext("Points after each round"), table), theme=theme, key="score-table")


def _sources(found: MatchReport, theme: Theme) -> None:
    if not found.columns:
        return
    html_block(element("h2", gettext("Where the points came from")), theme=theme, key="source-head")
    _waterfalls(found, theme)
    html_block(parts.source_table(found), theme=theme, key="sources")
    _rounds(found, theme)


def _waterfalls(found: MatchReport, theme: Theme) -> None:
    columns = analysis.breakdown(found.frames, found.gains, split=True)
    if len(columns) < 2:
        return
    places = ranks(found.match)
    seats = sorted(range(len(places)), key=lambda seat: (places[seat], seat))[:WATERFALLS]
    side = 4 if len(seats) in (4, 7, 8) else 3 if len(seats) > 2 else 2
    for first in range(0, len(seats), side):
        for column, seat in zip(st.columns(side), seats[first : first + side], strict=False):
            sentence = match_sentences.sources(columns, found.names, seat, found.match.now.scores[seat])
            figure = charts.waterfall(found, columns, seat, theme)
            column.plotly_chart(figure, key=f"waterfall-{seat}", alt=sentence, config=_PLAIN)


def _rounds(found: MatchReport, theme: Theme) -> None:
    rounds = [band.number for band in analysis.scored_rounds(found.frames, found.gains)]
    if len(rounds) < 2:
        return
    sentence = match_sentences.by_round(charts.by_round(found), rounds, found.names)
    title = element("h3", gettext("Points in every round")), element("p", sentence, class_="aside")
    with st.container(key="together-rounds"):
        html_block(*title, theme=theme, key="round-head")
        st.plotly_chart(charts.round_bars(found, theme), key="rounds", alt=sentence, config=_PLAIN)
    table = parts.twin(gettext("Points in every round"), charts.round_table(found))
    html_block(table, theme=theme, key="round-table")


def _tempo(found: MatchReport, theme: Theme) -> None:
    paces = analysis.thinking_time_by_seat(found.frames)
    if not paces:
        return
    sentence = match_sentences.tempo(paces, found.names)
    with st.container(key="together-tempo"):
        html_block(
            element("h2", gettext("Tempo")), element("p", sentence, class_="aside"), theme=theme, key="tempo-head"
        )
        st.plotly_chart(tempo.time_bars(found, theme), key="tempo", alt=sentence, config=_PLAIN)
    html_block(parts.pace_table(found), parts.slow_moves(found), theme=theme, key="paces")


def _luck(found: MatchReport, records: MatchRepository, theme: Theme) -> None:
    """Luck against choices, where the match is reviewed; else where to have it reviewed."""
    if why_not(found.match):
        return
    review = kept_review(records.store, found.match)
    if review is None:
        link = element("a", gettext("Review this match"), href=f"{parts.replay_link(found.match, 1)}&mode=review")
        html_block(element("p", link, class_="aside screen"), theme=theme, key="luck-head")
        return
    head, said = element("h2", gettext("Luck and choices")), luck.sentences(found.match, review)
    with st.container(key="together-luck"):
        html_block(head, *(element("p", sentence) for sentence in said), theme=theme, key="luck-head")
        figure = luck.figure(found.match, review, theme)
        st.plotly_chart(figure, key="luck", alt=" ".join(said), config=_PLAIN | {"staticPlot": True})
    aside = gettext(
        "Points ahead of the best other player: a filled bar brought some, a hatched one cost some, and all bars of a "
        "player add up to the result."
    )
    if review.judged:
        aside += " " + gettext("Neither draws nor moves account for what is unexplained.")
    twin = parts.twin(gettext("Luck and choices"), luck.table(found.match, review))
    html_block(element("p", aside, class_="aside"), twin, theme=theme, key="luck-table")
