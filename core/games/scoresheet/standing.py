"""A sheet as it is read: the sides in order of rank, and the points after each round."""

from collections.abc import Sequence
from itertools import accumulate, groupby
from operator import itemgetter
from typing import NamedTuple

from core.game import Outcome, Points, Seat
from core.games.scoresheet.events import PointsNoted
from core.games.scoresheet.sides import sides
from core.games.scoresheet.state import State
from core.ranking import ranks_by_points, sum_of
from core.record import Frame
from core.scoring_frames import FinalScoring
from core.sheet_rounds import rounds_of


class ScoredSide(NamedTuple):
    """Seats that win together.

    `points` are None if unknown. `rank` is 1 for the best, None without a result and without points; `won` is None
    while there is no result.
    """

    seats: tuple[Seat, ...]
    points: Points
    rank: int | None
    won: bool | None


class RoundEnd(NamedTuple):
    """The points of each side after a round; `number` is None for what was noted after the last round."""

    number: int | None
    points: tuple[Points, ...]


def standing(state: State, scores: Sequence[Points], outcome: Outcome | None) -> tuple[ScoredSide, ...]:
    """The sides by rank, those of one rank in seat order; by points while there is no result.

    `scores` are those of the seats, rulings included.
    """
    groups = sides(state) if state.seats else ()
    points = [_points(state, [scores[seat] for seat in side]) for side in groups]
    by_points = ranks_by_points(points, fewest=state.options.lowest_wins)
    standings = []
    for side, own, rank in zip(groups, points, by_points, strict=True):
        if outcome is not None:
            won = side[0] in outcome.winners
            known = won or own is not None or state.ranks is not None
            standings.append(ScoredSide(side, own, outcome.ranks[side[0]] if known else None, won))
        else:
            standings.append(ScoredSide(side, own, None if own is None else rank, None))
    last = len(groups) + 1
    return tuple(sorted(standings, key=lambda side: (side.rank or last, side.seats[0])))


def _points(state: State, scores: Sequence[Points]) -> Points:
    """The points of a side (N-SCORE-2). Points that all of a cooperative match have alike are those of all."""
    known = [points for points in scores if points is not None]
    if state.options.cooperative and len(known) == len(scores) and len({*known}) == 1:
        return known[0]
    return sum_of(known)


def round_ends(state: State, standing: Sequence[ScoredSide]) -> tuple[RoundEnd, ...]:
    """The points of the sides of `standing` after each round; empty for a sheet without rounds."""
    rounds = line_rounds(state).values()
    if not any(rounds):
        return ()
    last = max(number or 0 for number in rounds)
    lines = sorted(zip((number or last + 1 for number in rounds), state.noted, strict=True), key=itemgetter(0))
    ends, noted = list[RoundEnd](), list[PointsNoted]()
    for number, group in groupby(lines, key=itemgetter(0)):
        noted += [line for _, line in group]
        points = tuple(
            _points(state, [sum_of(line.points[seat] for line in noted) for seat in side.seats]) for side in standing
        )
        ends.append(RoundEnd(number if number <= last else None, points))
    return tuple(ends)


def line_rounds(state: State) -> dict[str, int | None]:
    """The round of each line, by its label; None for a line of the whole match, as is a category of the end."""
    labels = [line.label for line in state.noted]
    categories = [state.template.category_of(label) if state.template else None for label in labels]
    is_end = [category is not None and category.each == "end" for category in categories]
    rounds = rounds_of("" if at_end else label for label, at_end in zip(labels, is_end, strict=True))
    return dict(zip(labels, rounds, strict=True))


def with_rounds(frames: Sequence[Frame]) -> tuple[Frame, ...]:
    """The frames for readers: nobody's turn, in the round of their line, 0 before the first.

    Lines after the last round are the final scoring.
    """
    rounds = line_rounds(frames[-1].state)
    numbers = [rounds.get(getattr(frame.event, "label", "")) or 0 for frame in frames]
    last = max((place for place, number in enumerate(numbers) if number), default=len(frames))
    after = (place for place in range(last + 1, len(frames)) if isinstance(frames[place].event, PointsNoted))
    final = next(after, None)
    return tuple(
        frame._replace(seat=None, round=number, event=FinalScoring() if place == final else frame.event)
        for place, (frame, number) in enumerate(zip(frames, accumulate(numbers, max), strict=True))
    )
