"""Features of a schokoly match by seat."""

from collections.abc import Sequence
from itertools import pairwise

from core.game import Gain, Seat
from core.games.schokoly.scoring import tallies
from core.games.schokoly.state import COUNTERS, State


def features(states: Sequence[State], gains: Sequence[Gain]) -> tuple[dict[str, int | None], ...]:
    """`group` and `neutral` are pieces that count at the end, `stacked` cards laid on others, `counters` those laid."""
    last = states[-1]
    seats = len(last.colors)
    return tuple(
        {
            "group": len(tally.largest),
            "neutral": tally.neutral_points(),
            "stacked": _stacked(states, seat),
            "counters": COUNTERS[seats] - last.counters[seat],
            "rounds": last.round,
        }
        for seat, tally in enumerate(tallies(last.cards, last.colors))
    )


def _stacked(states: Sequence[State], seat: Seat) -> int:
    return sum(
        after.cards[-1].stacked
        for before, after in pairwise(states)
        if before.mover == seat and len(after.cards) > len(before.cards)
    )
