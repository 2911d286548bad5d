"""Positions with few choices left in a round are solved: every line is looked at."""

from random import Random
from typing import Any

import pytest

from core import games
from core.game import CHANCE, Seat, Value
from core.review.evaluations import EVALUATIONS
from core.review.exercises import Exercise, candidate, change
from core.review.judging import EXACT, PROVED, Judge, Judgment
from core.review.lines import solved_line
from core.review.search import Node, Search, Solver
from core.review.values import utility, value_at_end

GAME, EVALUATION = games.find("chocolatier"), EVALUATIONS["chocolatier"]


def ends(groups: int, number: int) -> list[Any]:
    """Positions of matches with so many groups of tiles left in a round."""
    found = []
    for seed in range(number):
        rng, state = Random(seed), GAME.setup(2, GAME.Options())
        while GAME.turn(state) is not None:
            if GAME.turn(state) != CHANCE and EVALUATION.choices_left(state) == groups:
                found.append(state)
            event = GAME.deal(state, rng) if GAME.turn(state) == CHANCE else GAME.choose(state, rng)
            state = GAME.evolve(state, event)
    return found


def by_every_line(state: Any) -> Value:
    turn = GAME.turn(state)
    if turn is None:
        return value_at_end(GAME, state)
    if EVALUATION.is_horizon(state):
        return EVALUATION.value(state, Random(1))
    seat: Seat = turn  # type: ignore[assignment]
    after = (by_every_line(GAME.evolve(state, move)) for move in GAME.legal_moves(state))
    return max(after, key=lambda value: utility(value, seat))


@pytest.mark.slow
def test_what_is_solved_is_the_best_of_all_lines() -> None:
    positions = ends(2, 1)
    assert len(positions) > 3
    for state in positions:
        seat: Any = GAME.turn(state)
        solved = Solver(GAME, EVALUATION, Random(1)).value(state, 1000)
        assert solved is not None
        assert utility(solved, seat) == pytest.approx(utility(by_every_line(state), seat))


@pytest.mark.slow
def test_the_answer_of_an_exercise_at_the_end_of_a_round_is_the_solved_one() -> None:
    found = [(state, each) for state in ends(3, 2) if (each := candidate(GAME, state, 1)) is not None]
    assert found
    for state, each in found:
        solver = Solver(GAME, EVALUATION, Random(1))
        values = [solver.value(GAME.evolve(state, move), 4000) for move in GAME.legal_moves(state)]
        chosen = solver.value(GAME.evolve(state, each.answers[0]), 4000)
        assert chosen is not None
        assert each.is_exact
        assert utility(chosen, each.seat) == pytest.approx(max(utility(value, each.seat) for value in values if value))


def test_choices_left_is_never_too_small() -> None:
    for key, evaluation in EVALUATIONS.items():
        game, rng = games.find(key), Random(1)
        state, counts = game.setup(2, game.Options()), list[int]()
        while game.turn(state) is not None:
            if evaluation.is_horizon(state):
                counts = []
            else:
                counts = [left - 1 for left in (*counts, evaluation.choices_left(state))]
                assert min(counts) >= 0, key
            event = game.deal(state, rng) if game.turn(state) == CHANCE else rng.choice(list(game.legal_moves(state)))
            state = game.evolve(state, event)


def test_too_many_positions_are_not_solved() -> None:
    state = ends(4, 1)[0]
    assert Solver(GAME, EVALUATION, Random(1)).value(state, 3) is None
    search = Search(GAME, EVALUATION, Random(1))
    assert search.solved(search.node(ends(9, 1)[0])) is None


@pytest.mark.slow
def test_only_what_is_solved_to_the_end_of_the_match_is_claimed_whole_and_without_error() -> None:
    losses = list[Judgment]()
    for state in ends(2, 8):
        search = Search(GAME, EVALUATION, Random(1))
        root = search.node(state)
        for move in GAME.legal_moves(state):
            after = search.node(GAME.evolve(state, move))
            search.adopt(root, after, move)
            judgment = Judge(search, 120, 40, 0, (0.1, 0.1), EVALUATION.TRUST.claimed).judge(
                root, after, after.mean(), 0
            )
            if judgment.errors in (EXACT, PROVED) and judgment.move is not None:
                losses.append(judgment)
                better = search.after(root, judgment.move)
                is_proved = _ends(search, after) and _ends(search, better)
                assert (judgment.errors == PROVED) is is_proved
                seat, values = GAME.turn(state), [search.solved(node) for node in (better, after)]
                lost = (values[0].win[seat] - values[1].win[seat], values[0].lead[seat] - values[1].lead[seat])
                assert judgment.losses == (lost if is_proved else EVALUATION.TRUST.claimed(*lost))
                asked = Exercise(seat, (GAME.write(judgment.move),), 0.1, "exact")
                told = change(GAME, state, asked, move, 1, 8)
                assert (-told.win[seat], -told.lead[seat]) == pytest.approx(judgment.losses)
    assert {judgment.errors for judgment in losses} == {EXACT, PROVED}


def _ends(search: Search, node: Node) -> bool:
    """Whether the best moves end the match."""
    state = node.state
    for move in solved_line(search, node):
        state = GAME.evolve(state, move)
    return GAME.turn(state) is None
