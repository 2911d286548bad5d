"""What to play: the games that fit the people and their time, and those not played for long."""

import datetime
from collections.abc import Sequence

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics.rested import Rested, rested
from eventstore.statistics.suggestions import Suggestion, suggestions
from viewer.boards.text import fit, plain
from viewer.language import date, gettext, ngettext, number, translate
from viewer.navigation import Pages
from viewer.people.picker import known_people, people_picker
from viewer.statistics import chart_panel, figures
from viewer.statistics.chart_panel import ChartContext
from viewer.statistics.dataset import Dataset, dataset
from viewer.statistics.figures import Bar

TIMES = (20, 30, 45, 60, 90, 120, 180, 240)
"""The times offered, in minutes."""


def show(library: MatchIndex, records: MatchRepository, pages: Pages) -> None:
    """Ask for the people and their time; the time is kept in the address."""
    st.title(gettext("What to play"), anchor=False)
    data = dataset(library, records, {})
    if not data.played:
        chart_panel.nothing(library)
        return
    context = ChartContext(library, pages, "dark" if st.context.theme.type == "dark" else "light")
    today = datetime.date.today()
    people, minutes = _ask(library, records)
    if people:
        _fitting(_suggested(data, people, minutes, today, data.key), len(people), minutes, context)
    else:
        st.caption(gettext("Choose who is at the table to see what fits."))
    _rested(_resting(data, today, data.key), context)


def _ask(library: MatchIndex, records: MatchRepository) -> tuple[tuple[str, ...], int | None]:
    known = [person for person in known_people(library.counted(), records) if person.plays]
    with st.container(width=640, key="whose"):
        people = people_picker(gettext("Who is at the table"), known, key="table-of", kind="several")
        minutes: int | None = st.selectbox(
            gettext("Time"),
            TIMES,
            index=None,
            format_func=lambda each: ngettext("{number} minute", "{number} minutes", each),
            placeholder=gettext("Any"),
            key="time",
            bind="query-params",
            width=180,
        )
    listed = {person.id for person in known}
    return tuple(person.id for person in people if person.id in listed), minutes


def _fitting(found: Sequence[Suggestion], people: int, minutes: int | None, context: ChartContext) -> None:
    """The games that fit, the best first."""
    if not found:
        st.text(gettext("No game was played by so many people in that time. Allow more time or choose other people."))
        return
    first = found[0]
    answer = gettext("Try {game}: {why}.", game=fit(translate(first.game), 40), why=_why(first, people))
    bars = [
        Bar(plain(translate(one.game)), one.minutes or 0, _time(one) or "?", few=False, matches=one.matches)
        for one in found
    ]
    how = gettext("The bars are the usual minutes of the games that fit, the best suggestion first.")
    table = {
        gettext("Game"): [bar.label for bar in bars],
        gettext("Minutes"): [bar.text for bar in bars],
        gettext("Why"): [_why(one, people) for one in found],
    }
    figure = figures.rows(bars[: chart_panel.DRAWN], context.theme)
    picked = chart_panel.chart_panel(figure, f"{answer} {how}", table, key="fitting")
    if picked is not None:
        chart_panel.match_links(context.library, context.pages, bars[picked].label, bars[picked].matches, key="fitting")


def _time(one: Suggestion) -> str:
    return gettext("about {minutes} min", minutes=number(round(one.minutes))) if one.minutes else ""


def _why(one: Suggestion, people: int) -> str:
    """Why a game is suggested, in a few words."""
    if one.known == people:
        known = gettext("all know it")
    else:
        known = gettext("{known} of {people} know it", known=one.known, people=people) if one.known else ""
    last = gettext("last played {when}", when=_ago(one.days)) if one.days else ""
    return ", ".join(part for part in (_time(one), known or gettext("new to all"), last) if part)


def _rested(found: Sequence[Rested], context: ChartContext) -> None:
    """The games that were not played for the longest time."""
    if not found:
        return
    first = found[0]
    st.subheader(gettext("Not played for long"), anchor=False)
    bars = [Bar(plain(translate(one.game)), one.days, _ago(one.days), few=False, matches=(one.last,)) for one in found]
    sentence = gettext(
        "{game} has waited longest: since {day}, after {plays}.",
        game=fit(translate(first.game), 40),
        day=date(first.played_on),
        plays=ngettext("{number} play", "{number} plays", first.plays),
    )
    figure = figures.rows(bars[: chart_panel.DRAWN], context.theme)
    table = {
        gettext("Game"): [bar.label for bar in bars],
        gettext("Last played"): [date(one.played_on) for one in found],
        gettext("Plays"): [number(one.plays) for one in found],
    }
    picked = chart_panel.chart_panel(figure, sentence, table, key="rested")
    if picked is not None:
        chart_panel.match_links(context.library, context.pages, bars[picked].label, bars[picked].matches, key="rested")


def _ago(days: int) -> str:
    """The full months or years since then."""
    if days < 60:
        return ngettext("{number} day ago", "{number} days ago", days)
    if days < 731:
        return ngettext("{number} month ago", "{number} months ago", int(days / 30.4375))
    return ngettext("{number} year ago", "{number} years ago", int(days / 365.25))


@st.cache_resource(max_entries=16, show_spinner=False)
def _suggested(
    _dataset: Dataset, people: tuple[str, ...], minutes: int | None, today: datetime.date, key: str
) -> tuple[Suggestion, ...]:
    return suggestions(_dataset.played, people, minutes, today)


@st.cache_resource(max_entries=8, show_spinner=False)
def _resting(_dataset: Dataset, today: datetime.date, key: str) -> tuple[Rested, ...]:
    return rested(_dataset.played, today)
