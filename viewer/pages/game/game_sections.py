"""The figures of a game's page: duration, points, seat effects, the board map, points by round."""

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar
from urllib.parse import urlencode

from eventstore.matches.match import Match
from eventstore.statistics.game import CategoryMeans, GameCourse, GameStatistics, Minutes, SeatEffect
from eventstore.statistics.intervals import FEW
from viewer import surface
from viewer.boards.scene import Json
from viewer.boards.svg import Theme
from viewer.locale.language import gettext, gettext_noop, listed, percent, translate
from viewer.locale.plain_text import fit, number, plain
from viewer.look import charts
from viewer.look.charts import BarPair
from viewer.look.element import element
from viewer.pages.shared.question import segments
from viewer.statistics import words
from viewer.statistics.board_map import Map, Measure, board_map
from viewer.statistics.figure import Figure, bar_figures, drawn, mean_bar, share_bar, win_bars
from viewer.statistics.points import pace, players, spread

MEASURES: Final[Mapping[Measure, str]] = {"often": gettext_noop("How often"), "points": gettext_noop("How many points")}
_Row = TypeVar("_Row", Minutes, SeatEffect)
MAX_NAMED: Final = 3
"""Spaces named in the sentence."""

MAX_CATEGORIES: Final = 12


def minutes(game: GameStatistics) -> list[Figure]:
    """The mean duration by number of players."""
    bars = [
        mean_bar(gettext("All plays") if own.players is None else players(own.players), own.minutes, digits=0)
        for own in _different(game.minutes)
        if own.minutes.value is not None
    ]
    return bar_figures(gettext("How long it takes"), bars, gettext("Minutes of a play"))


def points(game: GameStatistics, course: GameCourse, found: Sequence[CategoryMeans]) -> list[Figure]:
    """The categories that win, the spread of the points, and their growth."""
    spreads = [spread(game.spreads, lambda number: plays_with(game.game, number))] if game.spreads else []
    return [*compared_categories(found), *spreads, *pace(course)]


def plays_with(game: str, players: int) -> str:
    """The address of the plays of a game with this number of players, with the filters that are set."""
    keep = {key: word for key, word in dict(surface.address()).items() if key not in ("tab", "map")}
    return ".?" + urlencode(keep | {"game": game, "seats": players})


def compared_categories(found: Sequence[CategoryMeans]) -> list[Figure]:
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
    return [Figure(gettext("What wins"), charts.bar_pairs(pairs[:MAX_CATEGORIES]), _what_wins(found))]


def _what_wins(found: Sequence[CategoryMeans]) -> str:
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
    says, figures = "", list[Figure]()
    effects = [own for own in _once(game) if not own.share.few]
    if effects:
        if surprising := [_seat(own) for own in effects if own.surprising]:
            says = gettext("More or fewer wins than chance explains: {seats}.", seats=listed(surprising))
        else:
            says = gettext("No seat wins more or less often than chance explains so far.")
        bars = [share_bar(_seat(own), own.share, meant=own.surprising) for own in effects]
        figures += bar_figures(gettext("Wins by seat"), bars, gettext("Wins of 100 plays"))
    figures += bar_figures(gettext("By role"), win_bars(game.roles, str, limit=10))
    figures += bar_figures(gettext("By color"), win_bars(game.colors, str, limit=10))
    if not figures:
        says = gettext("Seats, roles and colors are not noted yet.")
    return [*([element("p", says, class_="answer")] if says else []), *map(drawn, figures)]


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


def board(game: GameCourse, match: Match | None, theme: Theme) -> list[Figure]:
    """The empty board of a match with the statistics of its spaces over all matches."""
    if match is None or not game.spaces:
        return []
    measure: Measure = "points" if surface.address().get("map") == "points" else "often"
    mapped = board_map(match, game.spaces, measure, theme)
    says = _of_board(game, mapped, measure)
    source = f"data:image/svg+xml;base64,{b64encode(mapped.picture.encode()).decode()}"
    heads = (gettext("Space"), gettext("Filled"), gettext("Mean points"))
    rows = [
        (mapped.names.get(space.cell, space.cell), words.sure_share(space.filled), words.sure_mean(space.points))
        for space in game.spaces
    ]
    title, picture = gettext("Where the board fills"), element("img", src=source, alt=says, class_="board-map")
    return [Figure(title, picture, says, heads, rows, choice=segments("map", MEASURES, measure))]


def _of_board(game: GameCourse, mapped: Map, measure: Measure) -> str:
    known = [space for space in game.spaces if space.cell in mapped.names]
    if measure == "often":
        first = sorted(known, key=lambda space: -(space.filled.value or 0))[:MAX_NAMED]
        spaces = [f"{mapped.names[space.cell]} {percent(space.filled.value or 0)}" for space in first]
        sentence = gettext(
            "In percent of {number} boards; most often {spaces}.", number=known[0].filled.n, spaces=listed(spaces)
        )
    else:
        first = sorted(known, key=lambda space: -(space.points.value or 0))[:MAX_NAMED]
        spaces = [f"{mapped.names[space.cell]} {number(round(space.points.value or 0, 1))}" for space in first]
        sentence = gettext("Mean points when a space is filled; most {spaces}.", spaces=listed(spaces))
    if mapped.missing:
        sentence += " " + gettext("{number} more spaces are only in the table.", number=len(mapped.missing))
    return f"{sentence} {words.depths(game.detailed)}"
