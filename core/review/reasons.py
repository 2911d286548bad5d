"""Why another move was better, in the game's own sources: the points of the seat until the end of the round."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
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


def reason(game: AnyGame, frames: Sequence[Frame], move: ReviewedMove) -> tuple[SourcePoints, ...]:
    """The sources whose points differ, the largest difference first, at most `MAX_SOURCES`.

    Both sides are added up to the next horizon; without a continuation, over the move and the best one alone.
    """
    index = next(place for place, frame in enumerate(frames) if frame.version == move.version)
    before = frames[index - 1].state
    played = [frame.event for frame in frames[index:] if isinstance(frame.event, game.EVENTS)]
    best = [game.parse(text) for text in (move.best, *move.continuation)]
    if not move.continuation:
        played = played[:1]
    one, other = (_points(game, before, events, move.seat) for events in (played, best))
    differences = [
        SourcePoints(source, one[source], other[source]) for source in {**one, **other} if one[source] != other[source]
    ]
    differences.sort(key=lambda each: -abs(each.best - each.played))
    return tuple(differences[:MAX_SOURCES])


def _points(game: AnyGame, state: Any, events: Iterable[Any], seat: Seat) -> dict[str, float]:
    points: dict[str, float] = defaultdict(float)
    for event, before in _until_horizon(game, state, events):
        for step in game.story(before, event):
            for gain in step.gains:
                if gain.seat == seat:
                    points[gain.source] += gain.points
    return points


def _until_horizon(game: AnyGame, state: Any, events: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """The events with the positions before them; at least one, up to the next horizon."""
    evaluation = EVALUATIONS[game.KEY]
    for event in events:
        yield event, state
        state = game.evolve(state, event)
        if game.turn(state) in (None, CHANCE) or evaluation.is_horizon(state):
            return
