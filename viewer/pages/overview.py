"""The store at a glance: how much was played, when, by whom, what and where, ever or in one year."""

import calendar as days_of_months
import datetime
from collections.abc import Callable, Mapping, Sequence
from typing import Final
from urllib.parse import quote

import streamlit as st
from babel.dates import format_date

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.overview import overview
from eventstore.readmodels.year import years
from eventstore.statistics.overview import Count, Overview
from viewer.boards.scene import Json
from viewer.components.html_block import html_block
from viewer.locale.language import current, gettext, length, ngettext, number, percent, translate
from viewer.locale.plain_text import fit
from viewer.look import charts
from viewer.look.element import element
from viewer.pages.shared.address import say_unknown
from viewer.pages.shared.dataset import dataset_key, names_of
from viewer.pages.shared.faces import emblems_of, faces_of
from viewer.pages.shared.filters import filter_button, filter_chips
from viewer.pages.shared.nothing_yet import nothing_yet
from viewer.pages.shared.pages import Pages, name_page
from viewer.pages.shared.question import Choice, Menu, address_with, filled, question
from viewer.statistics.figure import Figure, drawn
from viewer.surface.kept import kept

_LABEL: Final = 24
"""Characters of the label of a bar."""

MAX_MONTHS: Final = 6
"""Most months that are drawn."""

_PICTURE: Final = 24
"""Width of a face or an emblem in pixels."""


