"""The words of a reason: the event that decides, and the numbers of its facts."""

import re

import pytest

from core.game import AnyGame
from core.games import azacru, chocolatier, pavilion
from core.review.reasons import reason
from tests.core.review.test_reasons import mark, reasons, six_brown
from viewer.components.replay.reasons import reason_in_words

NAMES = ("Anna", "Ben")


def test_the_floor_is_told_by_the_take_that_costs_the_most() -> None:
    state, move = six_brown()
    assert reason_in_words(chocolatier, NAMES, state, move) == (
        "After the move played, Anna takes 6 brown from the center to the floor: "
        "the floor line costs Anna 14 points instead of 2."
    )


@pytest.mark.parametrize("game", [chocolatier, azacru, pavilion])
def test_every_number_of_the_facts_is_in_the_words(game: AnyGame) -> None:
    found = reasons(game.KEY, matches=2)
    assert found
    for each in found:
        move = mark(game, each.state, each.played.events, each.best.events, 3.0)
        assert reason(game, each.state, move) == each
        says = reason_in_words(game, NAMES, each.state, move)
        assert says.endswith(".")
        assert game is not azacru or "round" not in says
        numbers = set(re.findall(r"\d+", says))
        told = {str(abs(int(share.points))) for fact in each.facts for share in (fact.played, fact.best)} - {"0"}
        assert told <= numbers
        if each.is_result:
            line = each.best if each.best.is_over else each.played
            assert {str(points) for points in game.scores(line.end)} <= numbers


def test_without_an_explanation_there_are_no_words() -> None:
    state, move = six_brown()
    same = mark(chocolatier, state, *[(chocolatier.parse(move.best),)] * 2, 6.0)
    assert reason_in_words(chocolatier, NAMES, state, same) == ""
