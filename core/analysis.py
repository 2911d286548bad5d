"""One match looked at as a whole: score curves, points by source, rounds, lead changes, swings, tempo.

Functions over the frames of `core.record`; index i of every result belongs to frame i.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from core.game import AnyGame, Gain, Points, Seat, Step
from core.record import Frame, MatchClosed, MatchStarted, PointsAdjusted


@dataclass(frozen=True, slots=True)
class Band:
    """A round: frames `first` to `last`, both included. Number 0 is the start."""

    number: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Swing:
    """What one event did to the lead of `seat` over the best of the others, in points; always positive."""

    index: int
    seat: Seat
    points: float


def stories(game: AnyGame, frames: Sequence[Frame]) -> tuple[tuple[Step, ...], ...]:
    """The stages inside every frame's event; a ruling is one stage, the start and a close have none."""
    told: list[tuple[Step, ...]] = []
    for index, frame in enumerate(frames):
        if isinstance(frame.event, MatchStarted | MatchClosed):
            told.append(())
        elif isinstance(frame.event, PointsAdjusted):
            ruling = Gain(frame.event.seat, frame.event.points, "ruling", "R-RULING")
            told.append((Step(frame.event.why, (ruling,), frame.state),))
        else:
            told.append(game.story(frames[index - 1].state, frame.event))
    return tuple(told)


def gains(stories: Sequence[Sequence[Step]]) -> tuple[tuple[Gain, ...], ...]:
    """Every gain of every frame, in the order of the stages."""
    return tuple(tuple(gain for step in steps for gain in step.gains) for steps in stories)


def score_curves(frames: Sequence[Frame]) -> tuple[tuple[Points, ...], ...]:
    """One curve a seat: its points after every frame."""
    return tuple(zip(*(frame.scores for frame in frames), strict=True))


def points_by_source(seats: int, gains: Sequence[Sequence[Gain]]) -> tuple[dict[str, float], ...]:
    """For each seat the sum of its gains (signed) by source, sources in the order they first occurred to anybody."""
    sources = dict.fromkeys(gain.source for frame in gains for gain in frame)
    sums: list[dict[str, float]] = [dict.fromkeys(sources, 0) for _ in range(seats)]
    for frame in gains:
        for gain in frame:
            sums[gain.seat][gain.source] += gain.points
    return tuple(sums)


def rounds(frames: Sequence[Frame]) -> tuple[Band, ...]:
    """The rounds of a match, in order, without gaps."""
    bands: list[Band] = []
    for index, frame in enumerate(frames):
        if bands and bands[-1].number == frame.round:
            bands[-1] = Band(frame.round, bands[-1].first, index)
        else:
            bands.append(Band(frame.round, index, index))
    return tuple(bands)


def leaders(scores: Sequence[Points]) -> tuple[Seat, ...]:
    """The seats with the most points; empty while nobody's points are known."""
    best = max((points for points in scores if points is not None), default=None)
    return tuple(seat for seat, points in enumerate(scores) if points is not None and points == best)


def lead_changes(frames: Sequence[Frame]) -> tuple[int, ...]:
    """Indexes of the frames at which another seat than before leads alone; ties neither count nor forget."""
    changes = []
    leader: Seat | None = None
    for index, frame in enumerate(frames):
        ahead = leaders(frame.scores)
        if len(ahead) == 1 and len(frame.scores) > 1:
            if leader is not None and ahead[0] != leader:
                changes.append(index)
            leader = ahead[0]
    return tuple(changes)


def swings(frames: Sequence[Frame]) -> tuple[Swing, ...]:
    """Every event that moved a seat's lead, the biggest first; for one event only the seat that won most by it."""
    found = []
    for index in range(1, len(frames)):
        before, now = _leads(frames[index - 1].scores), _leads(frames[index].scores)
        moved = [b - a for a, b in zip(before, now, strict=True)]
        best = max(range(len(moved)), key=moved.__getitem__, default=None)
        if best is not None and moved[best] > 0:
            found.append(Swing(index, best, moved[best]))
    return tuple(sorted(found, key=lambda swing: -swing.points))


def _leads(scores: Sequence[Points]) -> list[float]:
    known = [points or 0 for points in scores]
    return [
        points - max((other for seat, other in enumerate(known) if seat != own), default=0)
        for own, points in enumerate(known)
    ]


def tempo(frames: Sequence[Frame]) -> tuple[float | None, ...]:
    """Seconds each event took since the one before it; None where either time is not known."""
    times = [datetime.fromisoformat(frame.happened_at) if frame.happened_at else None for frame in frames]
    pairs = zip([None, *times], times, strict=False)
    return tuple((now - before).total_seconds() if now and before else None for before, now in pairs)
