"""The year in review: the answer first, then months, games, people and challenges, and one picture to share."""

import datetime
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.overview import plays_by_person
from eventstore.readmodels.year import year_in_review, years
from eventstore.statistics.year import Year
from viewer.boards.scene import Json
from viewer.components.html_block import html_block
from viewer.components.share import drawing, raster
from viewer.components.share.drawing import text
from viewer.locale import language
from viewer.locale.language import gettext, ngettext, number, translate
from viewer.locale.plain_text import fit, plain
from viewer.look.element import element
from viewer.look.icons import Icon, icon, mark
from viewer.pages.shared.address import say_unknown
from viewer.pages.shared.dataset import dataset_key, names_of, people_labels
from viewer.pages.shared.faces import Emblems, emblems_of, faces_of
from viewer.pages.shared.nothing_yet import nothing_yet
from viewer.pages.shared.pages import Pages, name_page
from viewer.pages.shared.question import Choice, Menu, address_with, question
from viewer.pages.shared.session import reader_today
from viewer.pages.year import year_sections
from viewer.statistics import words
from viewer.surface.kept import kept
from viewer.texts import year_words

STYLE: Final = """
<style>
.stApp .st-key-year-two { display: grid; gap: 0 48px; grid-template: "first side" / minmax(0, 776px) minmax(0, 376px); }
.st-key-year-side { padding-top: 1.5rem; }
@media (max-width: 1099px) { .stApp .st-key-year-two { grid-template: "first" "side" / minmax(0, 1fr); } }
</style>
"""


class _Asked(NamedTuple):
    """The year and the person of the address, and the years that the person, or everybody, has."""

    year: str
    person: str | None
    years: tuple[str, ...]


