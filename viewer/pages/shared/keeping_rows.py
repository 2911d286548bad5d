"""The rows of the two pages Keeping, of a store and of a phone."""

from collections.abc import Sequence

from viewer.boards.scene import Json
from viewer.locale.plain_text import plain
from viewer.look.element import element
from viewer.look.icons import icon
from viewer.texts.keeping_words import KeepingRow


def keeping_row(row: KeepingRow, *does: Json, below: Sequence[Json] = ()) -> Json:
    """The fact with what it rests on, its buttons, and what is open below."""
    says = [element("b", row.fact, class_="late" if row.is_late else "")]
    if row.note:
        look = "ink" if row.name == "last" else ""
        says.append(element("p", *set_apart(row.note, row.strong, lang="", class_=look), class_="path"))
    if row.done:
        says.append(element("p", element("span", icon("check"), row.done, class_="ok")))
    buttons = [element("dd", *does, class_="does")] if does else []
    return element("div", element("dt", row.label), element("dd", *says), *buttons, *below, class_="keep")


def set_apart(text: str, words: str, tag: str = "span", **attributes: str) -> list[Json]:
    """The text on one line, with these words of it, if it has them, in an element of their own."""
    before, own, after = text.partition(words) if words else (text, "", "")
    return [_line(before), *([element(tag, plain(own), **attributes)] if own else []), _line(after)]


def _line(text: str) -> str:
    """The text on one line, with the spaces at its ends."""
    return plain(f"|{text}|")[1:-1]
