"""Input of chocolatier moves by tapping, and of the draws onto the displays."""

from collections.abc import Sequence
from typing import Final

from core.games.chocolatier.events import DisplaysFilled, Event, TilePlaced
from core.games.chocolatier.specials import NINE
from core.games.chocolatier.state import CENTER, DISPLAY_TILES, FLOOR, PALETTES, State
from core.games.chocolatier.tiling import waiting_row
from viewer.boards.chance_input import Draws, Kind, Slot, Tapped, from_bag, tapped_of, tiles_on_displays
from viewer.boards.chocolatier.tiles import color_name, piece, power
from viewer.locale.language import gettext, translate
from viewer.locale.plain_text import plain

_TILES: Final = "tiles"
_DISPLAYS: Final = "displays"
_GOLD: Final = "gold sides"


def taps(state: State, event: Event) -> tuple[str, ...]:
    """The tiles, then the line; for SF4 a choice for each color passed on. On the free wall the space."""
    if isinstance(event, TilePlaced):
        return (f"{event.seat}/wall/{event.line}/{event.column}",)
    if isinstance(event, DisplaysFilled):
        return ()
    source = "center" if event.source == CENTER else f"display/{event.source}"
    line = f"{event.seat}/floor" if event.line == FLOOR else f"{event.seat}/line/{event.line}"
    return (f"{source}/{event.color}", line, *(_passed(color, display) for color, display in event.passed))


def task(state: State, taps: tuple[str, ...], names: Sequence[str]) -> str:
    if not isinstance(state.mover, int):
        return ""
    name, board = plain(names[state.mover]), state.boards[state.mover]
    if state.phase == "tile":
        row = waiting_row(board)
        color = board.lines[row].color
        assert color is not None  # The line is complete.
        return gettext(
            "{name} tiles: tap the space for the {color} tile of line {line}",
            name=name,
            color=translate(color_name(state.options, color)),
            line=row + 1,
        )
    if not taps:
        return gettext("{name} takes: tap the tiles of one color", name=name)
    if len(taps) == 1:
        taken = translate(taps[0].rpartition("/")[2])
        return gettext("Tap the line for the {color} tiles, or the floor", color=taken)
    return gettext("Choose the displays that get the other tiles")


def _passed(color: str, display: int) -> str:
    return "=" + gettext("{color} to display {display}", color=translate(color), display=display)


def draws(state: State) -> Draws:
    """Tiles for every display; before them the gold sides, if they are in play, and last the extra tile of SF1."""
    names = PALETTES[state.options.edition]
    looks = [piece(state.options, name, color, 0, 0) for color, name in enumerate(names)]
    labels = [gettext("Display {display}", display=display) for display in range(1, len(state.sources))]
    tiles = tiles_on_displays(labels, _TILES, (state.bag, state.lid), DISPLAY_TILES)
    pools = [(_TILES, from_bag(names, state.bag, state.lid, looks))]
    if not state.options.special_displays:
        return Draws(tuple(tiles), tuple(pools))
    gold: list[Slot] = []
    for number in range(1, len(state.boards) + 1):
        lies = gettext("Choose the display of gold side {number}", number=number)
        shows = gettext("Choose what gold side {number} shows", number=number)
        gold.append(Slot(gettext("Gold side {number} lies on", number=number), _DISPLAYS, 1, task=lies))
        gold.append(Slot(gettext("Gold side {number} is", number=number), _GOLD, 1, task=shows))
    is_left = sum(state.bag) + sum(state.lid) > sum(slot.size for slot in tiles)
    extra = [Slot(gettext("Extra tile"), _TILES, 1, "SF1", gettext("Tap the extra tile"))] * is_left
    pools.append((_DISPLAYS, tuple(Kind(str(n), label, 1) for n, label in enumerate(labels, start=1))))
    pools.append((_GOLD, tuple(_gold_side(kind, None if color is None else names[color]) for kind, color in NINE)))
    return Draws((*gold, *tiles, *extra), tuple(pools))


def _gold_side(kind: str, color: str | None) -> Kind:
    name = power(kind)
    return Kind(kind, name, 1) if color is None else Kind(f"{kind} {color}", f"{name} {translate(color)}", 1)


def drawn(state: State, tapped: Tapped) -> DisplaysFilled:
    """The fill for the taps. Raises ValueError when the taps do not fit `draws`."""
    slots = draws(state)
    displays = tapped_of(slots, _TILES, tapped)[: len(state.sources) - 1]
    lying = [int(kinds[0]) for kinds in tapped_of(slots, _DISPLAYS, tapped)]
    sides = [kinds[0].partition(" ") for kinds in tapped_of(slots, _GOLD, tapped)]
    specials = tuple(
        sorted((display, kind, color or None) for display, (kind, _, color) in zip(lying, sides, strict=True))
    )
    extras = tapped_of(slots, _TILES, tapped)[len(state.sources) - 1 :]
    extra = next((kinds[0] for kinds in extras if kinds), None)
    return DisplaysFilled(tuple(displays), specials, extra)  # type: ignore[arg-type]  # the rules refuse other kinds
