"""The sections of a game's page: duration, points, seat effects, the board map, points by round."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

import streamlit as st

from eventstore.matches.match import Match
from eventstore.statistics.game import Game, Minutes, SeatEffect
from viewer.address import read_address, write_address
from viewer.boards.text import number
from viewer.language import gettext, gettext_noop, listed, percent
from viewer.statistics import chart_panel, figures, pace, person_sections, spread, words
from viewer.statistics.board_map import Map, Measure, board_map
from viewer.statistics.chart_panel import ChartContext
from viewer.statistics.figures import Bar
from viewer.statistics.spread import players

MEASURES: Final[Mapping[Measure, str]] = {"often": gettext_noop("How often"), "points": gettext_noop("How many points")}
_Row = TypeVar("_Row", Minutes, SeatEffect)
_NAMED: Final = 3
"""Spaces named in the sentence."""


def minutes(found: Game, context: ChartContext) -> None:
    if found.minutes[0].minutes.n:
        st.header(gettext("How long it takes"), anchor=False)
        bars = [_of_minutes(own) for own in _different(found.minutes)]
        context.bars(bars, gettext("Minutes per match."), gettext("Number of players"), key="of-minutes")


def _of_minutes(own: Minutes) -> Bar:
    label = gettext("All matches") if own.players is None else players(own.players)
    return figures.of_mean(label, own.minutes, own.matches, digits=0)


def points(found: Game, context: ChartContext) -> None:
    if not found.spreads:
        return
    st.header(gettext("Points"), anchor=False)
    figure = spread.spread(found.spreads, context.theme)
    picked = chart_panel.chart_panel(
        figure, spread.sentence(found.spreads), spread.table(found.spreads), key="of-points"
    )
    if picked is not None:
        own = found.spreads[picked]
        ids = tuple(dict.fromkeys(own.matches))
        chart_panel.match_links(context.library, context.pages, players(own.players), ids, key="of-points")


def seats(found: Game, context: ChartContext) -> None:
    """The effect of starting, then of every place where the turn order is known."""
    if not found.start and not found.places:
        return
    st.header(gettext("Wins by seat"), anchor=False)
    if surprising := [_seat(own) for own in (*found.start, *found.places) if own.surprising]:
        st.text(gettext("More or fewer wins than chance explains: {seats}.", seats=listed(surprising)))
    else:
        st.text(gettext("No seat wins more or less often than chance explains so far."))
    what = gettext("Share of wins; a thick line marks chance, a thin one how far the share may be off.")
    context.bars([_of_seat(own) for own in _once(found)], what, gettext("Seat"), key="of-seats")


def _once(found: Game) -> Iterable[SeatEffect]:
    """Seat effects without duplicates: the start player's share is left out where the first place's share is known."""
    known = {own.players for own in found.places}
    return (*(own for own in _different(found.start) if own.players not in known), *found.places)


def _different(rows: Sequence[_Row]) -> Sequence[_Row]:
    """Without the total row if there is only one number of players."""
    return rows[1:] if len(rows) == 2 else rows


def _of_seat(own: SeatEffect) -> Bar:
    return figures.of_share(_seat(own), own.share, own.matches, own.chance)


def _seat(own: SeatEffect) -> str:
    if own.players is None:
        return gettext("Start player")
    if own.place == 1:
        return gettext("Start player of {players}", players=own.players)
    return gettext("Seat {number} of {players}", number=own.place, players=own.players)


def parts(found: Game, context: ChartContext) -> None:
    """The share of wins of each role and each color, as far as they were noted."""
    groups = (
        ("role", found.roles, gettext("Share of wins by role."), gettext("Role")),
        ("color", found.colors, gettext("Share of wins by color."), gettext("Color")),
    )
    known = [group for group in groups if any(row.share.n for row in group[1])]
    if not known:
        return
    st.header(gettext("Wins by role and color"), anchor=False)
    for column, (name, rows, what, heading) in zip(st.columns(len(known), gap="large"), known, strict=True):
        with column:
            context.bars(person_sections.of_wins(rows, str), what, heading, key=f"of-{name}")


def board(found: Game, match: Match | None, context: ChartContext) -> None:
    """The empty board of a match with the statistics of its spaces over all matches."""
    if match is None or not found.spaces:
        return
    st.header(gettext("Where the board fills"), anchor=False)
    read_address("map", MEASURES)
    chosen = st.segmented_control(
        gettext("On the board"),
        list(MEASURES),
        default=None if "map" in st.session_state else "often",
        required=True,
        format_func=lambda each: gettext(MEASURES[each]),
        key="map",
    )
    measure: Measure = "points" if chosen == "points" else "often"
    write_address("map", chosen)
    drawn = board_map(match, found.spaces, measure, context.theme)
    sentence = _of_board(found, drawn, measure)
    with st.container(key="board-map"):
        st.image(drawn.picture, alt=sentence)
    st.text(sentence)
    with st.expander(gettext("As a table")):
        st.dataframe(
            {
                gettext("Space"): [drawn.names.get(space.cell, space.cell) for space in found.spaces],
                gettext("Filled"): [words.sure_share(space.filled) for space in found.spaces],
                gettext("Mean points"): [words.sure_mean(space.points) for space in found.spaces],
            },
            hide_index=True,
            key="of-spaces",
        )


def _of_board(found: Game, drawn: Map, measure: Measure) -> str:
    known = [space for space in found.spaces if space.cell in drawn.names]
    if measure == "often":
        first = sorted(known, key=lambda space: -(space.filled.value or 0))[:_NAMED]
        spaces = [f"{drawn.names[space.cell]} {percent(space.filled.value or 0)}" for space in first]
        sentence = gettext(
            "In percent of {number} boards; most often {spaces}.", number=known[0].filled.n, spaces=listed(spaces)
        )
    else:
        first = sorted(known, key=lambda space: -(space.points.value or 0))[:_NAMED]
        spaces = [f"{drawn.names[space.cell]} {number(round(space.points.value or 0, 1))}" for space in first]
        sentence = gettext("Mean points when a space is filled; most {spaces}.", spaces=listed(spaces))
    if drawn.missing:
        sentence += " " + gettext("{number} more spaces are only in the table.", number=len(drawn.missing))
    return f"{sentence} {words.depths(found.detailed)}"


def course(found: Game, context: ChartContext) -> None:
    if len(found.pace) < 2:
        return
    st.header(gettext("Points round by round"), anchor=False)
    chart_panel.still(
        pace.pace(found.pace, context.theme), pace.sentence(found.pace), pace.table(found.pace), key="of-pace"
    )
    st.caption(words.depths(found.detailed))
