"""The turns of chance: tiles are drawn from the bag for the displays (P-ROUND-1) and for the supply (P-BONUS-2)."""

from collections.abc import Sequence
from itertools import chain
from random import Random

from core.game import Refusal
from core.games.pavilion.events import DisplaysFilled, SupplyFilled
from core.games.pavilion.state import COLOR_INDEX, COLORS, DISPLAY_TILES, NO_TILES, SUPPLY_TILES, Board, State
from core.messages import message, message_in, term
from core.multiset import Counts, after_draw, count, draw_on, plus, shortage


def refusal_of_supply(state: State, event: SupplyFilled) -> Refusal | None:
    """The refusal of a fill of the supply; the order of the tiles is not checked."""
    wanted = _missing(state)
    if len(event.tiles) != wanted:
        return Refusal(
            "P-BONUS-2", message("The supply gets {wanted} tiles, not {given}.", wanted=wanted, given=len(event.tiles))
        )
    return _refusal_of_draw(state, "P-BONUS-2", (event.tiles,))


def refusal_of_displays(state: State, event: DisplaysFilled) -> Refusal | None:
    """The refusal of a fill of the displays.

    The order of tiles within one display is not checked, because the table does not show it.
    """
    displays = len(state.sources) - 1
    if len(event.displays) != displays:
        return Refusal(
            "P-ROUND-1",
            message_in(
                "pavilion", "Fill {displays} displays, not {given}.", displays=displays, given=len(event.displays)
            ),
        )
    left = sum(state.bag) + sum(state.tower)
    for display, tiles in enumerate(event.displays, start=1):
        expected = min(DISPLAY_TILES, left)
        if len(tiles) != expected:
            return Refusal(
                "P-ROUND-1",
                message_in(
                    "pavilion",
                    "Display {display} gets {expected} tiles, not {given}.",
                    display=display,
                    expected=expected,
                    given=len(tiles),
                ),
            )
        left -= expected
    return _refusal_of_draw(state, "P-ROUND-1", event.displays)


def _missing(state: State) -> int:
    """The number of tiles to add to the supply, limited by the tiles in bag and tower (P-BONUS-3)."""
    return min(SUPPLY_TILES - sum(state.supply), sum(state.bag) + sum(state.tower))


def _refusal_of_draw(state: State, rule: str, handfuls: Sequence[tuple[str, ...]]) -> Refusal | None:
    unknown = next((name for name in chain(*handfuls) if name not in COLOR_INDEX), None)
    if unknown is not None:
        return Refusal(rule, message("There is no tile of the color {unknown!r}.", unknown=unknown))
    short = shortage(state.bag, state.tower, [_counts(tiles) for tiles in handfuls])
    if short is None:
        return None
    if short.kind is None:
        return Refusal(rule, "The tiles in the bag are drawn before those in the tower.")
    return Refusal(
        rule,
        message(
            "Cannot draw that many {color} tiles: {left} were left.", color=term(COLORS[short.kind]), left=short.left
        ),
    )


def fill_supply(state: State, event: SupplyFilled) -> State:
    """The table with a full supply; the turn is not set."""
    drawn = _counts(event.tiles)
    bag, tower = after_draw(state.bag, state.tower, drawn)
    return State(
        state.options,
        "displays" if state.round == 0 else "place",
        state.seat,
        state.round,
        state.start,
        state.token,
        bag,
        tower,
        plus(state.supply, drawn),
        state.sources,
        0,
        state.boards,
        state.rules,
    )


def fill_displays(state: State, event: DisplaysFilled) -> State:
    """The start of the next round: kept tiles return beside the boards (P-ROUND-2)."""
    displays = [_counts(tiles) for tiles in event.displays]
    bag, tower = after_draw(state.bag, state.tower, _counts(chain(*event.displays)))
    return State(
        state.options,
        "take",
        state.start,
        state.round + 1,
        state.start,
        None,
        bag,
        tower,
        state.supply,
        (NO_TILES, *displays),
        0,
        tuple([unpacked(board) for board in state.boards]),
        state.rules,
    )


def unpacked(board: Board) -> Board:
    """A board at the start of a round: the tiles of its corners beside it, its seat in play again (P-ROUND-2)."""
    return Board(board.score, board.stars, board.corners)


def _counts(tiles: Sequence[str] | chain[str]) -> Counts:
    return count([COLOR_INDEX[name] for name in tiles], len(COLORS))


def deal(state: State, rng: Random) -> SupplyFilled | DisplaysFilled:
    """A fair draw for the supply or for the displays; the tower's tiles follow when the bag is empty."""
    if state.phase in ("supply", "refill"):
        return SupplyFilled(_drawn(state, _missing(state), rng))
    wanted = DISPLAY_TILES * (len(state.sources) - 1)
    tiles = _drawn(state, wanted, rng)
    return DisplaysFilled(tuple(tiles[first : first + DISPLAY_TILES] for first in range(0, wanted, DISPLAY_TILES)))


def _drawn(state: State, wanted: int, rng: Random) -> tuple[str, ...]:
    return tuple([COLORS[color] for color in draw_on(state.bag, state.tower, wanted, rng)])
