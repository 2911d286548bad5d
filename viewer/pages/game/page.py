"""The page of one game: the answer first, then tabs; without a game in the address the list of all games."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

import streamlit as st

from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.game import categories, game_course, game_statistics, last_by_moves, timed
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.overview import dates_of
from eventstore.readmodels.population import Population
from eventstore.statistics.answers import GameAnswer, game_answer
from eventstore.statistics.game import CategoryMeans, GameCourse, GameStatistics
from eventstore.statistics.overview import DAY, Count
from viewer.boards.scene import Json
from viewer.components.html_block import html_block
from viewer.components.paper import paper
from viewer.locale.language import gettext, translate
from viewer.locale.plain_text import fit
from viewer.look.element import element
from viewer.look.face import Faces
from viewer.pages.game import game_sections, head, price
from viewer.pages.game.games_list import games_list
from viewer.pages.game.people_tab import people_tab
from viewer.pages.game.price import edit_tab
from viewer.pages.person.plays_tab import days_section, latest, mini
from viewer.pages.shared import flash
from viewer.pages.shared.dataset import dataset_key, names_of
from viewer.pages.shared.faces import emblems_of, faces_of
from viewer.pages.shared.pages import Pages, name_page
from viewer.pages.shared.reader import reader_theme
from viewer.pages.shared.record_table import record_table
from viewer.pages.shared.tabs import open_tab, tab_bar, tab_filters
from viewer.statistics.figure import drawn
from viewer.texts.load_match import MatchUnavailable, load_match

MAX_COMPANY = 5


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
    counted, names = index.counted(), names_of(matches)
    population, key = counted.population(**match_filter), dataset_key(counted, match_filter)
    found = _found(population, title, key)
    if not found.game.plays:
        with top:
            says = gettext("No play of this game is found.")
            everything = element("a", gettext("All games"), href="game", class_="link")
            html_block(heading, element("p", says), element("p", everything), key="head")
        return
    tabs = {**head.TABS, **(head.OF_MOVES if found.game.depths.moves else {})}
    tab = open_tab(tabs)
    answers = head.answers(found.game, found.answer, names)
    bar = tab_bar("game", tabs, tab, fit(translate(title), 60))
    with top:
        html_block(heading, *answers, bar, key="head")
    faces = faces_of(matches)
    if tab == "plays":
        rows = latest(index, matches, match_filter, found.game.plays, None)
        days = dates_of(counted.plays_by_day(**match_filter).items(), DAY)
        html_block(element("div", rows, _beside(found.game, days, names, faces), class_="two"), key="plays")
    elif tab == "people":
        people_tab(found.game, names, faces)
    elif tab == "points":
        figures = game_sections.points(found.game, _course(population, key), _categories(population, key))
        html_block(*map(drawn, figures), key="points")
        _records(found.game, names, index)
    elif tab == "seats":
        html_block(*game_sections.seats(found.game), key="seats")
    elif tab == "time":
        html_block(*map(drawn, game_sections.minutes(found.game)), key="minutes")
        price.panel(title, timed(population), pages)
    else:
        figures = game_sections.board(_course(population, key), _last(matches, population), reader_theme())
        html_block(*map(drawn, figures), key="board")


def _beside(found: GameStatistics, days: Sequence[Count], names: Mapping[str, str], faces: Faces) -> Json:
    people = [Count(row.label, names[row.label], row.plays) for row in found.people if row.label in names][:MAX_COMPANY]
    company = element("section", element("h2", gettext("Played by")), *(mini(c, faces) for c in people), class_="sec")
    return element("aside", *days_section(days), *([company] if people else []), class_="below")


def _records(found: GameStatistics, names: Mapping[str, str], index: MatchIndex) -> None:
    if found.records:
        title = element("summary", gettext("Records"))
        fold = element("details", title, *record_table(index, found.records, names))
        paper(fold, key="records")


def _last(matches: MatchRepository, population: Population) -> Match | None:
    """The last match recorded by moves; its board is the one drawn."""
    id = last_by_moves(population)
    if id is None:
        return None
    with suppress(MatchUnavailable):
        return load_match(matches, id)
    return None


@st.cache_resource(max_entries=16, show_spinner=False)
def _found(_population: Population, title: str, key: str) -> _Found:
    found = game_statistics(_population, title)
    return _Found(found, game_answer(found))


@st.cache_resource(max_entries=16, show_spinner=False)
def _course(_population: Population, key: str) -> GameCourse:
    return game_course(_population)


@st.cache_resource(max_entries=16, show_spinner=False)
def _categories(_population: Population, key: str) -> tuple[CategoryMeans, ...]:
    return categories(_population)
