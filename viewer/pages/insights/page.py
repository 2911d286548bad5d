"""The page of questions: an answer in a sentence and a picture first; the words of the question change it."""

from typing import Final, cast

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.insights import InsightQuery, insight, plays_behind
from eventstore.statistics.insight_answer import InsightAnswer, insight_answer, opening
from eventstore.statistics.insights import Dimension, Insight, Metric
from viewer.boards.scene import Json
from viewer.components.html_block import html_block
from viewer.locale.language import gettext
from viewer.look.element import element
from viewer.look.icons import icon
from viewer.pages.insights import parts, query
from viewer.pages.insights.row_plays import row_plays
from viewer.pages.shared.dataset import dataset_key, names_of
from viewer.pages.shared.filters import filter_button, filter_chips
from viewer.pages.shared.nothing_yet import nothing_yet
from viewer.pages.shared.own_seats import own_person, own_seats
from viewer.pages.shared.reviewed_seats import ReviewedSeats, reviewed_seats
from viewer.site.navigation import Pages, name_page

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
    metric, dimension = query.asked() or _usual(index, matches)
    asked = InsightQuery(metric, dimension, person, reviews.seats)
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
    asked: InsightQuery,
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


def _usual(index: MatchIndex, matches: MatchRepository) -> tuple[Metric, Dimension]:
    """The question of the page without one in its address; filters do not change it."""
    return _opening(index.counted(), matches, dataset_key(index.counted(), MatchFilter()))


@st.cache_resource(max_entries=8, show_spinner=False)
def _opening(_index: MatchIndex, _matches: MatchRepository, key: str) -> tuple[Metric, Dimension]:
    plays, names = _index.population(), names_of(_matches)
    preset = opening(lambda metric, dimension: insight(plays, names, InsightQuery(metric, dimension)))
    return preset.metric, preset.dimension


@st.cache_resource(max_entries=64, show_spinner=False)
def _answered(
    _index: MatchIndex,
    _matches: MatchRepository,
    _filter: MatchFilter,
    _question: InsightQuery,
    key: str,
    reviews_key: str,
    words: tuple[str | None, ...],
) -> tuple[Insight, InsightAnswer]:
    """The last three identify the others."""
    found = insight(_index.counted().population(**_filter), names_of(_matches), _question)
    return found, insight_answer(found)
