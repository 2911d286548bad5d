"""The sections of the year in review: its sentence, months, new games and challenges."""

from collections.abc import Sequence

import streamlit as st

from eventstore.statistics.challenges import TEN, Challenges, Step
from eventstore.statistics.overview import Count
from eventstore.statistics.year import Year
from viewer.boards.text import fit, plain
from viewer.language import date, gettext, listed, ngettext, number, translate
from viewer.statistics import chart_panel, figures, words
from viewer.statistics.chart_panel import ChartContext
from viewer.statistics.figures import Bar
from viewer.statistics.year_picture import month_names


def summary(found: Year, who: str) -> str:
    """The year in one or two sentences; `who` is the name of the person, or empty."""
    matches = ngettext("{number} match", "{number} matches", found.plays)
    games = ngettext("{number} game", "{number} games", len(found.games))
    if who:
        first = gettext(
            "{name} played {matches} of {games} in {year}", name=who, matches=matches, games=games, year=found.year
        )
    else:
        first = gettext("{matches} of {games} in {year}", matches=matches, games=games, year=found.year)
    parts = [gettext("{sentence}, {change}.", sentence=first, change=_change(found)) if found.before else f"{first}."]
    if found.person and found.decided:
        parts.append(gettext("Won: {wins} of {decided} with a known result.", wins=found.wins, decided=found.decided))
    return " ".join(parts)


def _change(found: Year) -> str:
    more = found.plays - found.before
    if more > 0:
        return ngettext("{number} more than the year before", "{number} more than the year before", more)
    if more < 0:
        return ngettext("{number} fewer than the year before", "{number} fewer than the year before", -more)
    return gettext("as many as the year before")


def notes(found: Year) -> list[str]:
    """The highlights: the busiest day, the longest match, the most frequent place."""
    parts = []
    if found.busiest and found.busiest.plays > 1:
        plays = ngettext("{number} match", "{number} matches", found.busiest.plays)
        parts.append(gettext("The busiest day: {day}, {matches}.", day=date(found.busiest.label), matches=plays))
    if found.longest_minutes:
        parts.append(gettext("The longest match took {hours}.", hours=words.hours(found.longest_minutes / 60)))
    if found.places:
        first = found.places[0]
        plays = ngettext("{number} match", "{number} matches", first.plays)
        parts.append(gettext("Most often at {place}, {matches}.", place=fit(first.name, 40), matches=plays))
    return parts


def months(found: Year, context: ChartContext) -> None:
    """The plays of each month."""
    bars = [
        Bar(name, plays, ngettext("{number} match", "{number} matches", plays), few=False, matches=())
        for name, plays in zip(month_names(), found.months, strict=True)
    ]
    most = max(bars, key=lambda bar: bar.value)
    sentence = gettext("Most in {month}: {matches}.", month=most.label, matches=most.text)
    table = {gettext("Month"): [bar.label for bar in bars], gettext("Matches"): [number(bar.value) for bar in bars]}
    chart_panel.still(figures.columns(bars, context.theme), sentence, table, key="months")


def new_games(found: Year, context: ChartContext) -> None:
    """The games played for the first time."""
    st.subheader(gettext("New this year"), anchor=False)
    if not found.new:
        st.text(gettext("No game was new."))
        return
    names = [fit(plain(translate(game.name)), 40) for game in found.new]
    games = ngettext("{number} game was new", "{number} games were new", len(names))
    liked = found.new[0]
    if liked.plays > 1:
        sentence = gettext("{games}; most played of them: {game}.", games=games, game=names[0])
        context.bars(_counts(found.new), sentence, gettext("Game"), key="new")
    else:
        st.text(gettext("{games}: {names}.", games=games, names=listed(names[:TEN])))


def _counts(counts: Sequence[Count]) -> list[Bar]:
    return [
        Bar(
            plain(translate(count.name)),
            count.plays,
            ngettext("{number} match", "{number} matches", count.plays),
            few=False,
            matches=count.matches,
        )
        for count in counts
    ]


def challenge(found: Challenges, context: ChartContext) -> None:
    """How far the challenges of the year are."""
    st.subheader(gettext("Challenges"), anchor=False)
    st.text(gettext("Ten games ten times: {done} of 100 plays.", done=found.done))
    bars = [
        Bar(plain(translate(step.game)), min(step.plays, TEN), _missing(step), few=False, matches=())
        for step in found.ten
    ]
    if bars:
        table = {
            gettext("Game"): [bar.label for bar in bars],
            gettext("Plays"): [number(one.plays) for one in found.ten],
        }
        lacking = sum(step.missing > 0 for step in found.ten) + TEN - len(found.ten)
        sentence = ngettext(
            "{number} of the ten games is still to be finished.",
            "{number} of the ten games are still to be finished.",
            lacking,
        )
        chart_panel.still(figures.rows(bars, context.theme, TEN), sentence, table, key="ten")
    st.text(h_index(found))


def _missing(step: Step) -> str:
    if not step.missing:
        return gettext("done")
    return gettext("{plays} of {goal}", plays=step.plays, goal=TEN)


def h_index(found: Challenges) -> str:
    """The H-index, and the plays that the next one needs."""
    goal = found.h_index + 1
    says = gettext("H-index {h}, the number of games played at least so often.", h=found.h_index)
    missing = ngettext(
        "{number} more play makes it {goal}", "{number} more plays make it {goal}", found.missing_h, goal=goal
    )
    names = [f"{fit(plain(translate(step.game)), 30)} {step.missing}" for step in found.next_h]
    if found.untried:
        names.append(ngettext("{number} further game", "{number} further games", found.untried))
    return f"{says} " + gettext("{missing}: {games}.", missing=missing, games=listed(names[:5]))
