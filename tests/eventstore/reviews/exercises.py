"""A match with a made-up review and made-up exercises, which need no engine."""

from typing import Any, NamedTuple

from core.review.account import REVISION
from core.review.exercises import Exercise
from core.review.review import Engine, Error, Review, ReviewedMove, ReviewedPosition, Values
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.matches.training import Place
from eventstore.reviews.exercises import ExerciseRepository
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import ExerciseKey, review_key


class Asked(NamedTuple):
    """A table of a match, the move that is best there, and the one that was played."""

    place: Place
    state: Any
    best: Any
    played: Any


def with_exercises(records: MatchRepository, match: Match, asked: int, unproved: int = 0) -> list[Asked]:
    """The late choices of a finished match as blunders, and exercises at the last `asked` of them.

    The `unproved` choices before these were searched without a result.
    """
    game, found, moves = match.game, list[Asked](), list[ReviewedMove]()
    choices = [
        index
        for index in range(len(match.frames) - 1)
        if isinstance(game.turn(match.frames[index].state), int)
        and len(list(game.legal_moves(match.frames[index].state))) > 3
    ]
    for index in choices[-asked - unproved :]:
        before, after = match.frames[index], match.frames[index + 1]
        seat = game.turn(before.state)
        best = next(move for move in game.legal_moves(before.state) if move != after.event)
        lost = Values(*(((-part, part) if seat == 0 else (part, -part)) for part in (0.2, 5.0)))
        notation = game.write(after.event), game.write(best)
        moves.append(ReviewedMove(after.version, seat, *notation, lost, Error(0.01, 0.5), "blunder"))
        found.append(Asked(Place(match.id, before.version), before.state, best, after.event))
    even = Values((0.5, 0.5), (0.0, 0.0))
    tables = tuple(ReviewedPosition(each.version, (0.5, 0.5), (0, 0), (0, 0)) for each in match.frames)
    review = Review(Engine(REVISION, "normal", 1), even, tuple(moves), (), even, even, tables)
    key = review_key(records.store, match.id, "normal")
    ReviewRepository(records.store).keep(key, match.version, review)
    for place, state, best, _ in found:
        exercise = Exercise(game.turn(state), (game.write(best),), 0.2, "referee")
        is_proved = place in [each.place for each in found[unproved:]]
        ExerciseRepository(records.store).keep(ExerciseKey(*place, key.chain), exercise if is_proved else None)
    return found[unproved:]