def show(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    """Show the year in `?year=`, of all people or of the person in `?person=`."""
    counted = index.counted()
    key = dataset_key(counted, {})
    names = names_of(matches)
    people = people_labels(_plays(counted, key), names)
    asked = _asked(counted, people, matches)
    if not asked.years:
        title = gettext("No year to look back on yet")
        says = gettext("Here will be the months, the games and the people of a year, and a picture to share.")
        html_block(nothing_yet(title, says, pages), key="nothing")
        return
    name = names[asked.person] if asked.person else ""
    name_page(year_words.in_review(asked.year), fit(name, 60))
    found = _found(counted, names, asked.year, asked.person, key, reader_today().isoformat())
    emblems = emblems_of(matches)
    st.html(STYLE)
    head = _head(asked, people, name)
    if not found.plays:
        html_block(head, element("p", gettext("No play in this year."), class_="answer"), key="year")
        return
    with st.container(key="year-two"):
        with st.container(key="year-first"):
            months, ranks = year_sections.months(found), year_sections.ranks(found, emblems, faces_of(matches))
            answer, notes = year_sections.answer(found, name), year_sections.notes(found)
            html_block(head, answer, year_sections.figures(found), months, notes, ranks, key="year")
        with st.container(key="year-side"):
            _picture(found, name, emblems)
            new, challenge = year_sections.new_games(found, emblems), year_sections.challenge(found.challenges, emblems)
            html_block(*new, challenge, key="year-challenge")


def _asked(index: MatchIndex, people: Mapping[str, str], matches: MatchRepository) -> _Asked:
    """Without a year the newest one that has plays."""
    requested, word = st.query_params.get("person", ""), st.query_params.get("year", "")
    who = matches.people().one(requested)
    person = who if who in people else None
    if requested and person is None:
        say_unknown("person", requested)
    known = years(index, person)
    everybody = years(index) if person else known
    if word and word not in everybody:
        say_unknown("year", word)
    return _Asked(word if word in everybody else known[0] if known else "", person, known)


def _head(asked: _Asked, labels: Mapping[str, str], name: str) -> Json:
    """The question, and the years beside this one."""
    all_years = [Choice(number, address_with(year=number), number == asked.year) for number in asked.years]
    everybody = Choice(gettext("everybody"), address_with(person=""), asked.person is None)
    people = [Choice(label, address_with(person=id), id == asked.person) for id, label in labels.items()]
    who = fit(name, 40) if asked.person else gettext("everybody")
    heading = question(
        gettext("{year} in review, {who}"),
        year=Menu("[{year}]", gettext("Year"), all_years, {"year": asked.year}),
        who=Menu("[{name}]", gettext("Person"), [everybody, *people], {"name": who}),
    )
    before = next((number for number in asked.years if number < asked.year), None)
    after = next((number for number in reversed(asked.years) if number > asked.year), None)
    beside = element("div", _arrow("left", before), _arrow("right", after), class_="end only-l fx")
    return element("div", heading, beside, class_="head year-head")


def _arrow(side: Icon, number: str | None) -> Json:
    if number is None:
        return element("span", icon(side), class_="btn sq is-off", aria_hidden="true")
    return element("a", icon(side), href=address_with(year=number), class_="btn sq", aria_label=number, title=number)


def _picture(year: Year, name: str, emblems: Emblems) -> None:
    """The picture, and its files on demand."""
    html_block(element("div", shown(year, name, emblems), class_="card-picture"), key="year-picture")
    file, reader = f"partie-{year.year}", language.current()

    def image() -> bytes:
        language.set_language(reader)  # Streamlit calls this later, in a thread without a language.
        return png(year, name)

    with st.container(horizontal=True, key="year-files"):
        st.download_button(
            gettext("Save the picture"),
            image,
            f"{file}.png",
            "image/png",
            key="png",
            on_click="ignore",
            type="primary",
        )
        drawn = svg(year, name)
        st.download_button("SVG", drawn, f"{file}.svg", "image/svg+xml", key="svg", on_click="ignore")


@kept(16)
def _found(_index: MatchIndex, _names: Mapping[str, str], number: str, who: str | None, key: str, today: str) -> Year:
    return year_in_review(_index, _names, number, who, datetime.date.fromisoformat(today))


@kept(8)
def _plays(_index: MatchIndex, key: str) -> dict[str, int]:
    return plays_by_person(_index.population())


WIDTH: Final = 1080
HEIGHT: Final = 1350
"""Portrait, 4 to 5: the largest format that photo apps show whole."""

_LEFT: Final = 64
_RIGHT: Final = WIDTH - _LEFT
_SMALL: Final = 38
"""Smallest size of a text: the page shows the picture at a third of its size."""

_LISTED: Final = 5
_EMBLEM: Final = 24
"""Size of an emblem before it is enlarged: with one letter, which can be read on the page."""

_HEATS: Final = 4
_DIGIT: Final = 0.5
"""Width of a digit, as a part of the size of its font."""


def shown(year: Year, who: str, emblems: Emblems) -> Json:
    """The picture in the colors of the page; `who` is the name of the person of the year, or empty."""
    box = f"0 0 {WIDTH} {HEIGHT}"
    label = year_words.summary(year, who)
    return element("svg", *_parts(year, who, emblems), viewBox=box, class_="picture", role="img", aria_label=label)


def svg(year: Year, who: str) -> str:
    """The file, with emblems alone: it cannot hold pictures from the store."""
    return drawing.document([*_parts(year, who, Emblems({}))], WIDTH, HEIGHT, year_words.summary(year, who))


def png(year: Year, who: str) -> bytes:
    return raster.png(svg(year, who))


def _parts(year: Year, who: str, emblems: Emblems) -> Iterator[Json]:
    title = gettext("{name}: {year} at the table", name=fit(who, 22), year=year.year) if who else _title(year)
    yield element("g", mark(), transform=f"translate({_LEFT} 64) scale(2.6)")
    yield text(title, _LEFT + 76, 108, 50, bold=True)
    yield from _figures(year)
    yield from _days(year)
    yield from _games(year, emblems)


def _title(year: Year) -> str:
    return gettext("{year} at the table", year=year.year)


def _figures(year: Year) -> Iterator[Json]:
    plays = number(year.plays)
    games = ngettext("{number} game", "{number} games", len(year.games))
    people = ngettext("{number} person", "{number} people", len(year.people))
    yield text(plays, _LEFT - 6, 336, 200, bold=True)
    yield text(ngettext("play", "plays", year.plays), _LEFT + 200 * _DIGIT * len(plays) + 30, 336, 50, soft=True)
    if year.timed:
        yield text(words.hours(year.minutes / 60), _RIGHT, 286, 72, bold=True, anchor="end")
        yield text(gettext("at the table"), _RIGHT, 336, 40, soft=True, anchor="end")
    of = gettext("of {games} with {people}", games=games, people=people) if year.people else games
    if year.person and year.decided:
        of = gettext("{first}, {wins} of {decided} won", first=of, wins=year.wins, decided=year.decided)
    yield text(fit(of, 50), _LEFT, 418, 46)


def _days(year: Year) -> Iterator[Json]:
    """The days of the year: weeks as columns, Monday on top, months by their first letter."""
    first, last = datetime.date(int(year.year), 1, 1), datetime.date(int(year.year), 12, 31)
    step = (_RIGHT - _LEFT) / 54
    initials = year_words.month_names("LLLLL")
    for offset in range((last - first).days + 1):
        day = first + datetime.timedelta(days=offset)
        week, row = divmod(first.weekday() + offset, 7)
        heat = min(year.by_day.get(day.isoformat(), 0), _HEATS)
        fill = f"var(--heat-{heat})" if heat else "var(--well)"
        x, y, side = round(_LEFT + week * step, 1), round(468 + row * step, 1), round(step * 0.86, 1)
        yield element("rect", x=x, y=y, width=side, height=side, rx=3, fill=fill)
        if day.day == 1:
            yield text(initials[day.month - 1], x, 640, _SMALL, soft=True)


def _games(year: Year, emblems: Emblems) -> Iterator[Json]:
    """The most played games with their plays."""
    for place, game in enumerate(year.games[:_LISTED]):
        y = 700 + 122 * place
        yield element("g", emblems.emblem(game.name, _EMBLEM), transform=f"translate({_LEFT} {y}) scale(3.5)")
        name = fit(plain(translate(game.name)), 32)
        yield text(name, _LEFT + 112, y + 56, 48, bold=place == 0)
        yield text(number(game.plays), _RIGHT, y + 56, 48, bold=place == 0, anchor="end")
