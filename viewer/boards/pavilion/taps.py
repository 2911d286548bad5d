"""Input of pavilion moves by tapping, and of the draws from the bag."""

from collections.abc import Sequence
from typing import Final

from core.games.pavilion.events import BonusTaken, DisplaysFilled, Event, Passed, SupplyFilled, TilePlaced, TilesTaken
from core.games.pavilion.state import CENTER, COLORS, CORNERS, DISPLAY_TILES, SUPPLY_TILES, State
from viewer.boards.chance_input import Draws, Tapped, from_bag, tapped_of, tiles_on, tiles_on_displays
from viewer.boards.pavilion.tiles import Point, tile
from viewer.locale.language import gettext, ngettext, pgettext, translate
from viewer.locale.plain_text import plain

_TILES: Final = "tiles"


def taps(state: State, event: Event) -> tuple[str, ...]:
    """The tiles of a source; or a color in hand, the space, and the number of wilds to pay if there is a choice.

    Bonus tiles and kept tiles are tapped one by one, in any order.
    """
    match event:
        case TilesTaken(_, source, color):
            return (f"center/{color}" if source == CENTER else f"display/{source}/{color}",)
        case TilePlaced(seat, star, position, color, wilds):
            wild = COLORS[state.round - 1]
            return (
                f"{seat}/hand/{color}",
                f"{seat}/{star}/{position}",
                "=" + gettext("{number} wild {color}", number=wilds, color=translate(wild)),
            )
        case BonusTaken(_, tiles):
            return tuple(f"+supply/{color}" for color in tiles)
        case Passed(seat, kept):
            return ("=" + gettext("Pass"), *(f"+{seat}/hand/{color}" for color in kept))
        case _:
            return ()


def task(state: State, taps: tuple[str, ...], names: Sequence[str]) -> str:
    name = plain(names[state.seat])
    if state.phase == "take":
        return gettext("{name} takes: tap the tiles of one color", name=name)
    if state.phase == "bonus":
        return ngettext(
            "{name} has a bonus: tap {number} tile in the supply",
            "{name} has a bonus: tap {number} tiles in the supply",
            state.due,
            name=name,
        )
    if not taps:
        return gettext("{name} places: tap a color in your hand, or pass", name=name)
    if taps[0].startswith("="):
        kept = min(CORNERS, sum(state.boards[state.seat].hand))
        return ngettext(
            "Choose the tiles you keep: at most {number}", "Choose the tiles you keep: at most {number}", kept
        )
    if len(taps) == 1:
        return gettext("Tap the space for the {color} tile", color=translate(taps[0].rpartition("/")[2]))
    return gettext("Choose how many wild tiles you pay with")


def draws(state: State) -> Draws:
    """Tiles for the supply, or for every display."""
    looks = [tile(name, color, Point(0.5, 0.5), 0.58) for color, name in enumerate(COLORS)]
    pools = ((_TILES, from_bag(COLORS, state.bag, state.tower, looks)),)
    if state.phase in ("supply", "refill"):
        left = sum(state.bag) + sum(state.tower)
        return Draws((tiles_on(gettext("Supply"), _TILES, min(SUPPLY_TILES - sum(state.supply), left)),), pools)
    labels = (pgettext("pavilion", "Display {display}", display=n) for n in range(1, len(state.sources)))
    return Draws(tuple(tiles_on_displays(labels, _TILES, (state.bag, state.tower), DISPLAY_TILES)), pools)


def drawn(state: State, tapped: Tapped) -> SupplyFilled | DisplaysFilled:
    """The draw for the taps. Raises ValueError when the taps do not fit `draws`."""
    handfuls = tapped_of(draws(state), _TILES, tapped)
    return SupplyFilled(handfuls[0]) if state.phase in ("supply", "refill") else DisplaysFilled(tuple(handfuls))
