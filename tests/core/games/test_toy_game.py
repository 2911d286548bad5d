"""Pig: the rules of the example game."""

import pytest

from core.game import Outcome
from tests.viewer.conformance import toy_game as pig
from tests.viewer.conformance.toy_game import DieRolled, Held, Options, RolledAgain


def table(scores: tuple[int, ...] = (0, 0), *, pips: int = 0, rolling: bool = True, target: int = 100) -> pig.State:
    return pig.State(Options(target), scores, pips=pips, rolling=rolling)


def rule_of(state: pig.State, event: pig.Event) -> str | None:
    refusal = pig.refusal(state, event)
    return refusal.rule if refusal else None


def test_pips_are_collected_until_the_seat_holds() -> None:
    state = pig.setup(2, Options())
    for event in (DieRolled(4), RolledAgain(0), DieRolled(5), Held(0)):
        assert pig.refusal(state, event) is None
        state = pig.evolve(state, event)
    assert pig.scores(state) == (9, 0)
    assert state.seat == 1


def test_a_one_loses_the_pips_of_the_turn_but_not_the_score() -> None:
    state = pig.evolve(table((30, 0), pips=12), DieRolled(1))
    assert pig.scores(state) == (30, 0)
    assert (state.seat, state.pips, state.rolling) == (1, 0, True)


def test_a_die_shows_one_to_six() -> None:
    assert [pips for pips in range(-1, 9) if rule_of(table(), DieRolled(pips)) is None] == [1, 2, 3, 4, 5, 6]


def test_only_the_seat_with_the_die_chooses_and_only_after_a_roll() -> None:
    assert rule_of(table(), Held(0)) == "P-TURN-1"
    assert rule_of(table(pips=3, rolling=False), Held(1)) == "P-TURN-1"
    assert rule_of(table(pips=3, rolling=False), DieRolled(3)) == "P-TURN-1"
    assert list(pig.legal_moves(table(pips=3, rolling=False))) == [RolledAgain(0), Held(0)]


def test_who_holds_with_the_target_reached_has_won() -> None:
    before = table((95, 97), pips=4, rolling=False)
    assert pig.outcome(before) is None
    close = pig.evolve(before, Held(0))
    assert pig.outcome(close) is None
    won = pig.evolve(table((95, 97), pips=5, rolling=False), Held(0))
    assert pig.outcome(won) == Outcome((0,), (1, 2), "First to 100 points.")
    assert rule_of(won, DieRolled(3)) == "P-END-1"


def test_a_round_is_over_when_the_die_is_back_at_seat_0() -> None:
    state = pig.setup(3, Options())
    assert [pig.round_number(state := pig.evolve(state, DieRolled(1))) for _ in range(6)] == [*(1, 1, 2, 2, 2, 3)]


def test_a_target_below_one_makes_no_game() -> None:
    with pytest.raises(ValueError, match="at least one point"):
        pig.setup(2, Options(target=0))
