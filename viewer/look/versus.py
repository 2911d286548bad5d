"""Bars that two people share: the part of the one from the left, of the other from the right, ties between them."""

from collections.abc import Sequence
from dataclasses import dataclass

from viewer.boards.scene import Json
from viewer.look.element import element


@dataclass(frozen=True, slots=True)
class Versus:
    """How often the one and the other were ahead, and neither; `meant` (0 or 1) is the one with the accent.

    `href` is the address of the label. `sure` says more of the row that is pointed at, or has the focus.
    """

    label: str
    one: int
    other: int
    ties: int = 0
    meant: int | None = None
    href: str = ""
    picture: Json = ""
    sure: str = ""


def versus(items: Sequence[Versus], heads: Sequence[str] = ()) -> Json:
    """A row for each item; `heads` names the two, `meant` (0 or 1) is the one with the accent."""
    head = (
        [element("li", element("span"), *(element("span", name) for name in heads), class_="vs heads")] if heads else []
    )
    return element("ul", *head, *map(_row, items), class_="versus")


def versus_bar(item: Versus) -> Json:
    """The bar alone."""
    total = item.one + item.other + item.ties or 1
    parts = [
        element("i", style=f"width: {count / total * 100:.2f}%", class_=kind)
        for count, kind in (
            (item.one, "meant" if item.meant == 0 else "other"),
            (item.ties, "tie"),
            (item.other, "meant" if item.meant == 1 else "other"),
        )
        if count
    ]
    return element("span", *parts, class_="vs-track", aria_hidden="true")


def _row(item: Versus) -> Json:
    label = element("a", item.label, href=item.href) if item.href else element("span", item.label)
    picture = [item.picture] if item.picture else []
    one, other = (
        element("b", str(count), class_="meant" if place == item.meant else "")
        for place, count in enumerate((item.one, item.other))
    )
    more = [element("span", item.sure, class_="sure")] if item.sure else []
    extra: dict[str, str | float] = {"tabindex": 0} if item.sure else {}
    return element(
        "li", element("span", *picture, label, class_="label"), one, versus_bar(item), other, *more,
        class_="vs", **extra,
    )  # fmt: skip
