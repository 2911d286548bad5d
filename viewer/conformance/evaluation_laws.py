"""The laws of the evaluations by which games are reviewed, tried on the states of a match."""

import math
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from core.game import CHANCE, AnyEvaluation, AnyGame, Value
from core.review.compiled import search_of
from core.review.evaluations import EVALUATIONS
from core.review.search import Search
from core.review.values import utility, value_at_end
from viewer.conformance.samples import SimulatedMatch

ATTEMPTS: Final = 25
"""The number of moves of a state that are tried."""

ENDS: Final = 4
"""The number of states of a match near the end of a round or of the match are solved."""

LINES: Final = 300
"""Maximum positions on all lines from one of them."""

_EQUAL: Final = 1e-6


def priors_are_different_legal_moves(match: SimulatedMatch, state: Any, rng: Random) -> None:
    game, evaluation = match.case.game, EVALUATIONS.get(match.case.game.KEY)
    if evaluation is None or game.turn(state) in (None, CHANCE):
        return
    priors = evaluation.priors(state)
    weights = [weight for _, weight in priors]
    assert priors
    assert math.isclose(sum(weights), 1)
    assert min(weights) > 0
    assert weights == sorted(weights, reverse=True)
    for event, _ in rng.sample(list(priors), min(ATTEMPTS, len(priors))):
        assert game.refusal(state, event) is None, event
    events = [match.case.sample.same(event) for event, _ in priors]
    assert len(set(events)) == len(events)


def values_are_shares_of_a_win(match: SimulatedMatch, state: Any, rng: Random) -> None:
    """Also tempered ones; equal positions have equal keys, and between two rounds nothing is drawn."""
    game, seats = match.case.game, match.case.seats
    evaluation = EVALUATIONS.get(game.KEY)
    if evaluation is None or game.turn(state) is None:
        return
    assert evaluation.key(state) == evaluation.key(state)
    seed = rng.random()
    source = Random(seed)
    value = evaluation.value(state, source)
    for win, lead, points in (value, evaluation.tempered(state, value)):
        assert len(win) == len(lead) == len(points) == seats
        assert all(0 <= share <= 1 for share in win)
        assert math.isclose(sum(win), 1)
        assert all(map(math.isfinite, (*lead, *points)))
        assert seats > 2 or math.isclose(sum(lead), 0, abs_tol=1e-6)
    if game.turn(state) == CHANCE and evaluation.is_horizon(state):
        assert source.getstate() == Random(seed).getstate()


def exact_ends_are_the_best_of_all_lines(match: SimulatedMatch, state: Any, rng: Random) -> None:
    """Near an end the solved value is one that follows when every seat chooses its best of all legal moves."""
    game, evaluation = match.case.game, EVALUATIONS.get(match.case.game.KEY)
    if evaluation is None:
        return
    searches = Search(game, evaluation, rng), search_of(game, evaluation, match.states[0], rng)
    ends = [each for each in match.states if _is_near_end(game, evaluation, each)]
    for end in rng.sample(ends, min(ENDS, len(ends))):
        try:
            values = _best_of_all_lines(game, evaluation, end, iter(range(LINES)))
        except _TooManyLines:
            continue
        for search in searches:
            solved = search.solved(search.node(end))
            assert solved is not None
            assert any(_is_equal(solved, value) for value in values), (end, solved, values)


def _is_near_end(game: AnyGame, evaluation: AnyEvaluation, state: Any) -> bool:
    if game.turn(state) in (None, CHANCE) or evaluation.is_horizon(state):
        return False
    return evaluation.choices_left(state) <= Search.SOLVED.choices


class _TooManyLines(Exception):
    """More positions than allowed, or an outcome of chance before the horizon."""


def _best_of_all_lines(game: AnyGame, evaluation: AnyEvaluation, state: Any, left: Iterator[int]) -> list[Value]:
    """The values that best play leads to: several where a seat has equally good moves that others are not equal to."""
    if next(left, None) is None:
        raise _TooManyLines
    seat = game.turn(state)
    if seat is None:
        return [value_at_end(game, state)]
    if evaluation.is_horizon(state):
        return [evaluation.value(state, Random(1))]
    if not isinstance(seat, int):
        raise _TooManyLines
    after = [_best_of_all_lines(game, evaluation, game.evolve(state, move), left) for move in game.legal_moves(state)]
    sure = max(min(utility(value, seat) for value in values) for values in after)
    best = [value for values in after for value in values if utility(value, seat) >= sure - _EQUAL]
    return list(dict.fromkeys(best))


def _is_equal(one: Value, other: Value) -> bool:
    return all(
        math.isclose(own, its, abs_tol=_EQUAL)
        for of_one, of_other in zip(one, other, strict=True)
        for own, its in zip(of_one, of_other, strict=True)
    )
