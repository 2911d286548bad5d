"""The page of one person: the answer first, then tabs; only the open one is computed."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from eventstore.matches.people import SOMEBODY
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.overview import dates_of
from eventstore.readmodels.person import PlayOf, company, contests, person_statistics, plays_of_person
from eventstore.readmodels.population import Population
from eventstore.statistics.answers import PersonAnswer, answer
from eventstore.statistics.overview import DAY, Count
from eventstore.statistics.person import PersonStatistics, Streak
from eventstore.statistics.progress import progress
from viewer import surface
from viewer.boards.scene import Json
from viewer.components.html_block import html_block, pressed
from viewer.locale.language import gettext, ngettext, translate
from viewer.locale.plain_text import fit
from viewer.look.element import element
from viewer.pages.person import head, plays_tab, review_tab
from viewer.pages.person.changes import edit_tab
from viewer.pages.person.games_tab import games_tab, opponents_tab
from viewer.pages.shared import flash
from viewer.pages.shared.dataset import dataset_key, names_of, reviewed_seats
from viewer.pages.shared.faces import emblems_of, faces_of
from viewer.pages.shared.pages import Pages, name_page
from viewer.pages.shared.record_table import show_records
from viewer.pages.shared.tabs import open_tab, tab_bar, tab_filters
from viewer.statistics.figure import Figure, drawn
from viewer.statistics.progress import better, rating
from viewer.surface.kept import kept


class _PersonFigures(NamedTuple):
    person: PersonStatistics
    answer: PersonAnswer


def show(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    """Show the person in `?person=`, over the filtered matches."""
    flash.show()
    people = matches.people()
    requested = surface.address().get("person", "")
    who = people.one(requested)
    if who not in people.names:
        _unknown(requested)
        return
    if who != requested:  # A merged person is replaced by the person it was merged into.
        surface.address()["person"] = who
    name, faces = people.name(who), faces_of(matches)
    name_page(fit(name, 60))
    title = head.title_row(who, name, faces, pages)
    if surface.address().get("tab") == "edit" and pages.has_role("recorder"):
        html_block(title, key="head")
        edit_tab(matches, index, who)
        return
    top = surface.container()
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


@kept(32)
def _found(_population: Population, _names: Mapping[str, str], who: str, key: str) -> _PersonFigures:
    found = person_statistics(_population, who, _names)
    return _PersonFigures(found, answer(found))


@kept(32)
def _company(_population: Population, _names: Mapping[str, str], who: str, key: str) -> tuple[Count, ...]:
    return company(_population, who, _names)


def progress_tab(person: PersonStatistics, population: Population, index: MatchIndex) -> None:
    rows = streaks(person)
    said = [element("p", rows, class_="answer")] if rows else []
    figures = _rating(person, population) + _better(person, population)
    html_block(*said, *map(drawn, figures), key="progress")
    show_records(index, person.records)


def _rating(person: PersonStatistics, population: Population) -> list[Figure]:
    if not person.rating:
        return []
    plays = {point.match: PlayOf("", None) for point in person.rating.line}
    plays |= plays_of_person(population, person.person)  # One that was withdrawn meanwhile is missing.
    return [rating(person.rating, plays)]


def _better(person: PersonStatistics, population: Population) -> list[Figure]:
    """The progress at the game that was chosen, kept in `?of=`; else at the one with most plays."""
    games = [row.label for row in person.games if row.chance.n > 1]
    if not games:
        return []
    if sent := pressed("progress"):
        surface.address()["of"] = sent.value.removeprefix("game=")
    requested = surface.address().get("of", "")
    game = requested if requested in games else games[0]
    choice = _choice(games, game) if len(games) > 1 else ""
    return [better(progress(contests(population, person.person, game), game), person.name, choice)]


def _choice(games: Sequence[str], chosen: str) -> Json:
    options = [
        element("option", fit(translate(game), 60), value=game, **({"selected": ""} if game == chosen else {}))
        for game in games
    ]
    return element("select", *options, class_="field", aria_label=gettext("Game"), data_send="of", data_value="game")


def streaks(person: PersonStatistics) -> str:
    """The current streak, and the longest of each kind; empty if there is none of two plays."""
    rows = []
    if person.current and person.current.length > 1:
        rows.append(_current(person.current))
    longest: list[tuple[Streak | None, Callable[[int], str]]] = [
        (person.winning, lambda count: ngettext("{number} win", "{number} wins", count)),
        (person.losing, lambda count: ngettext("{number} play without a win", "{number} plays without a win", count)),
    ]
    known = [says(streak.length) for streak, says in longest if streak and streak.length > 1]
    if known:
        rows.append(gettext("Longest streaks: {rows}.", rows=", ".join(known)))
    return " ".join(rows)


def _current(streak: Streak) -> str:
    if streak.result == "won":
        return ngettext("Now {number} win in a row.", "Now {number} wins in a row.", streak.length)
    return ngettext("Now {number} play without a win.", "Now {number} plays in a row without a win.", streak.length)
