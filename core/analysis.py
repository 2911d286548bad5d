"""Statistics of one match: score curves, points by source and round, lead changes, swings, thinking times.

The input is the frames of `core.record`; index i of a result for every frame belongs to frame i. Leads, leaders and
swings are those of the seats with the most points; where the fewest win, they need the frames of `compared`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain
from statistics import median
from typing import Final

from core import ranking
from core.game import Gain, Points, Seat, Step
from core.record import Frame
from core.scoring_frames import FinalScoring


@dataclass(frozen=True, slots=True)
class RoundSpan:
    """A round: frames `first` to `last`, both inclusive. Number 0 is the time before the first round.

    `final` is the final scoring, which is no part of the last round.
    """

    number: int
    first: int
    last: int
    final: bool = False


@dataclass(frozen=True, slots=True)
class Swing:
    """A change of the lead of `seat` over the best other seat by one event; `points` is always positive."""

    index: int
    seat: Seat
    points: float


START: Final = "start"
"""Source of the points that a seat has before the first event."""


@dataclass(frozen=True, slots=True)
class SourceColumn:
    """A source in the table of points: signed points by seat, and the best seats (empty when all are equal).

    `points` of a seat is None when a source that never costs points has no entry for this seat: it may not have been
    noted. `lost` marks the losses of a source that both brings and costs points.
    """

    source: str
    points: tuple[Points, ...]
    best: tuple[Seat, ...]
    lost: bool = False


@dataclass(frozen=True, slots=True)
class ThinkingTime:
    """Thinking time of a seat: number of timed events, total and median in seconds, index of the longest event."""

    seat: Seat
    events: int
    seconds: float
    median: float
    longest: int


def gains(stories: Sequence[Sequence[Step]]) -> tuple[tuple[Gain, ...], ...]:
    """Every gain of every frame, in the order of the stages."""
    return tuple(tuple(gain for step in steps for gain in step.gains) for steps in stories)


def compared(frames: Sequence[Frame], *, fewest: bool) -> tuple[Frame, ...]:
    """The frames with points of which more is better: with all points negated where the fewest points win."""
    if not fewest:
        return tuple(frames)
    return tuple(
        frame._replace(scores=tuple(None if points is None else -points for points in frame.scores)) for frame in frames
    )


def score_curves(frames: Sequence[Frame]) -> tuple[tuple[Points, ...], ...]:
    """One curve per seat: its points after every frame."""
    return tuple(zip(*(frame.scores for frame in frames), strict=True))


def points_by_source(seats: int, gains: Sequence[Sequence[Gain]]) -> tuple[dict[str, float], ...]:
    """The sum of the signed gains of each seat by source; sources are in the order of their first gain."""
    sources = dict.fromkeys(gain.source for frame in gains for gain in frame)
    sums: list[dict[str, float]] = [dict.fromkeys(sources, 0) for _ in range(seats)]
    for frame in gains:
        for gain in frame:
            sums[gain.seat][gain.source] += gain.points
    return tuple(sums)


def breakdown(
    frames: Sequence[Frame], gains: Sequence[Sequence[Gain]], *, split: bool = False, fewest: bool = False
) -> tuple[SourceColumn, ...]:
    """The table of points by source; the points of a seat over all columns add up to its score.

    Sources that changed no points are left out. With `split`, a source that both brought and cost points becomes two
    columns; with `fewest`, the fewest points are best.
    """
    columns = [SourceColumn(START, frames[0].scores, ())]
    by_source: dict[str, list[Gain]] = {}
    for gain in chain.from_iterable(gains):
        by_source.setdefault(gain.source, []).append(gain)
    for source, own in by_source.items():
        halves = [[gain for gain in own if gain.points > 0], [gain for gain in own if gain.points < 0]]
        parts = halves if split and all(halves) else [own]
        columns += [
            _column(source, part, len(frames[0].scores), lost=place > 0, fewest=fewest)
            for place, part in enumerate(parts)
        ]
    return tuple(column for column in columns if any(column.points))


def _column(source: str, gains: Sequence[Gain], seats: int, *, lost: bool, fewest: bool) -> SourceColumn:
    sums = _sums(seats, gains)
    best = leaders([-points if fewest else points for points in sums]) if len(set(sums)) > 1 else ()
    named = {gain.seat for gain in gains}
    gives = all(gain.points >= 0 for gain in gains)
    points = tuple(None if gives and seat not in named else own for seat, own in enumerate(sums))
    return SourceColumn(source, points, best, lost)


def _sums(seats: int, gains: Sequence[Gain]) -> tuple[float, ...]:
    return tuple(ranking.sum_of(gain.points for gain in gains if gain.seat == seat) or 0 for seat in range(seats))


def points_by_round(
    frames: Sequence[Frame], gains: Sequence[Sequence[Gain]]
) -> dict[str, tuple[tuple[float, ...], ...]]:
    """The points of each source in every round of `scored_rounds`, by seat; sources without points are left out."""
    seats, spans = len(frames[0].scores), scored_rounds(frames, gains)
    moved = chain.from_iterable(gains)
    zero: tuple[float, ...] = (0,) * seats
    table = {gain.source: [zero] * len(spans) for gain in moved if gain.points}
    for place, span in enumerate(spans):
        within: dict[str, list[Gain]] = {}
        for gain in chain.from_iterable(gains[span.first : span.last + 1]):
            within.setdefault(gain.source, []).append(gain)
        for source, own in within.items():
            if source in table:
                table[source][place] = _sums(seats, own)
    return {source: tuple(points) for source, points in table.items()}


def rounds(frames: Sequence[Frame]) -> tuple[RoundSpan, ...]:
    """The rounds of a match, in order, without gaps."""
    spans: list[RoundSpan] = []
    for index, frame in enumerate(frames):
        if spans and spans[-1].number == frame.round:
            spans[-1] = RoundSpan(frame.round, spans[-1].first, index)
        else:
            spans.append(RoundSpan(frame.round, index, index))
    return tuple(spans)


def phases(frames: Sequence[Frame]) -> tuple[RoundSpan, ...]:
    """The rounds, and behind them the final scoring where frames tell it (`core.scoring_frames`)."""
    spans = rounds(frames)
    final = next((index for index, frame in enumerate(frames) if isinstance(frame.event, FinalScoring)), None)
    if final is None:
        return spans
    *before, last = spans
    return *before, replace(last, last=final - 1), RoundSpan(last.number, final, last.last, final=True)


def scored_rounds(frames: Sequence[Frame], gains: Sequence[Sequence[Gain]]) -> tuple[RoundSpan, ...]:
    """The phases from the first to the last one that changed the points of a seat."""
    spans = phases(frames)
    moved = [any(gain.points for frame in gains[span.first : span.last + 1] for gain in frame) for span in spans]
    return spans[moved.index(True) : len(moved) - moved[::-1].index(True)] if any(moved) else ()


def at_round_ends(frames: Sequence[Frame]) -> tuple[Frame, ...]:
    """The frames, where the points of a round count with the last of its events that changed any."""
    changed = [place for place in range(1, len(frames)) if frames[place].scores != frames[place - 1].scores]
    ends = {max((place for place in changed if span.first <= place <= span.last), default=0) for span in phases(frames)}
    counted, scores = list[Frame](), frames[0].scores
    for place, frame in enumerate(frames):
        scores = frame.scores if place in ends else scores
        counted.append(frame._replace(scores=scores))
    return tuple(counted)


def leaders(scores: Sequence[Points]) -> tuple[Seat, ...]:
    """The seats with the most points; empty when no points are known."""
    best = max((points for points in scores if points is not None), default=None)
    return tuple(seat for seat, points in enumerate(scores) if points is not None and points == best)


def lead_changes(frames: Sequence[Frame]) -> tuple[int, ...]:
    """Indexes of the frames at which the sole leader changes; a tie neither counts nor resets the previous leader."""
    changes = []
    leader: Seat | None = None
    for index, frame in enumerate(frames):
        ahead = leaders(frame.scores)
        if len(ahead) == 1:
            if leader is not None and ahead[0] != leader:
                changes.append(index)
            leader = ahead[0]
    return tuple(changes)


def swings(frames: Sequence[Frame]) -> tuple[Swing, ...]:
    """Increases of a seat's lead, largest first; one event counts only for the seat with the largest increase."""
    changes = []
    for index in range(1, len(frames)):
        before, now = leads(frames[index - 1].scores), leads(frames[index].scores)
        moved = [b - a for a, b in zip(before, now, strict=True)]
        best = max(range(len(moved)), key=moved.__getitem__, default=None)
        if best is not None and moved[best] > 0:
            changes.append(Swing(index, best, moved[best]))
    return tuple(sorted(changes, key=lambda swing: -swing.points))


