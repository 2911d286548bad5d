"""Positions to train with: tables where one move is clearly best, and the loss of any other move.

A long search of `_LONG` * iterations chooses the `_CANDIDATES` most visited moves; moves to equal tables
(`Evaluation.key`) are one move. Each candidate is judged by `_SEARCHES` searches of the table after it, with seeds of
their own: its mean utility is m, the variance of its utilities v. Moves with m(best) - m < `EQUAL` are accepted as
answers. The table is an exercise if the best of the others, o, has

    m(best) - m(o) >= max(`MARGIN`, `_NOISE` * sqrt((v(best) + v(o)) / `_SEARCHES`))

and if the long search prefers one of the answers. Where few choices are left in a round, all moves are solved instead.

Such a table is an exercise only if its answer is proved: solved, or the referee (`core.review.referee`) realises a gain
over o of more than `NOISE` of its standard errors, and of `EQUAL` at least.
"""

from collections.abc import Hashable
from random import Random
from statistics import fmean, variance
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from core.game import AnyEvaluation, AnyGame, Seat, Value
from core.review.compiled import judges, search_of
from core.review.evaluations import EVALUATIONS
from core.review.lines import solved_to_end
from core.review.moments import NOISE
from core.review.referee import PAIRS, gain
from core.review.search import Node, Search
from core.review.values import difference, mean, utility

MARGIN: Final = 0.05
"""The smallest loss of a second-best move, in `utility` (0 to 1)."""

EQUAL: Final = 0.01
"""Moves that lose less utility than this are as good as the best one, and all accepted."""

_NOISE: Final = 3.0
"""The loss of a second-best move in standard errors, at least."""

_MAX_ANSWERS: Final = 3
"""Maximum number of accepted moves of an exercise."""

ITERATIONS: Final = 200
"""Iterations of one search of a candidate."""

_LONG: Final = 20
"""Iterations of the long search, as a multiple of those of one search."""

_SEARCHES: Final = 5
_CANDIDATES: Final = 8

Proof: TypeAlias = Literal["exact", "referee"]
"""`exact`: every line up to the horizon was looked at. `referee`: the gain was realised by playing on."""


class Exercise(NamedTuple):
    """A position to train with: the accepted moves in notation, the best first; any other loses `margin` or more."""

    seat: Seat
    answers: tuple[str, ...]
    margin: float
    proof: Proof


class Candidate(NamedTuple):
    """A table where one search prefers the `answers`, the best first, to the best of the others by `margin`."""

    seat: Seat
    answers: tuple[Any, ...]
    other: Any
    margin: float
    is_exact: bool


class _Judged(NamedTuple):
    """`is_first`: the long search prefers this move."""

    event: Any
    values: tuple[Value, ...]
    is_first: bool = False
    is_exact: bool = False

    def worths(self, seat: Seat) -> list[float]:
        return [utility(value, seat) for value in self.values]


def exercise(game: AnyGame, state: Any, seed: int, iterations: int = ITERATIONS, pairs: int = PAIRS) -> Exercise | None:
    """The exercise at this table, where a seat has the turn; None if no move is proved to be best, or none is judged.

    Deterministic for equal states, seeds, iterations and pairs.
    """
    found = candidate(game, state, seed, iterations)
    proof = None if found is None else proof_of(game, state, found, seed, pairs)
    if found is None or proof is None:
        return None
    return Exercise(found.seat, tuple(map(game.write, found.answers)), found.margin, proof)


def candidate(game: AnyGame, state: Any, seed: int, iterations: int = ITERATIONS) -> Candidate | None:
    """The table as one that may be an exercise; None if no move is clearly best, or moves are not judged."""
    seat = game.turn(state)
    judged = _ranked(game, state, seed, iterations)
    if not isinstance(seat, int) or len(judged) < 2:
        return None
    best = judged[0].worths(seat)
    equal = [each for each in judged if fmean(best) - fmean(each.worths(seat)) < EQUAL]
    others = judged[len(equal) :]
    if not others or len(equal) > _MAX_ANSWERS:
        return None
    margin = fmean(best) - fmean(others[0].worths(seat))
    noise = ((variance(best) + variance(others[0].worths(seat))) / _SEARCHES) ** 0.5
    if margin < max(MARGIN, _NOISE * noise) or not any(each.is_first for each in equal):
        return None
    answers = tuple(each.event for each in equal)
    return Candidate(seat, answers, others[0].event, margin, all(each.is_exact for each in judged))


