"""The start of a round: four tiles are drawn onto each display (C-FILL-1), then SF1 and SF2 take effect."""

from functools import cache
from random import Random

from core.game import Refusal
from core.games.chocolatier import specials
from core.games.chocolatier.events import DisplaysFilled
from core.games.chocolatier.state import (
    COLOR_INDEX,
    COLORS,
    DISPLAY_TILES,
    NO_TILES,
    PALETTES,
    State,
)
from core.messages import message, term
from core.multiset import Counts, after_draw, count, draw_on, shortage


def refusal(state: State, event: DisplaysFilled) -> Refusal | None:
    """The refusal of a fill.

    The order of tiles within one display is not checked, because the table does not show it. So the display on which
    the bag becomes empty may list the tiles from the lid first.
    """
    return (
        specials.refusal_of_specials(state, event)
        or _refusal_of_numbers(state, event)
        or _refusal_of_draw(state, event)
    )


def _refusal_of_numbers(state: State, event: DisplaysFilled) -> Refusal | None:
    displays = len(state.sources) - 1
    if len(event.displays) != displays:
        return Refusal(
            "C-FILL-1",
            message("Fill {displays} displays, not {given}.", displays=displays, given=len(event.displays)),
        )
    left = sum(state.bag) + sum(state.lid)
    for display, tiles in enumerate(event.displays, start=1):
        expected = min(DISPLAY_TILES, left)
        if len(tiles) != expected:
            return Refusal(
                "C-FILL-1",
                message(
                    "Display {display} gets {expected} tiles, not {given}.",
                    display=display,
                    expected=expected,
                    given=len(tiles),
                ),
            )
        left -= expected
    has_extra = event.extra is not None
    if has_extra and not any(kind == "SF1" for _, kind, _ in event.specials):
        return Refusal("C-SF-1", "An extra tile is drawn onto SF1 only.")
    if has_extra and not left:
        return Refusal("C-SF-1", "No tile is left in the bag and the lid for SF1.")
    if not has_extra and left and any(kind == "SF1" for _, kind, _ in event.specials):
        return Refusal("C-SF-1", "One extra tile is drawn onto SF1.")
    return None


def _refusal_of_draw(state: State, event: DisplaysFilled) -> Refusal | None:
    try:
        handfuls = _handfuls(state, event)
    except KeyError as unknown:
        return Refusal(
            "C-FILL-1", message("There is no tile of the color {unknown} in this edition.", unknown=str(unknown))
        )
    # The distribution over the displays matters only when the bag becomes empty on one of them.
    everything = _together(handfuls)
    short = shortage(state.bag, state.lid, [everything] if sum(everything) <= sum(state.bag) else handfuls)
    if short is None:
        return None
    if short.kind is None:
        return Refusal("C-FILL-1", "The tiles in the bag are drawn before those in the lid.")
    name = PALETTES[state.options.edition][short.kind]
    return Refusal(
        "C-FILL-1", message("Cannot draw that many {name} tiles: {left} were left.", name=term(name), left=short.left)
    )


def _handfuls(state: State, event: DisplaysFilled) -> list[Counts]:
    """The tiles drawn onto each display, then the extra tile of SF1. Raises KeyError for an unknown color."""
    edition = state.options.edition
    handfuls = [_counted(edition, tiles) for tiles in event.displays]
    if event.extra is not None:
        handfuls.append(_counted(edition, (event.extra,)))
    return handfuls


@cache  # Four tiles of five colors: only a few combinations.
def _counted(edition: str, tiles: tuple[str, ...]) -> Counts:
    index = COLOR_INDEX[edition]
    return count([index[name] for name in tiles], COLORS)


def _together(handfuls: list[Counts]) -> Counts:
    return tuple(map(sum, zip(*handfuls, strict=True)))


def fill(state: State, event: DisplaysFilled) -> State:
    extra = None if event.extra is None else COLOR_INDEX[state.options.edition][event.extra]
    handfuls = _handfuls(state, event)
    drawn = _together(handfuls)
    sources = [NO_TILES, *handfuls[: len(event.displays)]]
    bag, lid = after_draw(state.bag, state.lid, drawn)
    turned = specials.turned(state, event)
    specials.awaken(sources, turned, extra)
    return State(
        state.options,
        "take",
        state.start,
        state.round + 1,
        state.start,
        None,
        bag,
        lid,
        tuple(sources),
        turned,
        None,
        state.boards,
    )


def deal(state: State, rng: Random) -> DisplaysFilled:
    """A fair fill; the lid's tiles follow when the bag is empty."""
    names = PALETTES[state.options.edition]
    turned = specials.shuffled(state, rng)
    on_displays = DISPLAY_TILES * (len(state.sources) - 1)
    wanted = on_displays + any(kind == "SF1" for _, kind, _ in turned)
    tiles = tuple(names[color] for color in draw_on(state.bag, state.lid, wanted, rng))
    displays = tuple(tiles[first : first + DISPLAY_TILES] for first in range(0, on_displays, DISPLAY_TILES))
    return DisplaysFilled(displays, turned, tiles[on_displays] if len(tiles) > on_displays else None)
