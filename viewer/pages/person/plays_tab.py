"""The first tab of a person: the latest plays, wins by game, days with plays, and the people beside."""

import datetime
from collections.abc import Sequence
from urllib.parse import quote

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics.answers import PersonAnswer
from eventstore.statistics.overview import Count
from viewer.boards.scene import Json
from viewer.locale.language import gettext, ngettext, translate
from viewer.locale.plain_text import fit
from viewer.look import charts
from viewer.look.element import element
from viewer.look.face import Faces
from viewer.pages.shared.play_rows import rows_by_month
from viewer.pages.shared.tabs import tab_address
from viewer.statistics.figure import bar_figures, drawn, share_bar

ROWS = 10
"""Plays shown; the list of matches has all."""

_DAYS = 364
_COMPANY = 3


def latest(
    index: MatchIndex, matches: MatchRepository, match_filter: MatchFilter, plays: int, person: str | None
) -> Json:
    """The latest plays that fit, of a person or else of one game, and the link to all of them."""
    rows = index.matches(limit=ROWS, **match_filter)
    parts = rows_by_month(index, matches, rows, person, of_one_game=person is None)
    if plays > len(rows):
        label = ngettext("All {number} plays", "All {number} plays", plays)
        parts.append(element("p", element("a", label, href=tab_address(".", ""), class_="link"), class_="all"))
    return element("div", *parts)


def beside(
    answer: PersonAnswer,
    days: Sequence[Count],
    company: Sequence[Count],
    faces: Faces,
) -> Json:
    """The column at the right; `days` are those with plays of the person, `company` is who played in them."""
    games = [
        share_bar(translate(game.label), game.share, href=f"game?game={quote(game.label)}", meant=game is answer.best)
        for game in answer.regular[:6]
    ]
    note = ngettext("Games with {number} play or more", "Games with {number} plays or more", answer.enough)
    return element(
        "aside",
        *map(drawn, bar_figures(gettext("Wins of 100 plays"), games, note)),
        *days_section(days),
        *_company(company[:_COMPANY], faces),
        class_="below",
    )


def days_section(days: Sequence[Count]) -> list[Json]:
    """The calendar of the twelve months up to the last day with a play; nothing without a known day."""
    if not days:
        return []
    last = datetime.date.fromisoformat(days[-1].label)
    first = last - datetime.timedelta(days=_DAYS)
    plays = {datetime.date.fromisoformat(day.label): day.plays for day in days}
    shown = {day: count for day, count in plays.items() if day >= first}
    label = ngettext(
        "Plays in the twelve months: {plays} on {number} day",
        "Plays in the twelve months: {plays} on {number} days",
        len(shown),
        plays=sum(shown.values()),
    )
    chart = charts.calendar(shown, first, last, label)
    return [element("section", element("h2", gettext("Days with plays")), chart, class_="sec")]


def _company(counts: Sequence[Count], faces: Faces) -> list[Json]:
    if not counts:
        return []
    return [
        element("section", element("h2", gettext("Most often with")), *(mini(c, faces) for c in counts), class_="sec")
    ]


def mini(count: Count, faces: Faces) -> Json:
    """A person with the number of plays, as a link."""
    plays = element("span", ngettext("{number} play", "{number} plays", count.plays), class_="end")
    name = element("span", fit(count.name, 40))
    href = f"person?person={quote(count.label)}"
    return element("a", faces.face(count.name, 24), name, plays, href=href, class_="mini")
