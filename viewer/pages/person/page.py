"""The page of one person: the answer first, then tabs; only the open one is computed."""

from collections.abc import Mapping
from typing import NamedTuple

import streamlit as st

from eventstore.matches.people import SOMEBODY
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.overview import dates_of
from eventstore.readmodels.person import company, person_statistics
from eventstore.readmodels.population import Population
from eventstore.statistics.answers import PersonAnswer, answer
from eventstore.statistics.overview import DAY, Count
from eventstore.statistics.person import PersonStatistics
from viewer.components.html_block import html_block
from viewer.locale.language import gettext
from viewer.locale.plain_text import fit
from viewer.look.element import element
from viewer.pages.person import head, plays_tab, review_tab
from viewer.pages.person.changes import edit_tab
from viewer.pages.person.games_tab import games_tab
from viewer.pages.person.opponents_tab import opponents_tab
from viewer.pages.person.progress_tab import progress_tab
from viewer.pages.shared import flash
from viewer.pages.shared.dataset import dataset_key, names_of
from viewer.pages.shared.faces import emblems_of, faces_of
from viewer.pages.shared.pages import Pages, name_page
from viewer.pages.shared.reviewed_seats import reviewed_seats
from viewer.pages.shared.tabs import open_tab, tab_bar, tab_filters


class _Found(NamedTuple):
    person: PersonStatistics
    answer: PersonAnswer


def show(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    """Show the person in `?person=`, over the filtered matches."""
    flash.show()
    people = matches.people()
    requested = st.query_params.get("person", "")
    who = people.one(requested)
    if who not in people.names:
        _unknown(requested)
        return
    if who != requested:  # A merged person is replaced by the person it was merged into.
        st.query_params["person"] = who
    name, faces = people.name(who), faces_of(matches)
    name_page(fit(name, 60))
    title = head.title_row(who, name, faces, pages)
    if st.query_params.get("tab") == "edit" and pages.has_role("recorder"):
        html_block(title, key="head")
        edit_tab(matches, index, who)
        return
    top = st.container()
    match_filter = tab_filters(index, matches, "person")
    counted, names = index.counted(), names_of(matches)
    population, key = counted.population(**match_filter), dataset_key(counted, match_filter)
    found = _found(population, names, who, f"{key} {names[SOMEBODY]}")
    if not found.person.plays:
        with top:
            html_block(title, element("p", _nothing(match_filter), class_="answer"), key="head")
        return
    tab = open_tab(head.TABS)
    bar = tab_bar("person", head.TABS, tab, fit(name, 60))
    with top:
        html_block(title, *head.answers(found.person, found.answer), bar, key="head")
    if tab == "plays":
        criteria = match_filter | MatchFilter(person=who)
        latest = plays_tab.latest(index, matches, criteria, found.person.plays, who)
        days = dates_of(counted.plays_by_day(**criteria).items(), DAY)
        aside = plays_tab.beside(found.answer, days, _company(population, names, who, key), faces)
        html_block(element("div", latest, aside, class_="two"), key="plays")
    elif tab == "games":
        games_tab(found.person, emblems_of(matches))
    elif tab == "opponents":
        opponents_tab(found.person, faces)
    elif tab == "progress":
        progress_tab(found.person, population, index)
    else:
        review_tab.luck_and_choices(population, names, reviewed_seats(matches.store, key), who)


def _unknown(requested: str) -> None:
    says = gettext("There is no person {person!r}.", person=fit(requested, 40)) if requested else ""
    everybody = element("a", gettext("All people"), href="people", class_="link")
    html_block(
        element("h1", gettext("A person")), *([element("p", says)] if says else []), element("p", everybody), key="head"
    )


def _nothing(match_filter: MatchFilter) -> str:
    if any(match_filter.values()):
        return gettext("No matches found. Remove a filter to see more.")
    return gettext("None of these matches counts in statistics; simulated ones do not.")


@st.cache_resource(max_entries=32, show_spinner=False)
def _found(_population: Population, _names: Mapping[str, str], who: str, key: str) -> _Found:
    found = person_statistics(_population, who, _names)
    return _Found(found, answer(found))


@st.cache_resource(max_entries=32, show_spinner=False)
def _company(_population: Population, _names: Mapping[str, str], who: str, key: str) -> tuple[Count, ...]:
    return company(_population, who, _names)
