"""Statistics as text: the value alone in sentences and charts, how sure it is in tooltips and tables."""

from collections.abc import Mapping
from typing import Final

from eventstore.statistics.intervals import Mean, Share
from eventstore.statistics.tally import Depths
from viewer.locale.language import gettext, gettext_noop, listed, ngettext, number, percent

DEPTHS: Final[Mapping[str, str]] = {
    "moves": gettext_noop("Every move"),
    "rounds": gettext_noop("Points by round"),
    "final": gettext_noop("Final points"),
}
"""The levels of detail of matches."""


def mean(found: Mean, digits: int = 1) -> str:
    """`41.3`; no number where it would say nothing."""
    return "-" if found.value is None else too_few() if found.few else number(round(found.value, digits))


def too_few() -> str:
    """In place of a value that comes from so few plays that it may be chance."""
    return gettext("too few plays to tell")


def sure_share(share: Share) -> str:
    """`62%, most likely between 48% and 75%; 13 plays`: what a tooltip and a table say."""
    if share.value is None:
        return "-"
    low, high = (None if bound is None else percent(bound) for bound in (share.low, share.high))
    return sure(percent(share.value), low, high, share.n, few=share.few)


def sure_mean(mean: Mean, digits: int = 1) -> str:
    """The same for a mean."""
    if mean.value is None:
        return "-"
    low, high = (None if bound is None else rounded(bound, digits) for bound in (mean.low, mean.high))
    return sure(rounded(mean.value, digits), low, high, mean.n, few=mean.few)


def sure(value: str, low: str | None, high: str | None, n: int, *, few: bool) -> str:
    """A value with its interval, if there is one, and the number of plays behind it."""
    plays = ngettext("{number} play", "{number} plays", n)
    if few:
        return gettext("{value} in {plays}, too few to tell", value=value, plays=plays)
    if low is None or high is None:
        return gettext("{value}, from {plays}", value=value, plays=plays)
    return gettext(
        "{value}, most likely between {low} and {high}, from {plays}", value=value, low=low, high=high, plays=plays
    )


def rounded(value: float | None, digits: int = 1) -> str:
    """A value without more digits than it deserves."""
    return "-" if value is None else number(round(value, digits))


def hours(value: float) -> str:
    """`3.5 h`, and without a fraction from ten hours on."""
    return gettext("{hours} h", hours=number(round(value, 1) if value < 10 else round(value)))


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
