"""The year in review: the answer first, then months, games, people and challenges, and one picture to share."""

import datetime
from collections.abc import Mapping
from typing import Final, NamedTuple

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.overview import plays_by_person
from eventstore.readmodels.year import year_in_review, years
from eventstore.statistics.year import Year
from viewer.boards.scene import Json
from viewer.components.html_block import html_block
from viewer.locale import language
from viewer.locale.language import gettext
from viewer.locale.plain_text import fit
from viewer.look.element import element
from viewer.look.icons import Icon, icon
from viewer.pages.shared.address import say_unknown
from viewer.pages.shared.dataset import dataset_key, names_of, people_labels
from viewer.pages.shared.faces import Emblems, emblems_of, faces_of
from viewer.pages.shared.nothing_yet import nothing_yet
from viewer.pages.shared.pages import Pages, name_page
from viewer.pages.shared.question import Choice, Menu, address_with, question
from viewer.pages.shared.reader import reader_today
from viewer.pages.year import year_picture, year_sections
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
    html_block(element("div", year_picture.shown(year, name, emblems), class_="card-picture"), key="year-picture")
    file, reader = f"partie-{year.year}", language.current()

    def png() -> bytes:
        language.set_language(reader)  # Streamlit calls this later, in a thread without a language.
        return year_picture.png(year, name)

    with st.container(horizontal=True, key="year-files"):
        st.download_button(
            gettext("Save the picture"), png, f"{file}.png", "image/png", key="png", on_click="ignore", type="primary"
        )
        drawn = year_picture.svg(year, name)
        st.download_button("SVG", drawn, f"{file}.svg", "image/svg+xml", key="svg", on_click="ignore")


@st.cache_resource(max_entries=16, show_spinner=False)
def _found(_index: MatchIndex, _names: Mapping[str, str], number: str, who: str | None, key: str, today: str) -> Year:
    return year_in_review(_index, _names, number, who, datetime.date.fromisoformat(today))


@st.cache_resource(max_entries=8, show_spinner=False)
def _plays(_index: MatchIndex, key: str) -> dict[str, int]:
    return plays_by_person(_index.population())
