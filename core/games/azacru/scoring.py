"""Points and result of azacru: own markers on the board."""

from core.game import Outcome
from core.games.azacru.state import State
from core.messages import message
from core.ranking import competition_ranks


def scores(state: State) -> tuple[int, ...]:
    """Own markers on the board, by seat (A-END-2)."""
    return tuple([markers.bit_count() for markers in state.markers])


def outcome(state: State) -> Outcome | None:
    """The most markers win; equal leaders share the victory (A-END-2)."""
    if state.last_turns != 0:
        return None
    points = scores(state)
    best = max(points)
    ranks = competition_ranks(points)
    winners = tuple([seat for seat, own in enumerate(points) if own == best])
    if len(winners) > 1:
        return Outcome(winners, ranks, message("Equal on {best} markers: the victory is shared.", best=best))
    return Outcome(winners, ranks, message("Most markers on the board: {best}.", best=best))
