"""Phase 1 of a round: tiles are taken from the displays and the center (P-TAKE)."""

from collections.abc import Iterator

from core.game import Gain, Refusal, Step
from core.games.pavilion.events import TilesTaken
from core.games.pavilion.scoring import loss
from core.games.pavilion.state import CENTER, COLOR_INDEX, COLORS, NO_TILES, Board, State
from core.messages import Message, message, message_in, term
from core.multiset import Counts, minus, plus


def refusal(state: State, event: TilesTaken) -> Refusal | None:
    """The refusal of a take; the turn is not checked."""
    color = COLOR_INDEX.get(event.color)
    if color is None:
        return Refusal("P-TAKE-2", message("There is no tile of the color {color!r}.", color=event.color))
    if not 0 <= event.source < len(state.sources):
        return Refusal("P-TAKE-1", message_in("pavilion", "There is no display {source}.", source=event.source))
    source = state.sources[event.source]
    if not source[color]:
        place = (
            message("in the center")
            if event.source == CENTER
            else message_in("pavilion", "in display {source}", source=event.source)
        )
        return Refusal("P-TAKE-2", message("There is no {color} tile {place}.", color=term(event.color), place=place))
    if color not in _choices(source, state.round - 1):
        return Refusal(
            "P-TAKE-3",
            message("Choose the wild color {color} only where no other color lies.", color=term(event.color)),
        )
    return None


def origin(source: int) -> Message:
    return (
        message("from the center")
        if source == CENTER
        else message_in("pavilion", "from display {source}", source=source)
    )


def _choices(source: Counts, wild: int) -> list[int]:
    """The colors open to choice: all except the wild one, or the wild one alone if there is no other (P-TAKE-3)."""
    others = [color for color, number in enumerate(source) if number and color != wild]
    return others or ([wild] if source[wild] else [])


def legal_takes(state: State) -> Iterator[TilesTaken]:
    """Every take by source, the center first, and color."""
    for source, tiles in enumerate(state.sources):
        if tiles != NO_TILES:
            for color in _choices(tiles, state.round - 1):
                yield TilesTaken(state.seat, source, COLORS[color])


def taken(source: Counts, color: int, wild: int) -> Counts:
    """The tiles of a take: all tiles of the color and one wild, or one wild alone (P-TAKE-2, P-TAKE-3)."""
    return tuple(
        [min(number, 1) if kind == wild else number if kind == color else 0 for kind, number in enumerate(source)]
    )


def take(state: State, event: TilesTaken, steps: list[Step] | None) -> State:
    """The table after the take; all sources are empty when it was the last of the phase (P-TAKE-1)."""
    tiles = taken(state.sources[event.source], COLOR_INDEX[event.color], state.round - 1)
    number = sum(tiles)
    rest = minus(state.sources[event.source], tiles)
    sources = list(state.sources)
    if event.source == CENTER:
        sources[CENTER] = rest
    else:
        sources[event.source] = NO_TILES
        sources[CENTER] = plus(sources[CENTER], rest)
    seat = event.seat
    board = state.boards[seat]
    takes_token = event.source == CENTER and state.token is None
    lost = loss(board.score, number) if takes_token else 0
    board = Board(board.score - lost, board.stars, plus(board.hand, tiles))
    after = State(
        state.options,
        "take",
        (seat + 1) % len(state.boards),
        state.round,
        state.start,
        seat if takes_token else state.token,
        state.bag,
        state.tower,
        state.supply,
        tuple(sources),
        0,
        (*state.boards[:seat], board, *state.boards[seat + 1 :]),
        state.rules,
    )
    if steps is not None:
        gains = (Gain(seat, -lost, "token", "P-TAKE-5"),) if takes_token else ()
        steps.append(Step(_label(event, tiles, state.round - 1, takes_token), gains, after))
    return after


def _label(event: TilesTaken, tiles: Counts, wild: int, takes_token: bool) -> str:
    number, color, source = tiles[COLOR_INDEX[event.color]], term(event.color), origin(event.source)
    if tiles[wild] and event.color != COLORS[wild]:
        label = message(
            "takes {number} {color} and the wild {wild} {source}",
            number=number,
            color=color,
            wild=term(COLORS[wild]),
            source=source,
        )
    else:
        label = message("takes {number} {color} {source}", number=number, color=color, source=source)
    return message("{label}, with the start token", label=label) if takes_token else label
