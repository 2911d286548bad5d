"""The sections of a game's page: duration, points, seat effects, the board map, points by round."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

import streamlit as st

from eventstore.matches.match import Match
from eventstore.readmodels.game import plays_with_points
from eventstore.readmodels.population import Population
from eventstore.statistics.categories import Category
from eventstore.statistics.game import GameCourse, GameStatistics, Minutes, SeatEffect
from eventstore.statistics.intervals import FEW
from viewer.boards.scene import Json
from viewer.locale.language import gettext, gettext_noop, listed, percent, translate
from viewer.locale.plain_text import fit, number, plain
from viewer.look import charts
from viewer.look.charts import BarPair
from viewer.look.element import element
from viewer.pages.shared import chart_panel
from viewer.pages.shared.address import read_address, write_address
from viewer.pages.shared.chart_panel import ChartContext
from viewer.statistics import pace, spread, words
from viewer.statistics.board_map import Map, Measure, board_map
from viewer.statistics.spread import players
from viewer.statistics.win_bars import bar_section, mean_bar, share_bar, win_bars

MEASURES: Final[Mapping[Measure, str]] = {"often": gettext_noop("How often"), "points": gettext_noop("How many points")}
_Row = TypeVar("_Row", Minutes, SeatEffect)
_NAMED: Final = 3
"""Spaces named in the sentence."""

_CATEGORIES: Final = 12


def minutes(game: GameStatistics) -> list[Json]:
    """The mean duration by number of players."""
    bars = [
        mean_bar(gettext("All plays") if own.players is None else players(own.players), own.minutes, digits=0)
        for own in _different(game.minutes)
        if own.minutes.value is not None
    ]
    return bar_section(gettext("How long it takes"), bars, gettext("Minutes of a play"))


def points(game: GameStatistics, population: Population, context: ChartContext) -> None:
    if not game.spreads:
        return
    st.subheader(gettext("Points"), anchor=False)
    figure = spread.spread(game.spreads, context.theme)
    picked = chart_panel.chart_panel(figure, spread.sentence(game.spreads), spread.table(game.spreads), key="of-points")
    if picked is not None:
        number = game.spreads[picked].players
        ids = plays_with_points(population, number)
        chart_panel.match_links(context.index, context.pages, players(number), ids, key="of-points")


def compared_categories(found: Sequence[Category]) -> list[Json]:
    """The means of each category: of the winners, and below of the others; nothing without two categories."""
    pairs = [
        BarPair(
            plain(translate(one.source)),
            (one.winners.value, one.others.value),
            (words.rounded(one.winners.value), words.rounded(one.others.value)),
        )
        for one in found
        if one.winners.value is not None and one.others.value is not None
    ]
    if len(pairs) < 2:
        return []
    chart = charts.bar_pairs(pairs[:_CATEGORIES])
    return [
        element("section", element("h2", gettext("What wins")), element("p", _what_wins(found)), chart, class_="sec")
    ]


def _what_wins(found: Sequence[Category]) -> str:
    """`Winners are ahead most by birds: 32.1 on average, the others 28.4.`"""
    note = gettext("Mean points of the winners, and below them those of the others.")
    best = max(found, key=lambda one: one.difference or 0)
    if best.winners.n < FEW or not best.difference or best.difference <= 0:
        return note
    source, won, others = (
        plain(translate(best.source)),
        words.rounded(best.winners.value),
        words.rounded(best.others.value),
    )
    ahead = gettext(
        "Winners are ahead most by {source}: {winners} on average, the others {others}.",
        source=fit(source, 40),
        winners=won,
        others=others,
    )
    return f"{ahead} {note}"


def seats(game: GameStatistics) -> list[Json]:
    """The effect of starting, then of every place where the turn order is known, of roles and colors."""
    parts = list[Json]()
    effects = [own for own in _once(game) if not own.share.few]
    if effects:
        if surprising := [_seat(own) for own in effects if own.surprising]:
            says = gettext("More or fewer wins than chance explains: {seats}.", seats=listed(surprising))
        else:
            says = gettext("No seat wins more or less often than chance explains so far.")
        parts.append(element("p", says, class_="answer"))
        bars = [share_bar(_seat(own), own.share, meant=own.surprising) for own in effects]
        parts += bar_section(gettext("Wins by seat"), bars, gettext("Wins of 100 plays"))
    parts += bar_section(gettext("By role"), win_bars(game.roles, str, limit=10))
    parts += bar_section(gettext("By color"), win_bars(game.colors, str, limit=10))
    return parts or [element("p", gettext("Seats, roles and colors are not noted yet."), class_="answer")]


def _once(game: GameStatistics) -> Iterable[SeatEffect]:
    """Seat effects without duplicates: the start player's share is left out where the first place's share is known."""
    known = {own.players for own in game.places}
    return (*(own for own in _different(game.start) if own.players not in known), *game.places)


def _different(rows: Sequence[_Row]) -> Sequence[_Row]:
    """Without the total row if there is only one number of players."""
    return rows[1:] if len(rows) == 2 else rows


def _seat(own: SeatEffect) -> str:
    if own.players is None:
        return gettext("Start player")
    if own.place == 1:
        return gettext("Start player of {players}", players=own.players)
    return gettext("Seat {number} of {players}", number=own.place, players=own.players)


def board(game: GameCourse, match: Match | None, context: ChartContext) -> None:
    """The empty board of a match with the statistics of its spaces over all matches."""
    if match is None or not game.spaces:
        return
    st.subheader(gettext("Where the board fills"), anchor=False)
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
    drawn = board_map(match, game.spaces, measure, context.theme)
    sentence = _of_board(game, drawn, measure)
    with st.container(key="board-map"):
        st.image(drawn.picture, alt=sentence)
    st.text(sentence)
    with st.expander(gettext("As a table")):
        st.dataframe(
            {
                gettext("Space"): [drawn.names.get(space.cell, space.cell) for space in game.spaces],
                gettext("Filled"): [words.sure_share(space.filled) for space in game.spaces],
                gettext("Mean points"): [words.sure_mean(space.points) for space in game.spaces],
            },
            hide_index=True,
            key="of-spaces",
        )


def _of_board(game: GameCourse, drawn: Map, measure: Measure) -> str:
    known = [space for space in game.spaces if space.cell in drawn.names]
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
    return f"{sentence} {words.depths(game.detailed)}"


def course(game: GameCourse, context: ChartContext) -> None:
    if len(game.pace) < 2:
        return
    st.subheader(gettext("Points round by round"), anchor=False)
    chart_panel.still(
        pace.pace(game.pace, context.theme), pace.sentence(game.pace), pace.table(game.pace), key="of-pace"
    )
    st.caption(words.depths(game.detailed))
