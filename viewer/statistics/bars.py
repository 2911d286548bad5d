"""Bars of statistics: each with its interval, its number of cases and the matches behind it."""

from collections.abc import Callable, Iterable, Sequence

from eventstore.statistics.person import Opponent, Source
from eventstore.statistics.tally import Chance, Tally
from viewer.boards.text import fit, plain
from viewer.language import gettext, translate
from viewer.statistics import words
from viewer.statistics.figures import Bar


def of_wins(tallies: Iterable[Tally], called: Callable[[str], str]) -> list[Bar]:
    """The share of wins of every group with known results, and the share expected by chance."""
    return [
        Bar(
            plain(called(row.label)),
            row.share.value,
            words.share(row.share),
            row.share.few,
            row.matches,
            row.share.low,
            row.share.high,
            _luck(row.chance, row.share.n),
        )
        for row in tallies
        if row.share.value is not None
    ]


def _luck(chance: Chance, n: int) -> float | None:
    """The share of wins expected by chance; None if some of the `n` results were no contest."""
    return chance.expected / n if chance.n == n else None


def of_opponents(opponents: Iterable[Opponent]) -> list[Bar]:
    """How often the person finished before each opponent; one half is expected by chance."""
    return [
        Bar(
            plain(one.name),
            one.share.value,
            words.share(one.share),
            one.share.few,
            one.matches,
            one.share.low,
            one.share.high,
            1 / 2,
        )
        for one in opponents
        if one.share.value is not None
    ]


def of_sources(sources: Sequence[Source]) -> list[Bar]:
    """Mean points of the person by source; the stroke is the mean of the others."""
    return [
        Bar(
            plain(translate(one.source)),
            one.own.value,
            _beside(one),
            one.own.few,
            one.matches,
            one.own.low,
            one.own.high,
            one.group.value,
        )
        for one in sources
        if one.own.value is not None
    ]


def _beside(one: Source) -> str:
    own = words.mean(one.own)
    if one.group.value is None:
        return own
    return gettext("{own}; others {others}", own=own, others=words.within(one.group.value, None, None))


def sentence(what: str, bars: Sequence[Bar], drawn: int) -> str:
    """What the bars show and the highest bar with enough cases; the chart shows the first `drawn` bars."""
    if len(bars) > drawn:
        what = gettext(
            "{what} The chart shows the first {drawn}; the table has all {all}.", what=what, drawn=drawn, all=len(bars)
        )
    if len(bars) == 1:
        return gettext("{what} {label}: {value}.", what=what, label=fit(bars[0].label, 40), value=bars[0].told)
    sure = [bar for bar in bars if not bar.few]
    if not sure:
        return gettext("{what} All values come from few matches.", what=what)
    best = max(sure, key=lambda bar: bar.value)
    if best.value == min(bar.value for bar in sure):
        return what
    return gettext("{what} The highest: {label}, {value}.", what=what, label=fit(best.label, 40), value=best.told)
