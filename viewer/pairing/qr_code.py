"""QR codes: as a picture for pages, and as text for a terminal."""

import io
from typing import Any, Final

import segno

_BLACK_ON_WHITE: Final = "\x1b[38;5;16;48;5;231m"
_RESET: Final = "\x1b[0m"
_HALVES: Final = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
"""Two modules one above the other, as one character."""

_TERMINAL_BORDER: Final = 2
"""Light modules around the code in a terminal; 4 are the norm, but cameras need fewer and a terminal is small."""

MAX_HANDED_OVER: Final = 20
"""The largest version of a code that a phone shows to another one: 97 modules of 3 pixels and their border."""


def svg(text: str, digits: str = "", largest: int = 40) -> str:
    """The code as an SVG for an `<img>`, black on white; of the text, and of digits behind it, which need less room.

    Raises ValueError if they are too long for one, or for one of the version `largest`.
    """
    parts: Any = [text, digits] if digits else text  # Each part in its own mode, as segno reads lists.
    code = segno.make(parts, error="l", micro=False)
    if int(code.version) > largest:
        raise ValueError(f"A code of version {code.version} is larger than {largest}.")
    out = io.BytesIO()
    code.save(out, kind="svg", scale=4, border=4, light="#fff", xmldecl=False)
    return out.getvalue().decode()


def terminal(text: str) -> str:
    """The code in lines of block characters, black on white whatever the colors of the terminal."""
    code = segno.make(text, error="l", micro=False)
    rows = [*code.matrix_iter(border=_TERMINAL_BORDER)]
    below = [*rows[1::2], bytes(len(rows))]  # The number of rows is odd.
    lines = ("".join(map(_HALVES.__getitem__, zip(*pair, strict=True))) for pair in zip(rows[::2], below, strict=True))
    return "\n".join(f"{_BLACK_ON_WHITE}{line}{_RESET}" for line in lines)


def columns(drawn: str) -> int:
    """The width of a code that `terminal` has drawn."""
    return len(drawn.partition("\n")[0].removeprefix(_BLACK_ON_WHITE).removesuffix(_RESET))
