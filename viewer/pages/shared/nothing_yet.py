"""A page without anything to show: what will be here as a faint picture, one sentence, the buttons that begin it."""

from viewer.boards.scene import Json
from viewer.locale.language import gettext
from viewer.look.element import element
from viewer.look.icons import icon
from viewer.pages.shared.pages import Pages

_BARS = ((96, 420), (132, 332), (84, 250), (118, 168), (72, 96))
"""The length of the label and of the bar of each row of the picture."""


def nothing_yet(title: str, says: str, pages: Pages, picture: Json = "") -> Json:
    """The whole page; `picture` is an SVG element 600 wide, faint bars without one."""
    ways = list[Json]()
    if pages.has_role("recorder"):
        new = element("a", icon("plus"), gettext("New match"), href="new", class_="btn go")
        ways = [new, element("a", gettext("Bring plays from another app"), href="imports", class_="btn")]
    words = element("h1", title), element("p", says, class_="s18")
    return element("div", picture or faint_bars(), *words, element("div", *ways, class_="ways"), class_="nothing")


def faint_bars() -> Json:
    rows = [_bar(place, label, bar) for place, (label, bar) in enumerate(_BARS)]
    return element("svg", *rows, viewBox="0 0 600 204", aria_hidden="true")


def _bar(place: int, label: int, bar: int) -> Json:
    y, fill = 44 * place, "var(--well)" if place else "var(--gold)"
    name = element("rect", x=0, y=y + 6, width=label, height=12, rx=4, fill="var(--well)")
    return element(
        "g", name, element("rect", x=160, y=y, width=bar, height=24, rx=4, fill=fill), opacity=1 - 0.16 * place
    )
