"""The notation of chocolatier events: one line of text per event, written and parsed.

    fill blue red red black | white ... | -            displays 1, 2, ... from the bag; `-` is an empty one
    fill blue ... | ... ; 2 SF2 red, 5 SF1 ; white     gold sides up by display; then the extra tile on SF1
    A: 3 blue > 4                                      seat A takes the blue tiles of display 3 to line 4
    B: center white > floor                            from the center, to the floor
    A: 5 blue > 3 ; red > 4, brown > 1                 the rest of SF4 is passed on, color by color
    B: line 3 > column 2                               free wall: the tile of line 3 goes to column 2

Seats are the letters A to D in seat order, since numbers name displays, lines and columns. The parser also accepts
seats 1 to 4 and ignores case and spaces; unique prefixes of colors are enough (`bla`, `w`), `c` or `0` is the center,
`f` or `0` the floor.
"""

import re
from typing import Final

from core.game import Seat
from core.games.chocolatier.events import DisplaysFilled, Event, SpecialKind, TilePlaced, TilesTaken
from core.games.chocolatier.specials import KINDS
from core.games.chocolatier.state import CENTER, FLOOR, PALETTES
from core.messages import message

_SEATS: Final = "ABCD"
_COLORS: Final = sorted({name for names in PALETTES.values() for name in names})

_SEAT: Final = re.compile(r"(?:([a-d])|([1-4]))\s*:\s*+(.*)")
_PLACED: Final = re.compile(r"line\s*([0-9]{1,3})\s*>\s*(?:column)?\s*([0-9]{1,3})")
_TAKEN: Final = re.compile(r"(c|center|[0-9]{1,3})\s*([a-z]+)\s*>\s*(f|floor|[0-9]{1,3})\s*(?:;(.*))?")
_PASSED: Final = re.compile(r"\s*([a-z]+)\s*>\s*([0-9]{1,3})\s*")
_SPECIAL: Final = re.compile(r"\s*([0-9]{1,3})\s*(sf[1-5])\s*([a-z]+)?\s*")


def write(event: Event) -> str:
    if isinstance(event, TilesTaken):
        source = "center" if event.source == CENTER else str(event.source)
        line = "floor" if event.line == FLOOR else str(event.line)
        passed = ", ".join(f"{color} > {display}" for color, display in event.passed)
        return f"{_SEATS[event.seat]}: {source} {event.color} > {line}" + (f" ; {passed}" if passed else "")
    if isinstance(event, TilePlaced):
        return f"{_SEATS[event.seat]}: line {event.line} > column {event.column}"
    parts = [" | ".join(" ".join(tiles) or "-" for tiles in event.displays)]
    if event.specials:
        parts.append(", ".join(_written_special(*special) for special in event.specials))
    if event.extra is not None:
        parts.append(event.extra)
    return "fill " + " ; ".join(parts)


def _written_special(display: int, kind: SpecialKind, color: str | None) -> str:
    return f"{display} {kind}" if color is None else f"{display} {kind} {color}"


def parse(text: str) -> Event:
    line = text.strip().lower()
    if line.startswith("fill "):
        return _fill(line.removeprefix("fill "))
    parsed = _SEAT.fullmatch(line)
    if not parsed:
        raise ValueError(message("Start the line with `fill` or a seat (A to D) and a colon, not {text!r}.", text=text))
    seat = _SEATS.index(parsed[1].upper()) if parsed[1] else int(parsed[2]) - 1
    move = parsed[3]
    if placed := _PLACED.fullmatch(move):
        return TilePlaced(seat, int(placed[1]), int(placed[2]))
    if taken := _TAKEN.fullmatch(move):
        return _take(seat, taken)
    raise ValueError(message("Write a move as `3 blue > 4` or `line 3 > column 2`, not {text!r}.", text=text))


def _take(seat: Seat, taken: re.Match[str]) -> TilesTaken:
    source = CENTER if taken[1].startswith("c") else int(taken[1])
    line = FLOOR if taken[3].startswith("f") else int(taken[3])
    passed = []
    for part in taken[4].split(",") if taken[4] else ():
        pair = _PASSED.fullmatch(part)
        if not pair:
            raise ValueError(message("Write a color that is passed on as `red > 4`, not {part!r}.", part=part))
        passed.append((_color(pair[1]), int(pair[2])))
    return TilesTaken(seat, source, _color(taken[2]), line, tuple(passed))


def _fill(text: str) -> DisplaysFilled:
    tiles, *others = text.split(";")
    displays = tuple(_display(part) for part in tiles.split("|"))
    if len(others) > 2:
        raise ValueError(
            message("A fill has at most three parts (displays ; gold sides ; extra tile), not {text!r}.", text=text)
        )
    specials = tuple(_special(part) for part in others[0].split(",")) if others else ()
    return DisplaysFilled(displays, specials, _color(others[1].strip()) if len(others) == 2 else None)


def _display(text: str) -> tuple[str, ...]:
    words = text.split()
    if not words:
        raise ValueError(message("Write an empty display as `-`."))
    return () if words == ["-"] else tuple(_color(word) for word in words)


def _special(text: str) -> tuple[int, SpecialKind, str | None]:
    special = _SPECIAL.fullmatch(text)
    if not special:
        raise ValueError(
            message("Write a display with its gold side up as `2 SF2 red` or `5 SF1`, not {text!r}.", text=text)
        )
    kind = KINDS[int(special[2][2]) - 1]
    return int(special[1]), kind, _color(special[3]) if special[3] else None


def _color(word: str) -> str:
    matching = [name for name in _COLORS if word and name.startswith(word)]
    if len(matching) != 1:
        raise ValueError(message("{word!r} is not one of the colors {colors}.", word=word, colors=", ".join(_COLORS)))
    return matching[0]
