"""The row of a play: emblem, title, people with points, and one fact about it; a link to its page."""

from dataclasses import dataclass

from viewer.boards.scene import Json
from viewer.locale.language import gettext
from viewer.look.element import element
from viewer.look.icons import Icon, crown, icon


@dataclass(frozen=True, slots=True)
class RowSide:
    """A person of a row, or the people of a team; `points` is formatted, empty if unknown."""

    name: str
    points: str
    won: bool
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
    found: Json = ""
    """The text by which a search found the play, on a line of its own."""
    mark: Json = ""
    """A `row_mark` in place of the fact, which waits."""


def month_head(text: str) -> Json:
    """The head of the rows of a month."""
    return element("h2", text, class_="month")


def row_mark(sign: Icon, says: str) -> Json:
    """The words of where a play is, in the place of the fact."""
    return element("span", icon(sign), says, class_="c here")


def play_row(row: ShownPlay) -> Json:
    what = element(
        "span", element("span", row.title, class_="t"), element("span", row.facts, class_="d"), class_="what"
    )
    fact = row.mark or element("span", row.fact, class_="c rec" if row.is_record else "c")
    found = [row.found] if row.found else []
    return element(
        "a", element("span", row.picture, class_="emb"), what, _people(row), fact, *found, href=row.href,
        class_="row found" if found else "row",
    )  # fmt: skip


def _people(row: ShownPlay) -> Json:
    """The people; `fit_names.js` shows as many as have room, and how many are left out."""
    plus = element("span", class_="plus")
    if not row.together:
        return element("span", *map(_side, row.sides), plus, class_="who names")
    won = any(side.won for side in row.sides)
    last = len(row.sides) - 1
    names = [element("span", f"{side.name}{',' * (n < last)}", class_="one") for n, side in enumerate(row.sides)]
    head = element("b", *([crown(gettext("winner"))] if won else []), row.together)
    people = element("i", *names, plus, class_="names", title=", ".join(side.name for side in row.sides))
    return element("span", element("span", head, people, class_=f"p wide{' w' if won else ''}"), class_="who")


def _side(side: RowSide) -> Json:
    classes = ["p", "one"]
    classes += [name for name, on in (("w", side.won), ("me", side.is_meant)) if on]
    name = element("span", side.name, class_="nm")
    return element(
        "span", element("b", *([crown(gettext("winner"))] if side.won else []), name), element("i", side.points),
        class_=" ".join(classes),
    )  # fmt: skip
