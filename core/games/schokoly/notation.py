"""The notation of schokoly events: one line of text per event, written and parsed.

    A: white                     seat A plays the white chocolate
    A: wm/dd 3,-2                lays a card, its upper left piece 3 to the right of the first card and 2 above it
    B: ww/mm 1,0 top             on the second level, with a counter
    B: wm/dd 3,-2 safe           with a safety counter on it
    B: wm/dd 3,-2 safe 0,0       with a safety counter on the card that has its upper left piece at 0,0
    C: hand wm/dd ww/mm          cards known to be in the hand of C
    A: offer B 2                a card with two pieces of B's color; `A: offer B 2 wm/dd` if the card is known
    B: swap wm/dd for ww/md     takes the card offered and gives the other; `?` for an unknown card
    B: decline
    A: pass

Seats are the letters A to D in seat order. The parser also accepts seats 1 to 4 and ignores case and spaces; prefixes
of words are enough (`t`, `s`, `off`, `dec`), and the stroke in a face may be left out (`wmdd`).
"""

import re
from typing import Final

from core.game import Seat
from core.games.schokoly.events import (
    CardLaid,
    ColorChosen,
    Event,
    HandSeen,
    Passed,
    SwapAnswered,
    SwapOffered,
)
from core.games.schokoly.faces import COLORS
from core.messages import message

_SEATS: Final = "ABCD"

_FACE: Final = "[wmd]{2}/?[wmd]{2}"
_NUMBER: Final = "[+-]?[0-9]{1,4}"
_SEAT: Final = re.compile(r"(?:([a-d])|([1-4]))\s*:\s*+(.*)")
_LAID: Final = re.compile(
    rf"({_FACE})\s+({_NUMBER})\s*,\s*({_NUMBER})(\s+t(?:op?)?)?(\s+s(?:a|af|afe)?(?:\s+({_NUMBER})\s*,\s*({_NUMBER}))?)?"
)
_HAND: Final = re.compile(rf"ha?n?d?((?:\s+{_FACE})+)")
_OFFER: Final = re.compile(rf"off(?:e|er|ers)?\s+([a-d1-4])\s+([0-9]{{1,4}})(?:\s+({_FACE}))?")
_ANSWER: Final = re.compile(rf"(sw(?:a|ap|aps)?|dec(?:l|li|lin|line|lines)?)(?:\s+({_FACE}|\?)\s+for\s+({_FACE}|\?))?")
_PASS: Final = re.compile(r"pas?s?(?:es)?")


def write(event: Event) -> str:
    return f"{_SEATS[event.seat]}: {_written(event)}"


def _written(event: Event) -> str:
    match event:
        case ColorChosen(_, color):
            return color
        case CardLaid(_, face, x, y, stacked, guard):
            return f"{face} {x},{y}{' top' if stacked else ''}{_written_guard(guard, (x, y))}"
        case HandSeen(_, faces):
            return f"hand {' '.join(faces)}"
        case SwapOffered(_, to, count, face):
            return f"offer {_SEATS[to]} {count}" + (f" {face}" if face else "")
        case SwapAnswered(_, accepted, face, given):
            cards = f" {face or '?'} for {given or '?'}" if face or given else ""
            return f"{'swap' if accepted else 'decline'}{cards}"
        case Passed():
            return "pass"


def _written_guard(guard: tuple[int, int] | None, own: tuple[int, int]) -> str:
    if guard is None:
        return ""
    return " safe" if guard == own else f" safe {guard[0]},{guard[1]}"


def parse(text: str) -> Event:
    parsed = _SEAT.fullmatch(text.strip().lower())
    if not parsed:
        raise ValueError(message("Start the line with a seat (A to D) and a colon, not {text!r}.", text=text))
    seat = _seat(parsed[1] or parsed[2])
    move = parsed[3]
    if laid := _LAID.fullmatch(move):
        return _laid(seat, laid)
    if move and (color := next((name for name in COLORS if name.startswith(move)), None)):
        return ColorChosen(seat, color)
    if hand := _HAND.fullmatch(move):
        return HandSeen(seat, tuple(_face(word) for word in hand[1].split()))
    if offer := _OFFER.fullmatch(move):
        return SwapOffered(seat, _seat(offer[1]), int(offer[2]), _face(offer[3]) if offer[3] else None)
    if answer := _ANSWER.fullmatch(move):
        return SwapAnswered(seat, answer[1].startswith("s"), _known(answer[2]), _known(answer[3]))
    if _PASS.fullmatch(move):
        return Passed(seat)
    raise ValueError(
        message("Write a move as `wm/dd 3,-2`, with ` top` or ` safe 0,0`, or `pass`, not {text!r}.", text=text)
    )


def _seat(word: str) -> Seat:
    return int(word) - 1 if word.isdecimal() else _SEATS.index(word.upper())


def _laid(seat: Seat, laid: re.Match[str]) -> CardLaid:
    x, y = int(laid[2]), int(laid[3])
    guard = None
    if laid[5]:
        guard = (int(laid[6]), int(laid[7])) if laid[6] else (x, y)
    return CardLaid(seat, _face(laid[1]), x, y, laid[4] is not None, guard)


def _face(word: str) -> str:
    return word if "/" in word else f"{word[:2]}/{word[2:]}"


def _known(word: str | None) -> str | None:
    return None if word is None or word == "?" else _face(word)
