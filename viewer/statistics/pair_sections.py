"""The charts of a head-to-head comparison."""

from collections.abc import Mapping

import streamlit as st

from eventstore.statistics.pair import Pair
from eventstore.statistics.plays import PlayedMatch
from viewer.boards.text import fit
from viewer.language import gettext, ngettext, translate
from viewer.statistics import difference, pair_parts
from viewer.statistics.chart_context import ChartContext


def line(found: Pair, hall: ChartContext, matches: Mapping[str, PlayedMatch]) -> None:
    """The difference over time, in finishes or in points."""
    st.subheader(gettext("The difference over time"), anchor=False)
    kind = st.segmented_control(
        gettext("Counted"),
        difference.KINDS,
        default="ahead",
        required=True,
        format_func=lambda each: gettext(difference.KINDS[each]),
        label_visibility="collapsed",
        key="counted",
    )
    figure, table = difference.lines(found, kind, matches, hall.theme), difference.table(found, kind, matches)
    hall.line(figure, difference.sentence(found, kind), table, found.matches, key=f"difference-{kind}")


def duels(found: Pair, hall: ChartContext) -> None:
    """Finishing order and point difference of each pair."""
    st.subheader(gettext("One against one"), anchor=False)
    before, better = st.columns(2, gap="large")
    with before:
        what = gettext("How often the first finished before the second, without ties; the line marks one half.")
        hall.bars(pair_parts.finishes(found), what, gettext("Who"), key="finishes")
    with better:
        what = gettext("By how many points the first was ahead of the second, on average.")
        hall.bars(pair_parts.margins(found), what, gettext("Who"), key="margins")


def splits(found: Pair, hall: ChartContext) -> None:
    """How often one person finished first among them: by game, by number of players, by start player."""
    st.subheader(gettext("By game, players and seat"), anchor=False)
    names = [fit(one.name, 40) for one in found.people]
    place = st.segmented_control(
        gettext("Who"),
        range(len(names)),
        default=0,
        required=True,
        format_func=lambda place: names[place],
        key="split-of",
    )
    named = {one.person: one.name for one in found.people}

    def began(label: str) -> str:
        if label in named:
            return gettext("{name} started", name=fit(named[label], 20))
        return gettext("Another player started") if label == "other" else gettext("Start player not known")

    groups = (
        (
            found.games,
            translate,
            gettext("How often {name} finished first of them, by game.", name=names[place]),
            gettext("Game"),
        ),
        (found.players, _players, gettext("The same by number of players."), gettext("Players")),
        (found.seats, began, gettext("The same by start player."), gettext("Seat")),
    )
    for number, (column, (rows, called, what, heading)) in enumerate(
        zip(st.columns(3, gap="large"), groups, strict=True)
    ):
        with column:
            drawn = pair_parts.splits(rows, place, called, len(names))
            hall.bars(drawn, what, heading, key=f"split-{number}-{place}")


def _players(number: str) -> str:
    return ngettext("{number} player", "{number} players", int(number))
