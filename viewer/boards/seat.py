"""What every seat's panel shares: the card with its border, the mark, name and points of the seat."""

from typing import Final

from core.game import Points
from viewer.boards.scene import Shape, shape
from viewer.boards.text import fit, number, plain

HEADER: Final = 1.75
"""Height of the band with name and points; a board begins below it."""

_MARKS: Final = (
    "M0 .5a.5 .5 0 1 0 1 0a.5 .5 0 1 0 -1 0z",
    "M.08 .08h.84v.84h-.84z",
    "M.5 0l.55 .95h-1.1z",
    "M.5 -.08l.58 .58l-.58 .58l-.58 -.58z",
)
"""Circle, square, triangle, diamond: the mark of a seat, as in the charts."""


def frame(
    seat: int, name: str, points: Points, *, active: bool, width: float, height: float
) -> tuple[Shape, ...]:
    """The card of a seat and its header; `active` gives it the accent border of the seat to move.

    From the fifth seat on, marks and colors return, with the mark hollow.
    """
    card = "card active" if active else "card"
    mark = f"seat-{seat % 4}" + (" hollow" if seat >= 4 else "")
    columns = int((width - 4.6) / 0.4)
    return (
        shape(
            f"{seat}/card", "rect", class_=card, x=0.1, y=0.1, width=width - 0.2, height=height - 0.2, rx=0.6
        ),
        shape(
            f"{seat}/mark",
            "path",
            class_=f"mark {mark}",
            d=_MARKS[seat % 4],
            transform="translate(.7 .62) scale(.72)",
        ),
        label(f"{seat}/name", 1.75, 1.22, fit(name, columns), "name", title=plain(name)),
        label(
            f"{seat}/score",
            width - 0.7,
            1.36,
            number(points),
            "score",
            title=f"{plain(name)}: {number(points)} points",
        ),
    )


def label(id: str, x: float, y: float, text: str, class_: str, title: str | None = None) -> Shape:
    """A line of text on the baseline `y`; its class says how large it is and where it starts."""
    return shape(id, "text", text=text, title=title, class_=class_, x=x, y=y)
