"""Features of an azacru match by seat."""

from collections.abc import Sequence

from core.game import Gain
from core.games.azacru.rules import round_number
from core.games.azacru.state import State


def features(states: Sequence[State], gains: Sequence[Gain]) -> tuple[dict[str, int | None], ...]:
    """`connected` are markers gained in between, `lost_markers` those that others replaced."""
    last = states[-1]
    return tuple(
        {
            "connected": sum(int(gain.points) for gain in gains if gain.seat == seat and gain.rule == "A-CONNECT-1"),
            "lost_markers": -sum(int(gain.points) for gain in gains if gain.seat == seat and gain.rule == "A-MARK-2"),
            "chevrons_left": sum(chevron is not None for chevron in chevrons),
            "rounds": round_number(last),
        }
        for seat, chevrons in enumerate(last.chevrons)
    )