def proof_of(game: AnyGame, state: Any, found: Candidate, seed: int, pairs: int = PAIRS) -> Proof | None:
    """The proof of the answer; None if there is none. The referee takes some seconds."""
    if found.is_exact:
        return "exact"
    realised, error = gain(game, state, found.answers[0], found.other, f"{seed} referee", pairs)
    return "referee" if realised >= EQUAL and realised > NOISE * error else None


def _ranked(game: AnyGame, state: Any, seed: int, iterations: int) -> list[_Judged]:
    """The judged candidates, the best first; none where chance acts and where moves are not judged."""
    evaluation, seat = EVALUATIONS.get(game.KEY), game.turn(state)
    if evaluation is None or not isinstance(seat, int) or not judges(game.KEY, len(game.scores(state))):
        return []
    search = search_of(game, evaluation, state, Random(f"{seed} exercise"))
    root = search.node(state)
    if search.may_be_solved(root):
        judged = [_judged(game, evaluation, state, event, seed, iterations) for event, _ in search.moves(root)]
        return sorted((each._replace(is_first=True) for each in judged), key=lambda each: -fmean(each.worths(seat)))
    search.grow(root, _LONG * iterations * search.speed)
    judged = [_judged(game, evaluation, state, event, seed, iterations) for event in _candidates(search, root)]
    judged[:1] = [each._replace(is_first=True) for each in judged[:1]]
    return sorted(judged, key=lambda each: fmean(each.worths(seat)), reverse=True)


def is_accepted(game: AnyGame, state: Any, exercise: Exercise, event: Any) -> bool:
    """True if a legal move is one of the answers, or leads to the same table as one of them."""
    evaluation = EVALUATIONS[game.KEY]
    answers = {_key(game, evaluation, state, game.parse(text)) for text in exercise.answers}
    return _key(game, evaluation, state, event) in answers


def change(game: AnyGame, state: Any, exercise: Exercise, event: Any, seed: int, iterations: int = ITERATIONS) -> Value:
    """The value after a legal move minus that after the best one, by seat; exactly 0 for an accepted move.

    What a review claims of it (`Trust.claimed`), if it was not solved to the end of the match.
    """
    if is_accepted(game, state, exercise, event):
        return Value(*((0.0,) * len(game.scores(state)),) * len(Value._fields))
    evaluation = EVALUATIONS[game.KEY]
    events = (event, game.parse(exercise.answers[0]))
    own, best = (_judged(game, evaluation, state, each, seed, iterations) for each in events)
    lost = difference(mean(own.values), mean(best.values))
    search = search_of(game, evaluation, state, Random(seed))
    if all(solved_to_end(search, search.node(game.evolve(state, each))) for each in events):
        return lost
    claimed = [evaluation.TRUST.claimed(win, lead) for win, lead in zip(lost.win, lost.lead, strict=True)]
    points = tuple(evaluation.TRUST.claimed(0.0, part)[1] for part in lost.points)
    return Value(tuple(win for win, _ in claimed), tuple(lead for _, lead in claimed), points)


def _candidates(search: Search, root: Node) -> list[Any]:
    """The most visited moves, one for each resulting table."""
    visited = [(child, move) for child, (move, _) in zip(root.children, root.moves, strict=False)]
    visited.sort(key=lambda each: each[0].visits, reverse=True)
    moves: dict[Hashable, Any] = {}
    for child, move in visited:
        moves.setdefault(search.evaluation.key(search.state(child)), move)
    return list(moves.values())[:_CANDIDATES]


def _judged(game: AnyGame, evaluation: AnyEvaluation, state: Any, event: Any, seed: int, iterations: int) -> _Judged:
    after = game.evolve(state, event)
    searches = [search_of(game, evaluation, state, Random(f"{seed} {number}")) for number in range(_SEARCHES)]
    if exact := searches[0].solved(searches[0].node(after)):
        return _Judged(event, (exact,) * _SEARCHES, is_exact=True)
    return _Judged(event, tuple(search.worth(search.node(after), iterations * search.speed) for search in searches))


def _key(game: AnyGame, evaluation: AnyEvaluation, state: Any, event: Any) -> Hashable:
    return evaluation.key(game.evolve(state, event))
