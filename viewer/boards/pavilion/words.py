"""Pavilion as text: the table as lines of characters, events as sentences, and why a move was better."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from core.comparison import Fact, Reason
from core.game import Seat
from core.games.pavilion import taking
from core.games.pavilion.comparing import CORNERS, START
from core.games.pavilion.events import BonusTaken, DisplaysFilled, Event, Passed, SupplyFilled, TilePlaced, TilesTaken
from core.games.pavilion.layout import BONUS_TILES, FEATURES, PRINTED
from core.games.pavilion.placing import completed
from core.games.pavilion.scoring import (
    MIXED_STAR_BONUS,
    NUMBER_BONUS,
    SPACES_OF_NUMBER,
    STAR_BONUS,
    loss,
    outcome,
    placement_points,
)
from core.games.pavilion.state import (
    CENTER,
    CENTER_STAR,
    COLOR_INDEX,
    COLORS,
    STAR_INDEX,
    STARS,
    Board,
    Star,
    State,
    wild,
)
from core.multiset import Counts, minus, pieces
from viewer.locale.language import gettext, gettext_noop, ngettext, pgettext, translate
from viewer.locale.plain_text import beside, fit, listed, number, plain

_FREE: Final = "·"
_SEAT_COLUMNS: Final = 42
_A_FEATURE: Final = {
    "pillar": gettext_noop("a pillar"),
    "statue": gettext_noop("a statue"),
    "window": gettext_noop("a window"),
}


def whose_turn(state: State, names: Sequence[str]) -> str:
    """The next seat and its action, as a short sentence."""
    ended = outcome(state)
    if ended is not None:
        return translate(ended.why).rstrip(".")
    if state.phase in ("supply", "refill", "displays"):
        return (
            gettext("the supply is filled next")
            if state.phase in ("supply", "refill")
            else pgettext("pavilion", "the displays are filled next")
        )
    name = fit(names[state.seat], 20)
    if state.phase == "bonus":
        return ngettext("{name} takes {number} bonus tile", "{name} takes {number} bonus tiles", state.due, name=name)
    return gettext("{name} takes", name=name) if state.phase == "take" else gettext("{name} places", name=name)


def bonus_of_star(side: str, star: int, tiles: Star) -> int | None:
    """The bonus of a star when complete; None while its tiles do not determine it (P-PLACE-4)."""
    if side == "colored":
        return MIXED_STAR_BONUS if star == CENTER_STAR else STAR_BONUS[STARS[star]]
    laid = [color for color in tiles if color is not None]
    if len(laid) < 2:
        return None
    return STAR_BONUS[COLORS[laid[0]]] if laid[0] == laid[1] else MIXED_STAR_BONUS


# The table as text.


def text(state: State, names: Sequence[str]) -> str:
    """The whole table, two seats side by side, at most 88 columns wide.

    A capital letter is a tile (`3R` are three red ones), a number the price of a free space, a small letter a star with
    a complete feature.
    """
    seats = [_seat_lines(state, seat, name) for seat, name in enumerate(names)]
    pairs = [beside(seats[first : first + 2], _SEAT_COLUMNS, gap=4) for first in range(0, len(seats), 2)]
    blocks = [[_headline(state, names)], _middle(state), *pairs, _LEGEND]
    return "\n\n".join("\n".join(block) for block in blocks)


_LEGEND: Final = [
    "  ".join(f"{color[0].upper()} {color}" for color in COLORS),
    "stars: the price of each free space; pillars, statues, windows: the stars whose own is complete",
]


def _headline(state: State, names: Sequence[str]) -> str:
    color = wild(state.round)
    jokers = "" if color is None else f", {COLORS[color]} is wild"
    return f"Round {max(state.round, 1)}{jokers}: {whose_turn(state, names)}"


def _heap(tiles: Counts) -> str:
    counted = [f"{number}{COLORS[color][0].upper()}" for color, number in enumerate(tiles) if number]
    return " ".join(counted) or _FREE


def _middle(state: State) -> list[str]:
    token = "  (start token)" if state.token is None else ""
    rows = [f"center      {_heap(state.sources[CENTER])}{token}"]
    rows += [f"display {display}   {_heap(tiles)}" for display, tiles in enumerate(state.sources[1:], start=1)]
    return [*rows, f"supply      {_heap(state.supply)}", f"bag {sum(state.bag)}, tower {sum(state.tower)}"]


def _seat_lines(state: State, seat: Seat, name: str) -> list[str]:
    board, side = state.boards[seat], state.options.board
    turn = ">" if state.seat == seat and state.phase in ("take", "place", "bonus") else " "
    marks = ("  (start token)" if state.token == seat else "") + ("  (passed)" if board.passed else "")
    rows = [f"{turn} {fit(name, 16)}: {board.score}{marks}"]
    rows += [f"  hand     {_heap(board.hand)}", f"  corners  {_heap(board.corners)}"]
    for star, tiles in enumerate(board.stars):
        spaces = [
            str(price) if color is None else COLORS[color][0].upper()
            for color, price in zip(tiles, PRINTED[side][star], strict=True)
        ]
        points = bonus_of_star(side, star, tiles)
        rows.append(f"  {STARS[star]:<8} {' '.join(spaces)}   {'?' if points is None else f'+{points}'}")
    rows += [f"  {kind}s  {_complete(board, kind)}" for kind in BONUS_TILES]
    return [*rows, *_number_lines(board, side)]


def _complete(board: Board, kind: str) -> str:
    stars = [
        STARS[feature.star][0]
        for feature in FEATURES
        if feature.kind == kind and all(board.stars[star][space] is not None for star, space in feature.spaces)
    ]
    return " ".join(stars) or _FREE


def _number_lines(board: Board, side: str) -> list[str]:
    parts = []
    for value, points in NUMBER_BONUS.items():
        cells = SPACES_OF_NUMBER[side][value]
        filled = sum(board.stars[star][space] is not None for star, space in cells)
        parts.append(f"all {value}: {filled}/{len(cells)} +{points}")
    return [f"  {'   '.join(parts[:2])}", f"  {'   '.join(parts[2:])}"]


# Events as sentences.


def sentence(before: State, event: Event, names: Sequence[str]) -> str:
    """The event, without a final period."""
    match event:
        case SupplyFilled(tiles):
            return gettext("The supply gets {tiles}", tiles=tiles_in_words(tiles))
        case DisplaysFilled():
            return gettext("The displays are filled, {color} is wild", color=translate(COLORS[before.round]))
        case TilesTaken():
            return _taken(before, event, plain(names[event.seat]))
        case TilePlaced():
            return _placed(before, event, plain(names[event.seat]))
        case BonusTaken(seat, tiles):
            return gettext("{name} takes {tiles} from the supply", name=plain(names[seat]), tiles=tiles_in_words(tiles))
        case Passed():
            return _passed(before, event, plain(names[event.seat]))


def tiles_in_words(names: Iterable[str]) -> str:
    """`2 green and 1 red`, colors in their order."""
    counted = Counter(names)
    return listed([_counted(counted[color], color) for color in COLORS if counted[color]])


def _counted(number: int, color: str) -> str:
    return gettext("{number} {color}", number=number, color=translate(color))


def _with_wilds(color: str, number: int, round_number: int, wilds: int) -> list[str]:
    """`2 red`, `1 wild purple`."""
    wild = translate(COLORS[round_number - 1])
    return [_counted(number, color)] + ([gettext("{number} wild {color}", number=wilds, color=wild)] if wilds else [])


def _points_lost(points: int) -> list[str]:
    return [ngettext("loses {number} point", "loses {number} points", points)] if points else []


def _taken(before: State, event: TilesTaken, name: str) -> str:
    color = COLOR_INDEX[event.color]
    tiles = taking.taken(before.sources[event.source], color, before.round - 1)
    what = _with_wilds(event.color, tiles[color], before.round, sum(tiles) - tiles[color])
    lost = []
    if event.source == CENTER and before.token is None:
        what.append(gettext("the start token"))
        lost = _points_lost(loss(before.boards[event.seat].score, sum(tiles)))
    source = translate(taking.origin(event.source))
    return ", ".join([gettext("{name} takes {tiles} {source}", name=name, tiles=listed(what), source=source), *lost])


def _placed(before: State, event: TilePlaced, name: str) -> str:
    star, space, color = STAR_INDEX[event.star], event.position - 1, COLOR_INDEX[event.color]
    board = before.boards[event.seat]
    laid = (*board.stars[star][:space], color, *board.stars[star][space + 1 :])
    price = PRINTED[before.options.board][star][space]
    paid = listed(_with_wilds(event.color, price - event.wilds, before.round, event.wilds))
    parts = [
        gettext(
            "{name} places {color} on position {position} of the {star} star for {tiles}",
            name=name,
            color=translate(event.color),
            position=event.position,
            star=translate(event.star),
            tiles=paid,
        ),
        ngettext("{number} point", "{number} points", placement_points(laid, space)),
    ]
    features = completed((*board.stars[:star], laid, *board.stars[star + 1 :]), star, space)
    if features:
        number = sum(BONUS_TILES[feature.kind] for feature in features)
        found = listed([gettext(_A_FEATURE[feature.kind]) for feature in features])
        parts.append(_bonus(found, number))
    return ", ".join(parts)


def _bonus(features: str, number: int) -> str:
    return ngettext(
        "{features} complete: {number} bonus tile",
        "{features} complete: {number} bonus tiles",
        number,
        features=features,
    )


def _passed(before: State, event: Passed, name: str) -> str:
    board = before.boards[event.seat]
    kept = Counter(event.kept)
    discarded = minus(board.hand, tuple(kept[color] for color in COLORS))
    parts = [gettext("{name} passes", name=name)]
    if kept:
        parts.append(gettext("keeps {tiles}", tiles=tiles_in_words(event.kept)))
    if sum(discarded):
        parts.append(gettext("discards {tiles}", tiles=tiles_in_words(COLORS[color] for color in pieces(discarded))))
        parts += _points_lost(loss(board.score, sum(discarded)))
    return ", ".join(parts)


def gain(reason: Reason, fact: Fact, names: Sequence[str]) -> str:
    """The gain of a fact in words, without a final period."""
    thing = fact.thing
    name, more, less = plain(names[thing.seat]), *sorted((fact.best.points, fact.played.points), key=abs, reverse=True)
    many, other = int(abs(more)), number(abs(less))
    match thing.source:
        case "placement":
            return ngettext(
                "{name} gets {number} point on the {star} star in this round instead of {other}",
                "{name} gets {number} points on the {star} star in this round instead of {other}",
                many,
                name=name,
                star=translate(thing.key),
                other=other,
            )
        case "star":
            return ngettext(
                "{name} gets {number} point for the complete {star} star",
                "{name} gets {number} points for the complete {star} star",
                many,
                name=name,
                star=translate(thing.key),
            )
        case "number":
            return ngettext(
                "{name} gets {number} point for complete numbers instead of {other}",
                "{name} gets {number} points for complete numbers instead of {other}",
                many,
                name=name,
                other=other,
            )
        case "discard":
            return ngettext(
                "{name} loses {number} point for discarded tiles instead of {other}",
                "{name} loses {number} points for discarded tiles instead of {other}",
                many,
                name=name,
                other=other,
            )
        case "token":
            return ngettext(
                "{name} loses {number} point with the start token instead of {other}",
                "{name} loses {number} points with the start token instead of {other}",
                many,
                name=name,
                other=other,
            )
        case source if source == CORNERS:
            kept = [_kept(line.end, thing.seat) for line in (reason.best, reason.played)]
            return gettext(
                "After the better move, {name} keeps {best} for the next round instead of {played}",
                name=name,
                best=kept[0],
                played=kept[1],
            )
        case source if source == START:
            begins = plain(names[reason.played.end.start])
            return gettext(
                "After the better move, {name} begins the next round instead of {other}", name=name, other=begins
            )
    return ""


def _kept(table: State, seat: Seat) -> str:
    corners = table.boards[seat].corners
    return tiles_in_words([COLORS[color] for color in pieces(corners)]) or gettext("no tile")
