"""Statistics as text: each with its interval and its number of cases."""

from eventstore.statistics.intervals import Mean, Share
from eventstore.statistics.tally import Depths
from viewer.language import gettext, listed, ngettext, number


def percent(share: float) -> str:
    return gettext("{number}%", number=number(round(100 * share)))


def percent_within(value: float, low: float | None, high: float | None) -> str:
    """A share with its interval, if there is one."""
    if low is None or high is None:
        return percent(value)
    return gettext("{value} ({low}–{high})", value=percent(value), low=number(round(100 * low)), high=percent(high))


def share(found: Share) -> str:
    """`62% (48–75%), n 13`; marks few cases."""
    if found.value is None or found.low is None or found.high is None:
        return "-"
    reach = percent_within(found.value, found.low, found.high)
    return cases(reach, found.n, few=found.few)


def mean(found: Mean, digits: int = 1) -> str:
    """`41.3 (38–44.6), n 13`; marks few cases."""
    if found.value is None:
        return "-"
    return cases(within(found.value, found.low, found.high, digits), found.n, few=found.few)


def within(value: float | None, low: float | None, high: float | None, digits: int = 1) -> str:
    """A value with its interval, if there is one."""
    if value is None:
        return "-"
    text = number(round(value, digits))
    if low is None or high is None:
        return text
    return gettext(
        "{value} ({low} to {high})", value=text, low=number(round(low, digits)), high=number(round(high, digits))
    )


def cases(value: str, n: int, *, few: bool) -> str:
    """A value with its number of cases."""
    if few:
        return gettext("{value}, n {number}: few", value=value, number=number(n))
    return gettext("{value}, n {number}", value=value, number=number(n))


def depths(found: Depths) -> str:
    """`From 34 matches: 20 with every move, 10 by rounds and 4 with final points.`"""
    parts = [
        (found.moves, ngettext("{number} with every move", "{number} with every move", found.moves)),
        (found.rounds, ngettext("{number} with points by round", "{number} with points by round", found.rounds)),
        (found.final, ngettext("{number} with final points", "{number} with final points", found.final)),
    ]
    total = ngettext("From {number} match", "From {number} matches", found.matches)
    known = listed([part for count, part in parts if count])
    return gettext("{total}: {parts}.", total=total, parts=known) if known else gettext("{total}.", total=total)
