"""The words of an insight: the parts of its question, the labels and values of its rows."""

import datetime
from collections.abc import Mapping
from typing import Final

from babel.dates import format_date

from eventstore.statistics.insight_answer import DATES, OF_100
from eventstore.statistics.insights import COUNTS, Dimension, Insight, InsightRow, Metric
from viewer.locale.language import current, gettext, gettext_noop, ngettext, number, percent, translate
from viewer.locale.plain_text import plain
from viewer.statistics import words
from viewer.texts.match_sentences import signed

BY: Final[Mapping[Dimension, str]] = {
    "person": gettext_noop("[Who]"),
    "game": gettext_noop("[At which game]"),
    "players": gettext_noop("[With how many players]"),
    "place": gettext_noop("[Where]"),
    "weekday": gettext_noop("[On which day of the week]"),
    "month": gettext_noop("[In which month]"),
    "year": gettext_noop("[In which year]"),
    "tag": gettext_noop("[With which tag]"),
    "depth": gettext_noop("[At which level of detail]"),
    "seat": gettext_noop("[In which seat]"),
    "start": gettext_noop("[As start player or not],"),
    "role": gettext_noop("[In which role]"),
    "color": gettext_noop("[With which color]"),
    "expansion": gettext_noop("[With which expansion]"),
    "new": gettext_noop("[As a newcomer or not],"),
    "scenario": gettext_noop("[In which scenario]"),
    "difficulty": gettext_noop("[At which difficulty]"),
    "opponent": gettext_noop("[Against whom]"),
}
"""The first words of a question; the menu is in brackets."""

OF_PEOPLE: Final[Mapping[Metric, str]] = {
    "plays": gettext_noop("[plays most]"),
    "wins": gettext_noop("[has most wins]"),
    "share": gettext_noop("[wins most often]"),
    "above": gettext_noop("[wins more often than chance]"),
    "points": gettext_noop("[scores most]"),
    "margin": gettext_noop("[is furthest ahead of the others]"),
    "lead": gettext_noop("[plays where wins are clearest]"),
    "minutes": gettext_noop("[plays longest]"),
    "hours": gettext_noop("[spends most time playing]"),
    "start": gettext_noop("[plays where the start player wins most often]"),
    "luck": gettext_noop("[has most luck with the draws]"),
    "lost": gettext_noop("[gives away more than the others]"),
}
"""The phrases for people, after "Who"."""

OF_ALL: Final[Mapping[Metric, str]] = {
    "plays": gettext_noop("[do we play most]"),
    "wins": gettext_noop("[do we have most wins]"),
    "share": gettext_noop("[do we win most often]"),
    "above": gettext_noop("[do we win more often than chance]"),
    "points": gettext_noop("[do we score most]"),
    "margin": gettext_noop("[are we furthest ahead of the others]"),
    "lead": gettext_noop("[are wins clearest]"),
    "minutes": gettext_noop("[does a play take longest]"),
    "hours": gettext_noop("[do we spend most time]"),
    "start": gettext_noop("[does the start player win most often]"),
    "luck": gettext_noop("[do the draws bring us most]"),
    "lost": gettext_noop("[do we give away more than the others]"),
}
"""The same after the other words of `BY`."""

_CAPTIONS: Final[Mapping[Metric, str]] = {
    "plays": gettext_noop("Part of the plays"),
    "wins": gettext_noop("Part of the wins"),
    "share": gettext_noop("Wins of 100 plays"),
    "above": gettext_noop("Wins above or below chance, of 100 plays"),
    "points": gettext_noop("Points in a play, on average"),
    "margin": gettext_noop("Points ahead of the best of the others, on average"),
    "lead": gettext_noop("Points by which the winner is ahead, on average"),
    "minutes": gettext_noop("Minutes of a play, on average"),
    "hours": gettext_noop("Part of the time played"),
    "start": gettext_noop("Wins of the start player, of 100 plays"),
    "luck": gettext_noop("Points by the luck of the draws in a play, on average"),
    "lost": gettext_noop("Points given away in ten choices, beyond those of the others"),
}
_OF_A_TIME: Final[Mapping[Metric, str]] = {
    "plays": gettext_noop("Plays"),
    "wins": gettext_noop("Wins"),
    "hours": gettext_noop("Hours played"),
}
"""Captions of counts by date."""

_ROLES: Final[Mapping[str, str]] = {
    "start": gettext_noop("Start player"),
    "other": gettext_noop("Other players"),
    "unknown": gettext_noop("Not known"),
}
_A_MONDAY: Final = datetime.date(2024, 1, 1)


def does(metric: Metric, dimension: Dimension) -> str:
    """The phrase of a metric after the words of the dimension."""
    phrases = OF_PEOPLE if dimension == "person" else OF_ALL
    return gettext(phrases[metric])


def caption(metric: Metric, dimension: Dimension) -> str:
    """The heading of the bars."""
    captions = _OF_A_TIME if dimension in DATES and metric in COUNTS else _CAPTIONS
    return gettext(captions[metric])


def name(dimension: Dimension, row: InsightRow) -> str:
    """The label of a row in the reader's language."""
    match dimension:
        case "players":
            return ngettext("{number} player", "{number} players", int(row.label))
        case "weekday":
            day = _A_MONDAY + datetime.timedelta(days=int(row.label) - 1)
            return format_date(day, "EEEE", locale=current())
        case "month":
            return format_date(datetime.date.fromisoformat(f"{row.label}-01"), "LLL y", locale=current())
        case "depth":
            return gettext(words.DEPTHS[row.label])
        case "seat":
            return gettext("Seat {number}", number=row.label)
        case "start":
            return gettext(_ROLES[row.label])
        case "new":
            return gettext("New to the game") if row.label == "new" else gettext("Not new to the game")
        case "expansion" if not row.label:
            return gettext("No expansion")
        case "game":
            return plain(translate(row.name))
    return plain(row.name)


def figure(found: Insight, value: float) -> str:
    """A value, or a bound of its interval."""
    if found.metric in COUNTS:
        if found.dimension not in DATES:
            return percent(value)
        return number(round(value, 1) if found.metric == "hours" else value)
    if found.metric == "above":
        return signed(round(value))
    if found.metric in OF_100 or found.metric == "minutes":
        return number(round(value))
    return signed(round(value, 1)) if found.metric in ("margin", "luck", "lost") else words.rounded(value)
