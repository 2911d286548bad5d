"""Parts of a page on demand: parts behind a line, and the table twin of a chart."""

from collections.abc import Sequence

from viewer.boards.scene import Json
from viewer.locale.language import gettext
from viewer.look.element import element
from viewer.look.icons import icon


def fold(title: str, parts: Sequence[Json], end: str = "") -> Json:
    """A line that opens; `end` says how much is behind it."""
    summary = element(
        "summary", icon("right"), element("span", title), element("span", end, class_="end"), class_="fold"
    )
    return element("details", summary, element("div", *parts, class_="inside"))


def table(heads: Sequence[str], rows: Sequence[Sequence[Json]]) -> Json:
    """A table within its column, the first cell of each row its head."""
    top = element("tr", *(element("th", head, scope="col") for head in heads))
    body = [element("tr", element("th", first, scope="row"), *(element("td", cell) for cell in rest))
            for first, *rest in rows]  # fmt: skip
    whole = element("table", element("thead", top), element("tbody", *body), class_="list small")
    return element("div", whole, class_="scroll", tabindex=0, role="region", aria_label=gettext("As a table"))


def captioned(caption: str, heads: Sequence[Json], rows: Sequence[Json]) -> Json:
    """A table of these rows under its caption, with more room than its column."""
    top = element("tr", *(element("th", head, scope="col") for head in heads))
    whole = element("table", element("caption", caption), element("thead", top), element("tbody", *rows))
    return element("div", whole, class_="wide", tabindex=0, role="region", aria_label=caption)


def twin(heads: Sequence[str], rows: Sequence[Sequence[Json]]) -> Json:
    """The table of a chart, on demand."""
    return fold(gettext("As a table"), [table(heads, rows)])
