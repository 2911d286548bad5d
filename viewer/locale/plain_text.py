"""Text functions shared by the boards: safe display of names, cutting and padding to a width."""

from collections.abc import Sequence
from itertools import accumulate, takewhile
from unicodedata import category, combining, east_asian_width

from core.readable import JOINERS
from viewer.locale import language
from viewer.locale.language import listed as listed


def plain(text: str) -> str:
    """`text` on one line without control characters, so it cannot control a terminal or break XML."""
    line = " ".join(text.split())
    if line.isascii() and line.isprintable():  # Nearly all of what a board draws.
        return line
    return "".join(char for char in line if char in JOINERS or _is_visible(char))


def _is_visible(char: str) -> bool:
    noncharacter = ord(char) & 0xFFFE == 0xFFFE
    return not noncharacter and category(char) not in ("Cc", "Cf", "Cs")


def width(text: str) -> int:
    """The width of `text` in terminal columns: two for a wide East Asian character or emoji."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(char: str) -> int:
    if combining(char) or char in JOINERS or category(char) in ("Mn", "Me"):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def fit(text: str, columns: int) -> str:
    """`text` made plain and cut to at most that many columns; an ellipsis marks a cut."""
    whole = plain(text)
    if width(whole) <= columns:
        return whole
    ends = accumulate(map(_columns, whole))
    start = "".join(char for char, _ in takewhile(lambda pair: pair[1] < columns, zip(whole, ends, strict=True)))
    return start.rstrip() + "…"


def pad(text: str, columns: int) -> str:
    """`text` padded with spaces to that many columns; longer text stays unchanged."""
    return text + " " * (columns - width(text))


def beside(blocks: Sequence[Sequence[str]], columns: int, gap: int = 2) -> list[str]:
    """Blocks of lines side by side, each `columns` wide; shorter blocks are filled up with empty lines."""
    height = max(len(block) for block in blocks)
    rows = []
    for number in range(height):
        cells = [block[number] if number < len(block) else "" for block in blocks]
        rows.append((" " * gap).join(pad(cell, columns) for cell in cells).rstrip())
    return rows


def number(points: float | None) -> str:
    """Points in the reader's language; `-` if not noted."""
    return "-" if points is None else language.number(points)