def show(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    """The year and the filters are kept in the address."""
    if not index.matches(limit=1):
        says = gettext("After a few plays this page tells how much was played, when, by whom, what and where.")
        html_block(nothing_yet(gettext("Nothing played yet"), says, pages), key="nothing")
        return
    top, body = st.container(), st.container()
    match_filter = filter_button(index, matches)
    all_years = years(index)
    year = _year(all_years)
    counted, limited = index.counted(), match_filter | _limits(year) if year else match_filter
    found = _compute(counted, names_of(matches), limited, dataset_key(counted, limited))
    name_page(gettext("Overview"), year)
    with top:
        html_block(_question(all_years, year, match_filter), _answer(found), key="question")
        filter_chips(matches, match_filter)
    if found.plays:
        with body:
            rankings = element("div", *_rankings(found, matches), class_="rankings")
            html_block(_figures(found), *_when(found, year), rankings, key="overview")


def _year(years: Sequence[str]) -> str:
    """The year in the address; empty for all."""
    requested = st.query_params.get("year", "")
    if requested and requested not in years:
        say_unknown("year", requested)
    return requested if requested in years else ""


def _limits(year: str) -> MatchFilter:
    return MatchFilter(since=f"{year}-01-01", until=f"{year}-12-31")


def _question(years: Sequence[str], year: str, match_filter: MatchFilter) -> Json:
    """The choices are the years with plays, the newest first, and all of them."""
    if not years or match_filter.get("since") or match_filter.get("until"):
        return question(gettext("What was played?"))
    everything = Menu(gettext("since [{year}]"), "", (), {"year": years[-1]})
    choices = [Choice(everything.text(), address_with(year=""), not year)]
    choices += [Choice(each, address_with(year=each), each == year) for each in years]
    phrase = gettext("in [{year}]") if year else everything.phrase
    period = Menu(phrase, gettext("Year"), choices, {"year": year or years[-1]})
    return question(gettext("What was played {period}?"), period=period)


def _answer(found: Overview) -> Json:
    """The game, the person and the place with most plays, as links."""
    if not found.plays:
        return element("p", gettext("No matches found. Remove a filter to see more."), class_="answer")
    says = gettext("Most often played: {game}.")
    if found.people and found.places:
        says = gettext("Most often played: {game}, most often by {name}, and most often at {place}.")
    elif found.people:
        says = gettext("Most often played: {game}, and most often by {name}.")
    names = {
        key: [element("a", fit(translate(counts[0].name), 40), href=_address(key, counts[0]), class_="link")]
        for key, counts in (("game", found.games), ("name", found.people), ("place", found.places))
        if counts
    }
    return element("p", *filled(says, **names), class_="answer")


def _address(key: str, count: Count) -> str:
    page = {"game": "game?game=", "name": "person?person=", "place": ".?place="}[key]
    return page + quote(count.label)


def _figures(found: Overview) -> Json:
    shown = [
        (number(found.plays), ngettext("play", "plays", found.plays)),
        (number(len(found.games)), ngettext("game", "games", len(found.games))),
        (number(len(found.people)), ngettext("person", "people", len(found.people))),
    ]
    if found.timed:
        shown.append((length(round(found.minutes / 60) * 60 or found.minutes), gettext("at the table")))
    if found.h_index > 1:
        often = gettext("games at least {number} times each", number=number(found.h_index))
        shown.append((number(found.h_index), often))
    figures = [element("div", element("b", value), element("span", label), class_="fig") for value, label in shown]
    return element("div", *figures, class_="figs")


def _when(found: Overview, year: str) -> list[Json]:
    """The years; of one year the days and the months with most plays."""
    parts = _in_year(found, int(year)) if year else _years(found)
    if found.undated:
        says = ngettext("{number} match has no known date.", "{number} matches have no known date.", found.undated)
        parts.append(element("p", says, class_="soft s14"))
    return [drawn(Figure(gettext("When"), element("div", *parts, class_="spans")))] if parts else []


def _years(found: Overview) -> list[Json]:
    bars = [_bar(one.label, one, address_with(year=one.label)) for one in reversed(found.years)]
    return [charts.bars(bars)] if bars else []


def _in_year(found: Overview, year: int) -> list[Json]:
    days = {datetime.date.fromisoformat(day.label): day.plays for day in found.days}
    says = ngettext("Plays on {number} day", "Plays on {number} days", len(days))
    calendar = charts.calendar(days, datetime.date(year, 1, 1), datetime.date(year, 12, 31), f"{says}, {year}")
    busiest = sorted(found.months, key=lambda month: -month.plays)[:MAX_MONTHS]
    bars = [_bar(_month(month.label), month, _plays_in(month.label)) for month in busiest]
    parts = [(says, calendar), (gettext("Busiest months"), charts.bars(bars))]
    return [element("div", element("p", text, class_="soft s14"), chart) for text, chart in parts]


def _month(month: str) -> str:
    return format_date(datetime.date.fromisoformat(f"{month}-01"), "LLLL", locale=current()).capitalize()


def _plays_in(month: str) -> str:
    last = days_of_months.monthrange(int(month[:4]), int(month[5:]))[1]
    return f".?since={month}-01&until={month}-{last}"


def _bar(label: str, count: Count, href: str) -> charts.Bar:
    return charts.Bar(fit(label, _LABEL), count.plays, number(count.plays), href)


def _rankings(found: Overview, matches: MatchRepository) -> list[Json]:
    """People, games and places, as a part of the plays."""
    faces, emblems = faces_of(matches), emblems_of(matches)
    kinds: tuple[tuple[str, str, Sequence[Count], Callable[[Count], Json]], ...] = (
        ("name", gettext("Who played"), found.people, lambda count: faces.face(count.name, _PICTURE)),
        ("game", gettext("What was played"), found.games, lambda count: emblems.emblem(count.label, _PICTURE)),
        ("place", gettext("Where it was played"), found.places, lambda count: ""),
    )
    return [
        drawn(Figure(title, charts.bars(_parts(found, key, counts, picture))))
        for key, title, counts, picture in kinds
        if counts
    ]


def _parts(found: Overview, key: str, counts: Sequence[Count], picture: Callable[[Count], Json]) -> list[charts.Bar]:
    """The first one is what the answer speaks of."""
    return [
        charts.Bar(
            fit(translate(one.name), _LABEL), one.plays, percent(one.plays / found.plays), _address(key, one),
            meant=place == 0, sure=ngettext("{number} play", "{number} plays", one.plays), picture=picture(one),
        )
        for place, one in enumerate(counts[: charts.MAX_BARS])
    ]  # fmt: skip


@kept(8)
def _compute(_index: MatchIndex, _names: Mapping[str, str], _filter: MatchFilter, key: str) -> Overview:
    return overview(_index, _names, **_filter)
