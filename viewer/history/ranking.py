"""The most frequent people, games or places, with links."""

from collections.abc import Sequence
from typing import Final

import streamlit as st

from eventstore.statistics.overview import Count
from viewer.boards.text import fit, plain
from viewer.history import exhibit, figures
from viewer.history.figures import Bar
from viewer.history.hall import Hall
from viewer.label import literal
from viewer.language import plural, say, told

FIRST: Final = 12
"""Maximum number of rows drawn; the table has all."""


_UNSAFE: Final = frozenset("&#+%")
"""Characters that a link inside a chart cannot carry: Plotly decodes them and does not encode them again."""


def ranking(counts: Sequence[Count], title: str, page: st.Page, field: str, hall: Hall, *, key: str) -> None:
    """Show `counts`, which must be sorted by plays; each links to `page` with its label as parameter `field`."""
    st.header(title, anchor=False)
    bars = [_bar(count, page, field) for count in counts]
    said = say("{name} comes first with {matches}.", name=fit(bars[0].label, 40), matches=bars[0].told)
    if len(bars) > FIRST:
        said += " " + say("The first {number} are drawn, the table has all.", number=FIRST)
    picked = exhibit.bars(figures.rows(bars[:FIRST], hall.theme), bars, said, title, key=key)
    if picked:
        label = counts[bars.index(picked)].label
        st.page_link(page, label=literal(picked.label), icon=":material/arrow_forward:", query_params={field: label})
        exhibit.matches(hall.library, hall.pages, picked.label, picked.matches, key=key)


def _bar(count: Count, page: st.Page, field: str) -> Bar:
    told_plays = plural("{number} match", "{number} matches", count.plays)
    link = "" if _UNSAFE & {*count.label} else f"{page.url_path or './'}?{field}={count.label}"
    return Bar(plain(told(count.name)), count.plays, told_plays, few=False, matches=count.matches, link=link)
