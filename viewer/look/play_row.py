"""The row of a play: emblem, title, people with points, and one fact about it; a link to its page."""

from dataclasses import dataclass
from typing import Final

from viewer.boards.scene import Json
from viewer.locale.language import gettext
from viewer.look.element import element
from viewer.look.icons import crown

_WIDE: Final = 3
"""People that have wider slots if one of their names is longer than `_SHORT` letters."""

_SHORT: Final = 8
_SLOTS: Final = 5
"""People that a wide row has room for; of more, the last slot says how many are left out."""


@dataclass(frozen=True, slots=True)
class RowSide:
    """A person of a row, or the people of a team; `points` is formatted, empty if unknown."""

    name: str
    points: str
    won: bool
    is_team: bool = False
    is_meant: bool = False
    """True if the page is about this person: always among those shown, and underlined."""


@dataclass(frozen=True, slots=True)
class ShownPlay:
    """`picture` is an emblem or a small board; `sides` are in order of rank.

    `together` says how people fared who played as one side ("Won together"), in place of their points.
    """

    href: str
    title: str
    facts: str
    picture: Json
    sides: tuple[RowSide, ...]
    together: str = ""
    fact: str = ""
    is_record: bool = False


def month_head(text: str) -> Json:
    """The head of the rows of a month."""
    return element("h2", text, class_="month")


def play_row(row: ShownPlay) -> Json:
    what = element(
        "span", element("span", row.title, class_="t"), element("span", row.facts, class_="d"), class_="what"
    )
    fact = element("span", row.fact, class_="c rec" if row.is_record else "c")
    return element(
        "a", element("span", row.picture, class_="emb"), what, _people(row), fact, href=row.href, class_="row"
    )  # fmt: skip


def _people(row: ShownPlay) -> Json:
    if row.together:
        won = any(side.won for side in row.sides)
        names = ", ".join(side.name for side in row.sides)
        head = element("b", *([crown(gettext("winner"))] if won else []), row.together)
        return element(
            "span", element("span", head, element("i", names), class_=f"p wide{' w' if won else ''}"), class_="who"
        )
    shown = _shown(row.sides)
    left = len(row.sides) - len(shown)
    # How many are left out depends on the width: look.css shows one of the counts.
    counts = {f"data-{n}": f"+{len(row.sides) - n}" for n in (3, 4, 5) if len(row.sides) > n}
    if left:
        counts["data-5"] = counts["data-4"] = f"+{left}"
    sides = [_side(side, place) for place, side in enumerate(shown, 1)]
    plus = element("span", class_=f"plus n{min(len(row.sides), _SLOTS + 1)}", aria_hidden="true", **counts)
    is_wide = len(shown) <= _WIDE and any(len(side.name) > _SHORT and not side.is_team for side in shown)
    return element("span", *sides, plus, class_="who few" if is_wide else "who")


def _shown(sides: tuple[RowSide, ...]) -> list[RowSide]:
    """The sides that a wide row shows; who is meant comes in at the third place at the latest, for narrow rows."""
    ordered = list(sides)
    for place, side in enumerate(sides):
        if side.is_meant and place > 2:
            ordered.insert(2, ordered.pop(place))
    return ordered if len(ordered) <= _SLOTS else ordered[: _SLOTS - 1]


def _side(side: RowSide, place: int) -> Json:
    classes = ["p", f"s{place}"]
    classes += [name for name, on in (("w", side.won), ("pair", side.is_team), ("me", side.is_meant)) if on]
    name = element("span", side.name, class_="nm")
    return element(
        "span", element("b", *([crown(gettext("winner"))] if side.won else []), name), element("i", side.points),
        class_=" ".join(classes),
    )  # fmt: skip
