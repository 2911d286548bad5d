"""Chart panels of a statistics page: the chart, a sentence, a table, and the matches behind the selected mark."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import plotly.graph_objects as go
import streamlit as st

from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import MatchRow
from eventstore.statistics.overview import Count
from viewer.boards.svg import Theme
from viewer.boards.text import fit, number, plain
from viewer.language import date, gettext, ngettext, translate
from viewer.markdown import escape
from viewer.navigation import Pages
from viewer.score_chart import Table
from viewer.statistics import figures
from viewer.statistics.figures import Bar

LINKS: Final = 10
"""Matches per page of the list."""

DRAWN: Final = 10
"""Maximum number of bars in a chart; the table has all."""

RANKED: Final = 12
"""Maximum number of rows drawn; the table has all."""

_UNSAFE: Final = frozenset("&#+%")
"""Characters that a link inside a chart cannot carry: Plotly decodes them and does not encode them again."""

_CONFIG: Final = {"displayModeBar": False, "scrollZoom": False}


def still(figure: go.Figure, sentence: str, table: Table, *, key: str) -> None:
    """Show a chart without selection below its `sentence`, which is also the alternative text."""
    with st.container(key=f"chart-{key}", gap="xsmall"):
        st.text(sentence)
        st.plotly_chart(figure, key=key, alt=sentence, config=_CONFIG)
        with st.expander(gettext("As a table")):
            st.dataframe(table, key=f"{key}-table", hide_index=True)


def chart_panel(figure: go.Figure, sentence: str, table: Table, *, key: str) -> int | None:
    """Show a chart; returns the row selected in the chart or the table, None for no selection.

    The marks of the chart must have the order of the table's rows.
    """
    with st.container(key=f"chart-{key}", gap="xsmall"):
        st.text(sentence)
        drawn = st.plotly_chart(
            figure, key=key, alt=sentence, config=_CONFIG, on_select="rerun", selection_mode="points"
        )
        with st.expander(gettext("As a table")):
            rows = st.dataframe(
                table, key=f"{key}-table", hide_index=True, on_select="rerun", selection_mode="single-row"
            )
    points = [point["point_index"] for point in drawn.selection.points]
    return next(iter([*points, *rows.selection.rows]), None)


def bar_panel(figure: go.Figure, bars: Sequence[Bar], sentence: str, heading: str, *, key: str) -> Bar | None:
    """The same for bars, with a table made here; `heading` is the heading of the labels. Returns the selected bar."""
    table = {heading: [fit(bar.label, 60) for bar in bars], gettext("Value"): [bar.text for bar in bars]}
    if any(bar.more for bar in bars):
        table[gettext("How sure")] = [bar.more for bar in bars]
    picked = chart_panel(figure, sentence, table, key=key)
    return None if picked is None else bars[picked]


def nothing(library: MatchIndex) -> None:
    """Explain why there is no chart: no match fits the filter, or the store is empty."""
    if library.count():
        st.text(gettext("No matches found. Remove a filter to see more."))
    else:
        st.text(gettext("No matches yet. The page Matches shows how to begin."))


def match_links(library: MatchIndex, pages: Pages, title: str, ids: Sequence[str], *, key: str) -> None:
    """Links to the replays of these matches, newest first, in pages."""
    with st.container(key=f"{key}-matches", gap="xxsmall", border=True):
        st.text(ngettext("{title}: {number} match", "{title}: {number} matches", len(ids), title=fit(title, 40)))
        last = -(-len(ids) // LINKS)
        # The page control is below the links, so its value is read from the session state first.
        page = min(st.session_state.get(f"{key}-page", 1), last)
        for id in [*reversed(ids)][LINKS * (page - 1) : LINKS * page]:
            if row := library.row(id):
                st.page_link(pages.replay, label=escape(match_line(row)), query_params={"match": id})
        if last > 1:
            st.pagination(last, key=f"{key}-page")


def match_line(row: MatchRow) -> str:
    """A match on one line: date, game, players with points."""
    scores = row.scores or (None,) * len(row.players)
    people = ", ".join(
        fit(name, 20) if points is None else f"{fit(name, 20)} {number(points)}"
        for name, points in zip(row.players, scores, strict=True)
    )
    day = date(row.played_on) if row.played_on else ""
    return "  ·  ".join(fact for fact in (day, fit(translate(row.game_title), 40), people) if fact)


@dataclass(frozen=True, slots=True)
class ChartContext:
    """The values that all charts of a page need."""

    library: MatchIndex
    pages: Pages
    theme: Theme

    def bars(self, drawn: Sequence[Bar], what: str, heading: str, *, key: str) -> Bar | None:
        """Show bars of `what`; `heading` is the heading of their labels in the table. Returns the selected bar."""
        if not drawn:
            st.caption(escape(gettext("{what} There is no data.", what=what)))
            return None
        figure, sentence = figures.rows(drawn[:DRAWN], self.theme), figures.sentence(what, drawn, DRAWN)
        picked = bar_panel(figure, drawn, sentence, heading, key=key)
        if picked:
            match_links(self.library, self.pages, picked.label, picked.matches, key=key)
        return picked

    def line(self, figure: go.Figure, sentence: str, table: Table, ids: Sequence[str], *, key: str) -> None:
        """Show a line chart; its marks and the rows of its table are the matches `ids`, in this order."""
        picked = chart_panel(figure, sentence, table, key=key)
        if picked is not None:
            match_links(self.library, self.pages, gettext("Picked"), [ids[picked]], key=key)


def ranking(counts: Sequence[Count], title: str, page: st.Page, field: str, context: ChartContext, *, key: str) -> None:
    """Show `counts`, which must be sorted by plays; each links to `page` with its label as parameter `field`."""
    st.header(title, anchor=False)
    bars = [_bar(count, page, field) for count in counts]
    first = sum(bar.value == bars[0].value for bar in bars)
    if first == 1:
        sentence = gettext("{name} is first with {matches}.", name=fit(bars[0].label, 40), matches=bars[0].text)
    else:
        sentence = ngettext(
            "{number} is first with {matches}.",
            "{number} share the first place with {matches} each.",
            first,
            matches=bars[0].text,
        )
    if len(bars) > RANKED:
        sentence += " " + gettext("The chart shows the first {number}; the table has all.", number=RANKED)
    picked = bar_panel(figures.rows(bars[:RANKED], context.theme), bars, sentence, title, key=key)
    if picked:
        label = counts[bars.index(picked)].label
        st.page_link(page, label=escape(picked.label), icon=":material/arrow_forward:", query_params={field: label})
        match_links(context.library, context.pages, picked.label, picked.matches, key=key)


def _bar(count: Count, page: st.Page, field: str) -> Bar:
    plays = ngettext("{number} match", "{number} matches", count.plays)
    link = "" if _UNSAFE & {*count.label} else f"{page.url_path or './'}?{field}={count.label}"
    return Bar(plain(translate(count.name)), count.plays, plays, few=False, matches=count.matches, link=link)
