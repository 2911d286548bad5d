"""Small bars of statistics: wins of 100 plays, means of points, from the rows of `eventstore.statistics`."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from eventstore.statistics.intervals import Mean, Share
from eventstore.statistics.tally import Tally
from viewer.boards.scene import Json
from viewer.locale.language import number
from viewer.locale.plain_text import fit, plain
from viewer.look import charts
from viewer.look.charts import Bar
from viewer.look.element import element
from viewer.statistics import words

LABEL: Final = 24
"""Characters of a bar's label."""


def share_bar(label: str, share: Share, *, href: str = "", meant: bool = False) -> Bar:
    """Wins of 100 plays; the share must be known."""
    value, low, high = (None if bound is None else 100 * bound for bound in (share.value, share.low, share.high))
    text = number(round(value or 0))
    return Bar(fit(label, LABEL), value or 0, text, href, meant, low, high, words.sure_share(share))


def mean_bar(label: str, mean: Mean, *, href: str = "", meant: bool = False, digits: int = 1) -> Bar:
    """A mean, which must be known."""
    text = words.rounded(mean.value, digits)
    return Bar(
        fit(label, LABEL), mean.value or 0, text, href, meant, mean.low, mean.high, words.sure_mean(mean, digits)
    )


def win_bars(
    tallies: Iterable[Tally],
    called: Callable[[str], str],
    href: Callable[[str], str] = lambda label: "",
    limit: int = 6,
) -> list[Bar]:
    """The share of wins of the groups with enough known results, in their order."""
    known = [row for row in tallies if not row.share.few][:limit]
    return [share_bar(plain(called(row.label)), row.share, href=href(row.label)) for row in known]


def bar_section(title: str, bars: Sequence[Bar], note: str = "") -> list[Json]:
    """A section with a chart; nothing without a bar."""
    if not bars:
        return []
    says = [element("p", note, class_="soft s14 under")] if note else []
    return [element("section", element("h2", title), *says, charts.bars(bars), class_="sec")]
