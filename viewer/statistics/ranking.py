"""The most frequent people, games or places, with links."""

from collections.abc import Sequence
from typing import Final

import streamlit as st

from eventstore.statistics.overview import Count
from viewer.boards.text import fit, plain
from viewer.language import gettext, ngettext, translate
from viewer.markdown import escape
from viewer.statistics import chart_panel, figures
from viewer.statistics.chart_context import ChartContext
from viewer.statistics.figures import Bar

FIRST: Final = 12
"""Maximum number of rows drawn; the table has all."""


_UNSAFE: Final = frozenset("&#+%")
"""Characters that a link inside a chart cannot carry: Plotly decodes them and does not encode them again."""


def ranking(counts: Sequence[Count], title: str, page: st.Page, field: str, hall: ChartContext, *, key: str) -> None:
    """Show `counts`, which must be sorted by plays; each links to `page` with its label as parameter `field`."""
    st.header(title, anchor=False)
    bars = [_bar(count, page, field) for count in counts]
    said = gettext("{name} comes first with {matches}.", name=fit(bars[0].label, 40), matches=bars[0].told)
    if len(bars) > FIRST:
        said += " " + gettext("The first {number} are drawn, the table has all.", number=FIRST)
    picked = chart_panel.bars(figures.rows(bars[:FIRST], hall.theme), bars, said, title, key=key)
    if picked:
        label = counts[bars.index(picked)].label
        st.page_link(page, label=escape(picked.label), icon=":material/arrow_forward:", query_params={field: label})
        chart_panel.matches(hall.library, hall.pages, picked.label, picked.matches, key=key)


def _bar(count: Count, page: st.Page, field: str) -> Bar:
    told_plays = ngettext("{number} match", "{number} matches", count.plays)
    link = "" if _UNSAFE & {*count.label} else f"{page.url_path or './'}?{field}={count.label}"
    return Bar(plain(translate(count.name)), count.plays, told_plays, few=False, matches=count.matches, link=link)
