"""The style of each seat in charts: color, dash and symbol, so that color is never the only difference."""

from typing import Final, NamedTuple

from viewer.boards.svg import Theme


class Look(NamedTuple):
    """Plotly's attributes for the line of one seat."""

    color: str
    dash: str
    symbol: str


_COLORS: Final[dict[Theme, tuple[str, ...]]] = {
    "light": ("#1F6FEB", "#B35900", "#111111", "#C2185B"),
    "dark": ("#3B82F6", "#F59E0B", "#F5F5F5", "#DB2777"),
}
_DASHES: Final = ("solid", "dash", "dot", "dashdot")
_SYMBOLS: Final = ("circle", "square", "triangle-up", "diamond")


def look(seat: int, theme: Theme) -> Look:
    """The style of a seat; from the fifth seat on the colors repeat with hollow symbols, as on the boards."""
    symbol = _SYMBOLS[seat % 4] + ("-open" if seat >= 4 else "")
    return Look(_COLORS[theme][seat % 4], _DASHES[seat % 4], symbol)
