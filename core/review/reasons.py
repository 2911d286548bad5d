"""The reason why another move was better: the points of its seat by source, up to the end of the round."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple

from core.game import CHANCE, AnyGame, Seat
from core.record import Frame
from core.review.evaluations import EVALUATIONS
from core.review.review import ReviewedMove

MAX_SOURCES: Final = 3


class SourcePoints(NamedTuple):
    """Signed points of a source: as the match went on, and with the best move and its continuation."""

    source: str
    played: float
    best: float


@dataclass(frozen=True, slots=True)
class Reason:
    """The points after the best move and its continuation, compared with the match over the same number of events.

    `sources` are the sources of the seat's points that differ, the largest difference first, at most `MAX_SOURCES`.
    `own` and `others` are points with the best move - points as played, of the seat and of all other seats. `moves` is
    the number of events compared. `is_round`: they reach the end of the round. `ends`, `ended`: the match is over after
    them, with the best move and as played. `tables` are the last states, as played and with the best move.
    """

    sources: tuple[SourcePoints, ...]
    own: float
    others: float
    moves: int
    is_round: bool
    ends: bool
    ended: bool
    tables: tuple[Any, Any]


def reason(game: AnyGame, frames: Sequence[Frame], move: ReviewedMove) -> Reason | None:
    """The comparison of the best move and its continuation with the match, both up to the end of the round.

    Where one of them stops earlier, both are cut to the largest number of events at which both or neither reach that
    end. None if there is no such number.
    """
    index = next(place for place, frame in enumerate(frames) if frame.version == move.version)
    before = frames[index - 1].state
    played = [frame.event for frame in frames[index:] if isinstance(frame.event, game.EVENTS)]
    best = [game.parse(text) for text in (move.best, *move.continuation)]
    one, other = (_Continuation(game, before, events) for events in (played, best))
    length = min(one.length, other.length)
    while length and not _are_comparable(one, other):
        one, other = (_Continuation(game, before, events[:length]) for events in (played, best))
        length -= 1
    if one.is_whole != other.is_whole:
        return None
    own, instead = one.of(move.seat), other.of(move.seat)
    differing = [SourcePoints(name, own[name], instead[name]) for name in {**own, **instead}]
    differing = [each for each in differing if each.played != each.best]
    differing.sort(key=lambda each: -abs(each.best - each.played))
    gained = sum(instead.values()) - sum(own.values())
    lost = other.total - one.total - gained
    tables = one.state, other.state
    ends = other.ends, one.ends
    return Reason(tuple(differing[:MAX_SOURCES]), gained, lost, other.length, other.is_whole, *ends, tables)


def _are_comparable(one: "_Continuation", other: "_Continuation") -> bool:
    return one.is_whole == other.is_whole and (one.is_whole or one.length == other.length)


class _Continuation:
    """The points by seat and source over events, up to the next draw or horizon; `is_whole`: the round ends there."""

    def __init__(self, game: AnyGame, state: Any, events: Iterable[Any]) -> None:
        evaluation = EVALUATIONS[game.KEY]
        self._points: dict[tuple[Seat, str], float] = defaultdict(float)
        self.is_whole = self.ends = False
        self.length, self.state = 0, state
        for event in events:
            steps = game.story(state, event)
            self.length += 1
            for gain in (gain for step in steps for gain in step.gains):
                self._points[gain.seat, gain.source] += gain.points
            state = self.state = steps[-1].state
            if game.turn(state) in (None, CHANCE) or evaluation.is_horizon(state):
                self.is_whole, self.ends = _is_end_of_round(game, state), game.turn(state) is None
                return

    @property
    def total(self) -> float:
        return sum(self._points.values())

    def of(self, seat: Seat) -> dict[str, float]:
        own = {source: points for (other, source), points in self._points.items() if other == seat}
        return defaultdict(float, own)


def _is_end_of_round(game: AnyGame, state: Any) -> bool:
    """Whether a round ends at this horizon: a draw may also fill up what was taken in the middle of a round."""
    if game.turn(state) != CHANCE:
        return True
    return game.round_number(game.evolve(state, game.deal(state, Random(0)))) != game.round_number(state)
