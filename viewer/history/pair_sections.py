"""The charts of a head-to-head comparison."""

from collections.abc import Mapping

import streamlit as st

from eventstore.statistics.pair import Pair
from eventstore.statistics.plays import Played
from viewer.boards.text import fit
from viewer.history import difference, pair_parts
from viewer.history.hall import Hall
from viewer.language import plural, say, told


def line(found: Pair, hall: Hall, matches: Mapping[str, Played]) -> None:
    """The difference over time, in finishes or in points."""
    st.subheader(say("The difference over time"), anchor=False)
    kind = st.segmented_control(
        say("Counted"),
        difference.KINDS,
        default="ahead",
        required=True,
        format_func=lambda each: say(difference.KINDS[each]),
        label_visibility="collapsed",
        key="counted",
    )
    figure, table = difference.lines(found, kind, matches, hall.theme), difference.table(found, kind, matches)
    hall.line(figure, difference.sentence(found, kind), table, found.matches, key=f"difference-{kind}")


def duels(found: Pair, hall: Hall) -> None:
    """Finishing order and point difference of each pair."""
    st.subheader(say("One against one"), anchor=False)
    before, better = st.columns(2, gap="large")
    with before:
        what = say("How often the first finished before the second, ties left out; the stroke is one half.")
        hall.bars(pair_parts.finishes(found), what, say("Who"), key="finishes")
    with better:
        what = say("By how many points the first was ahead of the second, on average.")
        hall.bars(pair_parts.margins(found), what, say("Who"), key="margins")


def splits(found: Pair, hall: Hall) -> None:
    """How often one person finished first among them: by game, by number of players, by start player."""
    st.subheader(say("By game, players and seat"), anchor=False)
    names = [fit(one.name, 40) for one in found.people]
    place = st.segmented_control(
        say("Who"),
        range(len(names)),
        default=0,
        required=True,
        format_func=lambda place: names[place],
        key="split-of",
    )
    named = {one.person: one.name for one in found.people}

    def began(label: str) -> str:
        if label in named:
            return say("{name} began", name=fit(named[label], 20))
        return say("Somebody else began") if label == "other" else say("Start player not known")

    groups = (
        (found.games, told, say("How often {name} was first of them, by game.", name=names[place]), say("Game")),
        (found.players, _players, say("The same by number of players."), say("Players")),
        (found.seats, began, say("The same by who began."), say("Seat")),
    )
    for number, (column, (rows, called, what, heading)) in enumerate(
        zip(st.columns(3, gap="large"), groups, strict=True)
    ):
        with column:
            drawn = pair_parts.splits(rows, place, called, len(names))
            hall.bars(drawn, what, heading, key=f"split-{number}-{place}")


def _players(number: str) -> str:
    return plural("{number} player", "{number} players", int(number))
