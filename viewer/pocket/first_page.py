"""The page of a phone whose store is empty: what Partie is, and the three ways to begin."""

from viewer.boards.scene import Json
from viewer.components.html_block import html_block
from viewer.locale.language import gettext
from viewer.look.element import element
from viewer.look.icons import Icon, icon, mark

_ROWS = ((120, 1.0), (84, 0.7), (142, 0.4))
"""The length of the title and the opacity of each row of the picture."""


def show() -> None:
    """Show the page, which has no navigation: there is nowhere to go yet."""
    says = gettext(
        "Partie keeps who played what and who won. It works without network and without an account; everything stays "
        "on this phone."
    )
    log = _way(
        "plus", gettext("Log a play now"), gettext("A title, the people, who won"), href="new", class_="choice go"
    )
    bring = _way("file", gettext("Bring your plays"), gettext("A file of Partie"), data_shell="bring", class_="choice")
    meet = _way(
        "house", gettext("Connect to a home"), gettext("Scan the code that Partie shows on your computer"),
        href="keeping", class_="choice",
    )  # fmt: skip
    brand = element("div", mark(), "Partie", class_="brand")
    html_block(
        element("div", brand, _faint_rows(), element("h1", gettext("What did you play tonight?")),
                element("p", says, class_="answer"), element("div", log, bring, meet, class_="choices"),
                element("p", gettext("You can do the other two at any time, under More."), class_="soft s14"),
                class_="first-page"),
        key="first-page",
    )  # fmt: skip


def _way(sign: Icon, title: str, says: str, **attributes: str) -> Json:
    words = element("span", element("b", title), element("span", says, class_="d"))
    tag = "a" if "href" in attributes else "button"
    return element(tag, element("span", icon(sign), class_="sq"), words, icon("right"), **attributes)


def _faint_rows() -> Json:
    rows = [
        element("g", _bar(0, 4, 36, 36, 8, "well"), _bar(48, 8, title, 11, 5.5, "well"), _bar(48, 27, 46, 8, 4, "gold"),
                _bar(104, 27, 40, 8, 4, "well"), _bar(154, 27, 40, 8, 4, "well"),
                element("path", d="M0 43.5H358", stroke="var(--line)"),
                transform=f"translate(0 {44 * place})", opacity=opacity)
        for place, (title, opacity) in enumerate(_ROWS)
    ]  # fmt: skip
    return element("svg", *rows, viewBox="0 0 358 132", aria_hidden="true")


def _bar(x: int, y: int, width: int, height: int, round: float, color: str) -> Json:
    return element("rect", x=x, y=y, width=width, height=height, rx=round, fill=f"var(--{color})")
