"""The page of questions: an answer in a sentence and a picture first; the words of the question change it."""

from collections.abc import Collection
from typing import Final, cast

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.insights import InsightQuestion, insight, plays_behind
from eventstore.statistics.insight_answer import InsightAnswer, insight_answer, opening
from eventstore.statistics.insights import Dimension, Insight, InsightRow, Metric
from viewer.boards.scene import Json
from viewer.components.html_block import html_block, pressed
from viewer.locale.language import gettext
from viewer.locale.plain_text import fit
from viewer.look.element import element
from viewer.look.icons import icon
from viewer.pages.insights import parts, query
from viewer.pages.insights.query import own_person, own_seats
from viewer.pages.shared.dataset import ReviewedSeats, dataset_key, names_of, reviewed_seats
from viewer.pages.shared.filters import filter_button, filter_chips
from viewer.pages.shared.nothing_yet import nothing_yet
from viewer.pages.shared.pages import Pages, name_page
from viewer.pages.shared.play_rows import rows_by_month
from viewer.pages.shared.question import address_with
from viewer.statistics.insight_words import name
from viewer.surface.kept import kept

_STYLE: Final = """<style>
.stApp .st-key-answer { display: grid; gap: 0 48px;
  grid-template: "main aside" auto / minmax(0, 776px) minmax(0, 376px); }
.st-key-answer > :has(> .st-key-answer-main) { grid-area: main; }
.st-key-answer > :has(> .st-key-answer-aside) { grid-area: aside; }
@media (max-width: 1099px) {
  .stApp .st-key-answer { grid-template: "main" "aside" / minmax(0, 1fr); }
}
</style>"""


def show(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    """The question and the filters are kept in the address."""
    if not index.count():
        says = gettext("After a few plays this page answers questions: who wins more often than chance, and the like.")
        html_block(nothing_yet(gettext("No answers yet"), says, pages), key="nothing")
        return
    st.html(_STYLE)
    top = st.container()
    with st.container(key="answer"):
        main, aside = st.container(key="answer-main"), st.container(key="answer-aside")
    with main:
        body, foot = st.container(), st.container()
    with foot:
        match_filter = filter_button(index, matches)
    key = dataset_key(index.counted(), match_filter)
    reviews = reviewed_seats(matches.store, key)
    person = own_person(match_filter)
    counted = index.counted()  # Filters do not change the question of a page without one in its address.
    unasked = dataset_key(counted, MatchFilter())
    metric, dimension = query.asked() or _opening(counted, matches, unasked)
    asked = InsightQuestion(metric, dimension, person, reviews.seats)
    found, answer = _answered(index, matches, match_filter, asked, key, reviews.key, (metric, dimension, person))
    name_page(query.title(metric, dimension))
    with top:
        sentence = query.sentence(index, match_filter, metric, dimension, has_reviews=bool(reviews.seats))
        html_block(sentence, _said(found, answer), *own_seats(matches, match_filter, person), key="question")
        filter_chips(matches, cast(MatchFilter, {k: v for k, v in match_filter.items() if k not in ("game", "since")}))
    with body:
        _body(index, matches, match_filter, asked, found, answer)
    with aside:
        html_block(_others(metric, dimension, reviews), key="others")


def _said(found: Insight, answer: InsightAnswer) -> Json:
    if found.rows:
        return parts.answer_line(found, answer)
    if not found.untold:
        return element("p", gettext("No matches found. Remove a filter to see more."), class_="answer")
    return element(
        "p",
        gettext("No match has what this question asks for. Choose other words or remove a filter."),
        class_="answer",
    )


def _body(
    index: MatchIndex,
    matches: MatchRepository,
    match_filter: MatchFilter,
    asked: InsightQuestion,
    found: Insight,
    answer: InsightAnswer,
) -> None:
    if not found.rows:
        return
    picked = parts.row_of(found, st.query_params.get("row", ""))
    spoken = (*answer.more, *answer.less, *([answer.first] if answer.first else []), *answer.rows)
    looked_at = next((one for one in answer.rows if one.row == picked), spoken[0])
    html_block(*parts.picture(found, answer), parts.looked_at(found, looked_at), key="picture")
    if picked:
        behind = plays_behind(index.counted().population(**match_filter), asked, picked.label)
        row_plays(index, matches, found, picked, behind)
    html_block(parts.folds(found, answer), key="folds")


def _others(metric: Metric, dimension: Dimension, reviews: ReviewedSeats) -> Json:
    links = [
        element("a", element("span", text), element("span", icon("right"), class_="end"), href=href, class_="mini")
        for text, href in query.others(metric, dimension, has_reviews=bool(reviews.seats))
    ]
    return element("section", element("h2", gettext("Other questions")), *links, class_="sec other")


@kept(8)
def _opening(_index: MatchIndex, _matches: MatchRepository, key: str) -> tuple[Metric, Dimension]:
    plays, names = _index.population(), names_of(_matches)
    preset = opening(lambda metric, dimension: insight(plays, names, InsightQuestion(metric, dimension)))
    return preset.metric, preset.dimension


@kept(64)
def _answered(
    _index: MatchIndex,
    _matches: MatchRepository,
    _filter: MatchFilter,
    _question: InsightQuestion,
    key: str,
    reviews_key: str,
    words: tuple[str | None, ...],
) -> tuple[Insight, InsightAnswer]:
    """The last three identify the others."""
    found = insight(_index.counted().population(**_filter), names_of(_matches), _question)
    return found, insight_answer(found)


_ROWS: Final = 20
"""Plays that are shown at first, and added at a tap."""


def row_plays(
    index: MatchIndex, matches: MatchRepository, found: Insight, row: InsightRow, plays: Collection[str]
) -> None:
    """`plays` are the ids of the plays behind the value."""
    key = f"plays-{row.label}"
    number = st.session_state.get(key, 0) + (_ROWS if key not in st.session_state or pressed("row-plays") else 0)
    st.session_state[key] = number
    shown = index.matches(ids=plays, limit=number)
    more = len(plays) > number
    title = element("h2", fit(name(found.dimension, row), 60))
    close = element("a", gettext("Close"), icon("close"), href=address_with(row=""), class_="btn bare")
    ways = [element("button", gettext("Show more"), class_="btn", data_send="more")] if more else []
    head = element("div", title, close, class_="h")
    html_block(head, element("div", *rows_by_month(index, matches, shown), *ways, class_="plays"), key="row-plays")
