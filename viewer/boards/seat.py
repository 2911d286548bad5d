"""Common shapes of every seat's panel: the card with its border, the mark, name and points of the seat."""

from typing import Any, Final

from core.game import Points, Seat
from viewer.boards.scene import Shape, shape
from viewer.locale.language import gettext
from viewer.locale.plain_text import fit, number, plain

HEADER: Final = 1.75
"""Height of the header with name and points; the board starts below it."""

_MARKS: Final = (
    "M0 .5a.5 .5 0 1 0 1 0a.5 .5 0 1 0 -1 0z",
    "M.08 .08h.84v.84h-.84z",
    "M.5 0l.55 .95h-1.1z",
    "M.5 -.08l.58 .58l-.58 .58l-.58 -.58z",
)
"""Circle, square, triangle, diamond: the marks of the seats, as in the charts."""


def card(
    id: str, width: float, height: float, x: float = 0, y: float = 0, *, look: str = "card", title: str | None = None,
    rx: float = 0.6,
) -> Shape:  # fmt: skip
    """A card in a box of this size at x, y, with a margin."""
    place: dict[str, Any] = {"x": x + 0.1, "y": y + 0.1, "width": width - 0.2, "height": height - 0.2}
    return shape(id, "rect", title=title, class_=look, **place, rx=rx)


def frame(seat: Seat, name: str, points: Points, *, active: bool, width: float, height: float) -> tuple[Shape, ...]:
    """The card of a seat and its header; `active` draws the accent border of the seat to move."""
    look = "card active" if active else "card"
    title = gettext("{name}: {points} points", name=plain(name), points=number(points))
    return (
        card(f"{seat}/card", width, height, look=look),
        seat_mark(f"{seat}/mark", seat, 0.7, 0.62, 0.72),
        label(f"{seat}/name", 1.75, 1.22, fit(name, int((width - 4.6) / 0.43)), "name", plain(name)),
        label(f"{seat}/score", width - 0.7, 1.36, number(points), "score", title),
    )


def seat_mark(id: str, seat: Seat, x: float, y: float, size: float) -> Shape:
    """The colored mark of a seat in the box at x, y; from the fifth seat on the marks repeat, hollow."""
    look = f"mark seat-{seat % 4}" if seat < 4 else f"mark seat-{seat % 4} hollow"
    place = f"translate({round(x, 2)} {round(y, 2)}) scale({size})"
    return shape(id, "path", class_=look, d=_MARKS[seat % 4], transform=place)


def boxed_mark(seat: int) -> Shape:
    """The mark of a seat in a box one unit wide."""
    return seat_mark(f"mark/{seat}", seat, 0.08, 0.08, 0.84)


def label(id: str, x: float, y: float, text: str, class_: str, title: str | None = None) -> Shape:
    """A line of text on the baseline `y`; its CSS class sets size and alignment."""
    return shape(id, "text", text=text, title=title, class_=class_, x=x, y=y)
