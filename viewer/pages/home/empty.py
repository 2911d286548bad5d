"""The home page of an empty store: what will be here as a faint picture, one sentence, the ways to begin."""

import streamlit as st

from eventstore.matches.repository import MatchRepository
from viewer import demo
from viewer.boards.scene import Json
from viewer.components.html_block import html_block
from viewer.locale.language import gettext
from viewer.look.element import element
from viewer.look.icons import icon
from viewer.pages.home.head import new_match
from viewer.pages.shared.pages import Pages

_ROWS = ((118, 4, 1.0), (86, 3, 0.78), (140, 4, 0.56), (104, 2, 0.34))
"""The length of the title, the number of people and the opacity of each row of the picture."""


def empty(matches: MatchRepository, pages: Pages) -> None:
    """Show the page; the demo is recorded at a tap."""
    title, says, ways = gettext("Nothing played yet"), gettext("You do not have access to any match."), list[Json]()
    if pages.has_role("recorder"):
        says = gettext("Write down what was on the table tonight. A title, the people, their points.")
        example = element("button", icon("play"), gettext("Watch an example"), class_="btn bare", data_send="demo")
        brings = element("a", gettext("Bring plays from another app"), href="imports", class_="btn")
        ways = [new_match(pages), brings, example]
    words = element("h1", title), element("p", says, class_="s18")
    body = element("div", faint_rows(), *words, element("div", *ways, class_="ways"), class_="nothing")
    if html_block(body, key="nothing"):
        with st.spinner(gettext("The computer plays against itself…")):
            demo.fill(matches)
        st.rerun()


def faint_rows() -> Json:
    rows = [_row(place, *row) for place, row in enumerate(_ROWS)]
    return element("svg", *rows, viewBox="0 0 600 224", aria_hidden="true")


def _row(place: int, title: int, people: int, opacity: float) -> Json:
    parts = [_bar(0, 8, 40, 40, "well"), _bar(52, 14, title, 11, "well"), _bar(52, 33, 84, 8, "well")]
    for seat in range(people):
        x = 300 + 76 * seat
        parts += [_bar(x, 14, 46, 9, "well" if seat else "gold"), _bar(x, 33, 22, 8, "well")]
    line = element("path", d="M0 55.5H600", stroke="var(--line)")
    return element("g", *parts, line, transform=f"translate(0 {56 * place})", opacity=opacity)


def _bar(x: int, y: int, width: int, height: int, color: str) -> Json:
    return element("rect", x=x, y=y, width=width, height=height, rx=min(8, height / 2), fill=f"var(--{color})")
