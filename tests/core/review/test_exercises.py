"""Positions to train with: a move that is clearly best, moves to equal tables accepted alike."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from core.games import azacru, chocolatier, find
from core.games.chocolatier import TilesTaken
from core.review.evaluations import EVALUATIONS
from core.review.exercises import EQUAL, MARGIN, Candidate, Exercise, change, exercise, is_accepted, proof_of
from core.review.referee import gain, played_on
from core.review.search import Search
from core.review.values import utility
from tests.core.review.test_account import played


@cache
def found_late() -> tuple[object, Exercise]:
    """The first position of late tables of simulated matches of azacru."""
    for seed in range(9):
        for frame in played(azacru, 2, seed)[60:]:
            if (found := exercise(azacru, frame.state, 1, 8, 6)) is not None:
                return frame.state, found
    raise AssertionError("no position")


def test_every_other_move_loses_more_than_the_margin_and_the_answers_nothing() -> None:
    state, found = found_late()
    assert found.margin >= MARGIN
    losses = {event: change(azacru, state, found, event, 1, 8) for event in azacru.legal_moves(state)}
    accepted = {event for event in losses if is_accepted(azacru, state, found, event)}
    assert {azacru.write(event) for event in accepted} >= set(found.answers)
    assert all(loss.win == (0.0, 0.0) for event, loss in losses.items() if event in accepted)
    assert losses.keys() - accepted
    best = azacru.parse(found.answers[0])
    assert all(utility(losses[event], found.seat) <= utility(losses[best], found.seat) for event in losses)


def test_equal_states_have_equal_positions() -> None:
    state, found = found_late()
    assert exercise(azacru, state, 1, 8, 6) == found


def test_the_same_color_of_an_equal_display_is_the_same_move() -> None:
    frame = played(chocolatier, 2, 1, 8)[1]
    table = frame.state
    twins = replace(table, sources=(table.sources[0], table.sources[1], table.sources[1], *table.sources[3:]))
    assert EVALUATIONS["chocolatier"].key(twins) is not None
    color = next(event.color for event in chocolatier.legal_moves(twins) if event.source == 1)
    answer = Exercise(0, (chocolatier.write(TilesTaken(0, 1, color, 5)),), 0.1, "exact")
    assert is_accepted(chocolatier, twins, answer, TilesTaken(0, 2, color, 5))
    assert not is_accepted(chocolatier, twins, answer, TilesTaken(0, 2, color, 4))


def test_an_answer_is_exact_where_all_moves_are_solved() -> None:
    proofs = set[tuple[bool, str | None]]()
    for frame in played(chocolatier, 2, 3, 90):
        state = frame.state
        if isinstance(chocolatier.turn(state), int) and EVALUATIONS["chocolatier"].choices_left(state) <= 3:
            search = Search(chocolatier, EVALUATIONS["chocolatier"], Random(1))
            assert search.solved(search.node(state))
            found = exercise(chocolatier, state, 1, 8, 2)
            proofs.add((True, found.proof if found else None))
    assert (True, "exact") in proofs
    assert all(proof in ("exact", None) for _, proof in proofs)


@pytest.mark.slow
def test_the_referee_agrees_only_with_what_it_realises() -> None:
    """In the last rounds of a match a move to the floor line is worse than most, and not better."""
    state = next(
        frame.state
        for frame in played(chocolatier, 2, 1, 60)
        if isinstance(chocolatier.turn(frame.state), int) and EVALUATIONS["chocolatier"].choices_left(frame.state) == 6
    )
    moves = [move for move, _ in EVALUATIONS["chocolatier"].priors(state)]
    good, bad = moves[0], moves[-1]
    realised, error = gain(chocolatier, state, good, bad, "1", 12)
    assert realised > 2 * error > 0
    seat = chocolatier.turn(state)
    assert isinstance(seat, int)
    assert proof_of(chocolatier, state, Candidate(seat, (good,), bad, 0.1, is_exact=False), 1, 12) == "referee"
    assert proof_of(chocolatier, state, Candidate(seat, (bad,), good, 0.1, is_exact=False), 1, 12) is None
    assert proof_of(chocolatier, state, Candidate(seat, (good,), good, 0.1, is_exact=False), 1, 12) is None


def test_a_continuation_ends_with_the_next_round_or_the_match() -> None:
    state = played(chocolatier, 2, 1, 8)[-1].state
    one, other = (played_on(chocolatier, state, Random(1), 2) for _ in range(2))
    assert one == other
    assert 0 < one.win[0] < 1
    assert sorted(played_on(chocolatier, state, Random(1)).win) in ([0.0, 1.0], [0.5, 0.5])


def test_no_position_where_chance_acts_and_where_moves_are_not_judged() -> None:
    assert exercise(chocolatier, chocolatier.setup(2, chocolatier.Options()), 1, 1) is None
    assert exercise(azacru, azacru.setup(4, azacru.Options()), 1, 1) is None
    assert (
        exercise(find("scoresheet"), find("scoresheet").setup(2, find("scoresheet").Options(title="x")), 1, 1) is None
    )
    assert EQUAL < MARGIN
