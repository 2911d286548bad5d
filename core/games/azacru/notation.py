"""The notation of azacru events: one line of text per event, written and parsed.

    A: g9-f8        seat A moves the chevron on g9 to f8
    B: a5-d5<       after a change of region: turned 45 degrees left; `>` is right
    A: pass         no chevron can move

Seats are the letters A to D in seat order, independent of their sides. The parser also accepts seats 1 to 4 and a
missing hyphen, ignores case and spaces, and reads `^` as a chevron that was not turned.
"""

import re
from typing import Final, Literal

from core.games.azacru.events import ChevronMoved, Event, Passed
from core.messages import message

_SEATS: Final = "ABCD"
_SIGNS: Final = {None: "", "left": "<", "right": ">"}
_TURNED: Final[dict[str, Literal["left", "right"] | None]] = {"": None, "^": None, "<": "left", ">": "right"}

_LINE: Final = re.compile(r"(?:([a-d])|([1-4])):(?:(pass)|([a-i][1-9])-?([a-i][1-9])([<>^]?))")


def write(event: Event) -> str:
    seat = _SEATS[event.seat]
    if isinstance(event, Passed):
        return f"{seat}: pass"
    return f"{seat}: {event.start}-{event.end}{_SIGNS[event.turned]}"


def parse(text: str) -> Event:
    line = _LINE.fullmatch("".join(text.split()).lower())
    if line is None:
        raise ValueError(message("Write a line as `A: g9-f8`, `B: a5-d5<` or `A: pass`, not {text!r}.", text=text))
    letter, number, passed, start, end, sign = line.groups()
    seat = int(number) - 1 if number else _SEATS.index(letter.upper())
    return Passed(seat) if passed else ChevronMoved(seat, start, end, _TURNED[sign])
