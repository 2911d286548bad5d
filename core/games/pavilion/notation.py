"""The notation of pavilion events: one line of text per event, written and parsed.

    supply green blue red            tiles drawn for the supply
    fill blue red green green | -    displays 1, 2, ... from the bag; `-` is an empty one
    A: 3 blue                        seat A takes the blue tiles of display 3, and a wild if there is one
    B: center red                    from the center
    A: green > purple 4 + 2 wild     a green tile to position 4 of the purple star, paid with 2 wilds and green
    A: bonus red green               bonus tiles from the supply
    B: pass keep red red             passes and keeps two tiles; `B: pass` keeps none

Seats are the letters A to D in seat order, since numbers name displays and positions. The parser also accepts seats 1
to 4 and ignores case and spaces; prefixes of colors and stars are enough (`g > p4 + 2w`), `c` or `0` is the center.
"""

import re
from collections.abc import Sequence
from typing import Final

from core.games.pavilion.events import (
    BonusTaken,
    DisplaysFilled,
    Event,
    Passed,
    SupplyFilled,
    TilePlaced,
    TilesTaken,
)
from core.games.pavilion.state import CENTER, COLORS, STARS
from core.messages import message

_SEATS: Final = "ABCD"

_SEAT: Final = re.compile(r"(?:([a-d])|([1-4]))\s*:\s*+(.*)")
_TAKEN: Final = re.compile(r"(center|c|[0-9]{1,3})\s*([a-z]+)")
_PLACED: Final = re.compile(r"([a-z]+)\s*>\s*([a-z]+)\s*([0-9]{1,3})\s*(?:\+\s*([0-9]{1,3})\s*w(?:ilds?)?)?")
_BONUS: Final = re.compile(r"bonus\s++(.+)")
_PASSED: Final = re.compile(r"pass(?:\s+keeps?\s++(.+))?")


def write(event: Event) -> str:
    match event:
        case SupplyFilled(tiles):
            return f"supply {' '.join(tiles)}"
        case DisplaysFilled(displays):
            return "fill " + " | ".join(" ".join(tiles) or "-" for tiles in displays)
        case TilesTaken(seat, source, color):
            return f"{_SEATS[seat]}: {'center' if source == CENTER else source} {color}"
        case TilePlaced(seat, star, position, color, wilds):
            return f"{_SEATS[seat]}: {color} > {star} {position}" + (f" + {wilds} wild" if wilds else "")
        case BonusTaken(seat, tiles):
            return f"{_SEATS[seat]}: bonus {' '.join(tiles)}"
        case Passed(seat, kept):
            return f"{_SEATS[seat]}: pass" + (f" keep {' '.join(kept)}" if kept else "")


def parse(text: str) -> Event:
    line = text.strip().lower()
    if line.startswith("supply "):
        return SupplyFilled(_tiles(line.removeprefix("supply ")))
    if line.startswith("fill "):
        return DisplaysFilled(tuple(_display(part) for part in line.removeprefix("fill ").split("|")))
    parsed = _SEAT.fullmatch(line)
    if not parsed:
        raise ValueError(
            message("Start the line with `supply`, `fill` or a seat (A to D) and a colon, not {text!r}.", text=text)
        )
    seat = _SEATS.index(parsed[1].upper()) if parsed[1] else int(parsed[2]) - 1
    move = parsed[3]
    if passed := _PASSED.fullmatch(move):
        return Passed(seat, _tiles(passed[1]) if passed[1] else ())
    if bonus := _BONUS.fullmatch(move):
        return BonusTaken(seat, _tiles(bonus[1]))
    if placed := _PLACED.fullmatch(move):
        star, color = _name(placed[2], STARS), _name(placed[1], COLORS)
        return TilePlaced(seat, star, int(placed[3]), color, int(placed[4] or 0))
    if taken := _TAKEN.fullmatch(move):
        source = CENTER if taken[1].startswith("c") else int(taken[1])
        return TilesTaken(seat, source, _name(taken[2], COLORS))
    raise ValueError(
        message(
            "Write a move as `3 blue`, `green > purple 4`, `bonus red` or `pass keep red`, not {text!r}.", text=text
        )
    )


def _display(text: str) -> tuple[str, ...]:
    if text.split() == ["-"]:
        return ()
    return _tiles(text)


def _tiles(text: str) -> tuple[str, ...]:
    words = text.split()
    if not words:
        raise ValueError(message("Name tiles by their colors; write an empty display as `-`."))
    return tuple(_name(word, COLORS) for word in words)


def _name(word: str, names: Sequence[str]) -> str:
    """The one name with this prefix; all names differ in their first letter."""
    matching = [name for name in names if name.startswith(word)]
    if len(matching) != 1:
        raise ValueError(message("{word!r} is not one of {names}.", word=word, names=", ".join(names)))
    return matching[0]
