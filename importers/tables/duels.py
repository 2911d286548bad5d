"""Results of two sides in one cell: `1-0` and `½-½` of chess, `B+3.5` of Go, `White`, `Home wins`, `W`, `draw`."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from importers.tables import header_words, headers
from importers.tables.languages import DRAWN, NO, WON, plain

Won: TypeAlias = tuple[bool, ...]
"""The answer of each of two sides, True where it won; empty where nobody is known."""

_FIRST: Final[Won] = (True, False)
_SECOND: Final[Won] = (False, True)
_BOTH: Final[Won] = (True, True)

_SPACES: Final = re.compile(r"\s")
_DASH: Final = re.compile("[–—−:]")
_HALF: Final = re.compile(r"1/2|0?[.,]50?|½")
_CHESS: Final[dict[str, Won]] = {"1-0": _FIRST, "0-1": _SECOND, "½-½": _BOTH, "½": _BOTH}
_BY: Final = re.compile(r"(\w+)\+")
"""The side that won in Go, by its letter, with what it won by: `B+3.5`, `W+R`."""

_UNKNOWN: Final = ("", "*", "-", "?")


class Duels(NamedTuple):
    """The sides that won by the cell of a column; not `is_certain` where the cell may be the answer of either side."""

    won: dict[str, Won]
    is_certain: bool


def halves(cell: str) -> str:
    """A result without spaces, with `½` for a half, and `-` between the sides."""
    return _DASH.sub("-", _HALF.sub("½", _SPACES.sub("", cell)))


def duels(titles: Sequence[str], cells: Iterable[str]) -> Duels | None:
    """The results in a column beside two columns with these headers, or one header above pairs; None if it has others.

    All cells are of one form: the points of chess, which begin with White, the name of a side, or a word for the first.
    """
    each = {*cells}
    sides = [plain(title) for title in titles]
    if chess := _read(each, lambda cell: _CHESS.get(halves(cell))):
        return Duels(chess, [side in header_words.LIGHT for side in sides] != [False, True])
    if len(titles) != 2:
        return None
    names = _names(titles)
    if called := _read(each, lambda cell: _side(cell, names)):
        return Duels(called, {*map(plain, each)} - DRAWN != {"w"})  # It may be White, or that the first one won.
    answers = _read(each, _answer)
    return Duels(answers, sides[1] in header_words.OPPONENTS and sides[0] != sides[1]) if answers else None


def _read(cells: set[str], read: Callable[[str], Won | None]) -> dict[str, Won] | None:
    """The results of the cells, if all have one, or are a word for a draw."""
    won = {cell: () if cell in _UNKNOWN else _drawn(cell) or read(cell) for cell in cells}
    known = {cell: result for cell, result in won.items() if result is not None}
    return known if len(known) == len(won) and any(read(cell) for cell in cells) else None


def _drawn(cell: str) -> Won | None:
    return _BOTH if plain(cell) in DRAWN or halves(cell) in ("½-½", "½") else None


def _names(titles: Sequence[str]) -> list[set[str]]:
    """The words and letters that call each of two sides; in bets the number of its place: `1`, `X`, `2`."""
    sides, keys = [plain(title) for title in titles], [headers.seat_key(title) for title in titles]
    names = [{side} for side in sides]
    for short in ([side[:1] for side in sides], keys, "12" if header_words.SIDES.issuperset(sides) else ""):
        if len({*short} - {""}) == len(names):
            names = [held | {one} for held, one in zip(names, short, strict=True)]
    return names


def _side(cell: str, names: Sequence[set[str]]) -> Won | None:
    """The side that a cell calls."""
    words = plain(by[1] if (by := _BY.match(cell)) else cell).split()
    called = {headers.called_seat(cell), " ".join(word for word in words if len(words) == 1 or word not in WON)}
    return next(
        (won for one, won in zip(names, (_FIRST, _SECOND), strict=True) if not one.isdisjoint(called - {""})), None
    )


def _answer(cell: str) -> Won | None:
    word = plain(cell)
    return _FIRST if word in WON else _SECOND if word in NO else None
