"""A figure of statistics: one value with its sentence, picture and table, drawn by one function on every page."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from eventstore.statistics.intervals import Mean, Share
from eventstore.statistics.tally import Tally
from viewer.boards.scene import Json
from viewer.locale.language import gettext, number
from viewer.locale.plain_text import fit, plain
from viewer.look import charts
from viewer.look.charts import Bar
from viewer.look.element import element
from viewer.look.fold import twin
from viewer.statistics import words

MAX_LABEL: Final = 24
"""Characters of a bar's label."""

MAX_ROWS: Final = 200
"""Rows of a table; of more it has the last ones."""


@dataclass(frozen=True, slots=True)
class Figure:
    """All that a page shows of one value.

    `says` tells it in words, `picture` is a chart, whose marks and labels lead to the plays behind them. `rows` are its
    table, with intervals, where the picture does not hold them; `note` is what it was counted from. `choice` changes
    what is shown.
    """

    title: str
    picture: Json
    says: str = ""
    heads: Sequence[str] = ()
    rows: Sequence[Sequence[Json]] = ()
    note: str = ""
    choice: Json = ""


def drawn(figure: Figure) -> Json:
    """The section of a page with this figure."""
    title = element("h2", figure.title)
    parts = [element("div", title, figure.choice, class_="h") if figure.choice else title]
    if figure.says:
        parts.append(element("p", figure.says, class_="soft s14 under"))
    parts.append(figure.picture)
    if figure.rows:
        parts.append(twin(figure.heads, figure.rows[-MAX_ROWS:]))
    if len(figure.rows) > MAX_ROWS:
        last = gettext("The table has the last {number} of {all}.", number=MAX_ROWS, all=number(len(figure.rows)))
        parts.append(element("p", last, class_="soft s14"))
    if figure.note:
        parts.append(element("p", figure.note, class_="soft s14"))
    return element("section", *parts, class_="sec")


def share_bar(label: str, share: Share, *, href: str = "", meant: bool = False) -> Bar:
    """Wins of 100 plays; the share must be known."""
    value, low, high = (None if bound is None else 100 * bound for bound in (share.value, share.low, share.high))
    text = number(round(value or 0))
    return Bar(fit(label, MAX_LABEL), value or 0, text, href, meant, low, high, words.sure_share(share))


def mean_bar(label: str, mean: Mean, *, href: str = "", digits: int = 1) -> Bar:
    """A mean, which must be known."""
    sure, text = words.sure_mean(mean, digits), words.rounded(mean.value, digits)
    return Bar(fit(label, MAX_LABEL), mean.value or 0, text, href, low=mean.low, high=mean.high, sure=sure)


def win_bars(
    tallies: Iterable[Tally],
    called: Callable[[str], str],
    href: Callable[[str], str] = lambda label: "",
    limit: int = 6,
) -> list[Bar]:
    """The share of wins of the groups with enough known results, in their order."""
    known = [row for row in tallies if not row.share.few][:limit]
    return [share_bar(plain(called(row.label)), row.share, href=href(row.label)) for row in known]


def bar_figures(title: str, bars: Sequence[Bar], says: str = "") -> list[Figure]:
    """A figure whose picture is these bars; none without a bar."""
    return [Figure(title, charts.bars(bars), says)] if bars else []