def leads(scores: Sequence[Points]) -> tuple[float, ...]:
    """The points of each seat ahead of the best other seat; unknown points count as 0."""
    return ranking.leads([points or 0 for points in scores])


def tempo(frames: Sequence[Frame]) -> tuple[float | None, ...]:
    """Seconds from the previous event to each event; None when either time is unknown."""
    times = [datetime.fromisoformat(frame.happened_at) if frame.happened_at else None for frame in frames]
    pairs = zip([None, *times], times, strict=False)
    return tuple((now - before).total_seconds() if now and before else None for before, now in pairs)


def thinking_times(frames: Sequence[Frame]) -> tuple[float | None, ...]:
    """Seconds that each event of a seat took; None when unknown or negative, and for events of chance."""
    return tuple(
        seconds if frame.seat is not None and seconds is not None and seconds >= 0 else None
        for frame, seconds in zip(frames, tempo(frames), strict=True)
    )


def thinking_time_by_seat(frames: Sequence[Frame]) -> tuple[ThinkingTime, ...]:
    """The thinking time of every seat with at least one timed event, in seat order."""
    times = thinking_times(frames)
    times_of_seats = []
    for seat in range(len(frames[0].scores)):
        own = {i: time for i, time in enumerate(times) if time is not None and frames[i].seat == seat}
        if own:
            longest = max(own, key=own.__getitem__)
            times_of_seats.append(ThinkingTime(seat, len(own), sum(own.values()), median(own.values()), longest))
    return tuple(times_of_seats)


def slowest(frames: Sequence[Frame], most: int = 3) -> tuple[int, ...]:
    """Indexes of the events that took longest, slowest first, at most `most` of them."""
    times = {i: time for i, time in enumerate(thinking_times(frames)) if time is not None}
    return tuple(sorted(times, key=lambda index: -times[index])[:most])
