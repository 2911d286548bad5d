"""The year in review: a page, and one picture of it to share."""

import datetime

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics.year import Year, year, years
from viewer.address import read_address, write_address
from viewer.boards.svg import Theme
from viewer.boards.text import fit
from viewer.html_block import element, html_block
from viewer.language import gettext
from viewer.navigation import Pages
from viewer.statistics import chart_panel, year_picture, year_sections
from viewer.statistics.chart_panel import ChartContext, ranking
from viewer.statistics.dataset import Dataset, dataset
from viewer.statistics.tiles import tiles


def show(library: MatchIndex, records: MatchRepository, pages: Pages) -> None:
    """Show the year in `?year=`, of all people or of the person in `?person=`."""
    title = st.container()
    data = dataset(library, records, {})
    known = years(data.played)
    if not known:
        title.title(gettext("Year in review"), anchor=False)
        chart_panel.nothing(library)
        return
    number, who = _ask(data, known)
    found = _found(data, number, who, data.key)
    title.title(gettext("{year} in review", year=number), anchor=False)
    if not found.plays:
        st.text(gettext("No matches in this year."))
        return
    theme: Theme = "dark" if st.context.theme.type == "dark" else "light"
    name = fit(data.names[who], 40) if who else ""
    figures = [(label, value, "") for label, value in year_picture.key_figures(found)]
    lead = element("p", year_sections.summary(found, name), class_="lead")
    notes = element("p", " ".join(year_sections.notes(found)), class_="aside")
    html_block(lead, tiles(figures), notes, theme=theme, key="head")
    context = ChartContext(library, pages, theme)
    year_sections.months(found, context)
    most, with_whom = st.columns(2, gap="large")
    with most:
        ranking(found.games, gettext("Most played"), pages.game, "game", context, key="games")
    with with_whom:
        if found.people:
            ranking(found.people, gettext("With whom"), pages.person, "person", context, key="people")
    new, challenge = st.columns(2, gap="large")
    with new:
        year_sections.new_games(found, context)
    with challenge:
        year_sections.challenge(found.challenges, context)
    _picture(found, name)


def _ask(data: Dataset, known: tuple[str, ...]) -> tuple[str, str | None]:
    """Ask for the year and the person; both are kept in the address."""
    this_year = str(datetime.date.today().year)
    usual = this_year if this_year in known else known[0]
    names = data.people()
    read_address("year", known, usual)
    read_address("person", names)
    with st.container(horizontal=True, key="whose"):
        number: str = st.selectbox(gettext("Year"), known, key="year", width=120)
        who: str | None = st.selectbox(
            gettext("Person"),
            names,
            index=None,
            format_func=lambda id: names[id],
            placeholder=gettext("Everybody"),
            key="person",
            width=280,
        )
    write_address("year", number)
    write_address("person", who)
    return number, who


def _picture(found: Year, name: str) -> None:
    """The picture, and its files on demand."""
    st.subheader(gettext("A picture to share"), anchor=False)
    drawn = year_picture.svg(found, name)
    with st.container(key="year-picture", width=360):
        st.image(drawn, alt=year_sections.summary(found, name))
    file = f"partie-{found.year}"
    with st.container(horizontal=True):
        st.download_button(
            "PNG", lambda: year_picture.png(found, name), f"{file}.png", "image/png", key="png", on_click="ignore"
        )
        st.download_button("SVG", drawn, f"{file}.svg", "image/svg+xml", key="svg", on_click="ignore")


@st.cache_resource(max_entries=16, show_spinner=False)
def _found(_dataset: Dataset, number: str, who: str | None, key: str) -> Year:
    return year(_dataset.played, _dataset.names, number, who)
