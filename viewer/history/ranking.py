"""Who, what or where comes how often, with names that lead on."""

from collections.abc import Sequence
from typing import Final
from urllib.parse import quote

import streamlit as st

from eventstore.projections import Library
from eventstore.statistics.overview import Count
from viewer.boards.svg import Theme
from viewer.boards.text import fit, plain
from viewer.history import exhibit, figures
from viewer.history.figures import Bar
from viewer.language import plural, say, told
from viewer.pages import Pages

FIRST: Final = 12
"""Rows that are drawn; the table has all."""


def ranking(
    counts: Sequence[Count], title: str, link: str, library: Library, pages: Pages, theme: Theme, *, key: str
) -> None:
    """`counts` come by plays; `link` is an address with a place for the label, which is quoted."""
    st.header(title, anchor=False)
    bars = [
        Bar(
            plain(told(count.name)),
            count.plays,
            plural("{number} match", "{number} matches", count.plays),
            few=False,
            matches=count.matches,
            link=link.format(quote(count.label, safe="")),
        )
        for count in counts
    ]
    said = say("{name} comes first with {matches}.", name=fit(bars[0].label, 40), matches=bars[0].told)
    if len(bars) > FIRST:
        said += " " + say("The first {number} are drawn, the table has all.", number=FIRST)
    picked = exhibit.bars(figures.rows(bars[:FIRST], theme), bars, said, title, key=key)
    if picked:
        exhibit.matches(library, pages, picked.label, picked.matches, key=key)
