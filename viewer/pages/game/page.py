"""The page of one game: the answer first, then tabs; without a game in the address the list of all games."""

from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

import streamlit as st

from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics.answers import GameAnswer, game_answer
from eventstore.statistics.categories import Category, categories
from eventstore.statistics.cost import TimedPlays
from eventstore.statistics.game import GameStatistics, game
from eventstore.statistics.overview import days_and_people
from viewer.boards.scene import Json
from viewer.components.html_block import html_block
from viewer.components.paper import paper
from viewer.locale.language import gettext, translate
from viewer.locale.plain_text import fit
from viewer.look.element import element
from viewer.look.face import Faces
from viewer.pages.game import game_sections, head, price
from viewer.pages.game.edit_tab import edit_tab
from viewer.pages.game.feature_section import feature_section
from viewer.pages.game.games_list import games_list
from viewer.pages.game.opening_section import opening_section
from viewer.pages.game.people_tab import people_tab
from viewer.pages.person.plays_tab import days_section, latest, mini
from viewer.pages.shared import flash
from viewer.pages.shared.chart_panel import ChartContext
from viewer.pages.shared.dataset import Dataset, dataset
from viewer.pages.shared.faces import emblems_of, faces_of
from viewer.pages.shared.reader import reader_theme
from viewer.pages.shared.record_table import record_table
from viewer.pages.shared.tabs import open_tab, tab_bar, tab_filters
from viewer.site.navigation import Pages, name_page
from viewer.texts.load_match import MatchUnavailable, load_match

_COMPANY = 5


class _Found(NamedTuple):
    game: GameStatistics
    answer: GameAnswer


def show(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    """Show the game in `?game=`, over the filtered matches."""
    title = st.query_params.get("game", "")
    if not title:
        name_page(gettext("Games"))
        games_list(index, matches)
        return
    name_page(fit(translate(title), 60))
    flash.show()
    heading = head.title_row(title, emblems_of(matches), pages)
    if st.query_params.get("tab") == "edit" and pages.has_role("recorder"):
        html_block(heading, key="head")
        edit_tab(matches, title)
        return
    top = st.container()
    match_filter = tab_filters(index, matches, "game") | MatchFilter(game=title)
    data = dataset(index, matches, match_filter)
    found = _found(data, title, data.key)
    if not found.game.plays:
        with top:
            says = gettext("No play of this game is found.")
            everything = element("a", gettext("All games"), href="game", class_="link")
            html_block(heading, element("p", says), element("p", everything), key="head")
        return
    tabs = {**head.TABS, **(head.OF_MOVES if found.game.depths.moves else {})}
    tab = open_tab(tabs)
    answers = head.answers(found.game, found.answer, data.names)
    bar = tab_bar("game", tabs, tab, fit(translate(title), 60))
    with top:
        html_block(heading, *answers, bar, key="head")
    faces = faces_of(matches)
    context = ChartContext(index, pages, reader_theme())
    if tab == "plays":
        rows = latest(index, matches, match_filter, found.game.plays, None)
        html_block(element("div", rows, _beside(found.game, data, faces), class_="two"), key="plays")
    elif tab == "people":
        people_tab(found.game, data.names, faces)
    elif tab == "points":
        _points(found.game, data, context)
    elif tab == "seats":
        html_block(*game_sections.seats(found.game), key="seats")
    elif tab == "time":
        html_block(*game_sections.minutes(found.game), key="minutes")
        price.panel(title, _timed(data), pages)
    elif tab == "openings":
        opening_section(index, data, match_filter, context)
        feature_section(index, matches, data, match_filter, context)
    else:
        game_sections.board(found.game, _last(matches, data), context)


def _timed(data: Dataset) -> TimedPlays:
    minutes = [match.minutes for match in data.played if match.minutes is not None]
    return TimedPlays(len(data.played), sum(minutes), len(minutes))


def _beside(found: GameStatistics, data: Dataset, faces: Faces) -> Json:
    days, known = days_and_people(data.played, data.names)
    people = [count for count in known if count.label in data.names][:_COMPANY]
    company = element("section", element("h2", gettext("Played by")), *(mini(c, faces) for c in people), class_="sec")
    return element("aside", *days_section(days), *([company] if people else []), class_="below")


def _points(found: GameStatistics, data: Dataset, context: ChartContext) -> None:
    html_block(*game_sections.compared_categories(_categories(data, data.key)), key="categories")
    game_sections.points(found, context)
    game_sections.course(found, context)
    if found.records:
        title = element("summary", gettext("Records"))
        fold = element("details", title, *record_table(context.index, found.records, data.names))
        paper(fold, theme=context.theme, key="records")


def _last(matches: MatchRepository, data: Dataset) -> Match | None:
    """The last match recorded by moves; its board is the one drawn."""
    known = [match.id for match in data.played if match.depth == "moves" and match.id in data.details]
    if not known:
        return None
    with suppress(MatchUnavailable):
        return load_match(matches, known[-1])
    return None


@st.cache_resource(max_entries=16, show_spinner=False)
def _found(_dataset: Dataset, title: str, key: str) -> _Found:
    """Analyze all given matches as one game, also those with another title."""
    played = [replace(match, game=title) for match in _dataset.played]
    found = game(played, title, _dataset.details)
    return _Found(found, game_answer(found, played))


@st.cache_resource(max_entries=16, show_spinner=False)
def _categories(_dataset: Dataset, key: str) -> tuple[Category, ...]:
    return categories(_dataset.played, _dataset.details)
