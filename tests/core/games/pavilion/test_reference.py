"""Whole matches agree with the results of independent engines."""

import json
from typing import Any

import pytest

from core.games import pavilion
from core.games.pavilion import Options, Passed
from core.games.pavilion.events import Event
from eventstore.codec import decode_event
from tests import TESTS

MATCHES = [json.loads(line) for line in (TESTS / "reference" / "pavilion.jsonl").read_text("utf-8").splitlines()]


def decoded(row: dict[str, Any]) -> Event:
    event: Event = decode_event(pavilion, json.dumps(row))
    return event


def name_of(match: dict[str, Any]) -> str:
    return f"{match['header']['options']['board']}-{len(match['header']['players'])}p"


@pytest.mark.parametrize("match", MATCHES, ids=name_of)
def test_every_turn_choice_and_score_agrees(match: dict[str, Any]) -> None:
    state = pavilion.setup(len(match["header"]["players"]), Options(**match["header"]["options"]))
    for row, expected in zip(match["events"], match["expect"], strict=True):
        event, expected = decoded(row), expected or {}
        if expected.get("before", {}).get("op") in ("take", "place"):
            moves = list(pavilion.legal_moves(state))
            ways_to_pass = sum(isinstance(move, Passed) for move in moves)
            # The others count passing as one move, whatever is kept.
            assert len(moves) - ways_to_pass + (ways_to_pass > 0) == expected["before"]["nlegal"]
        assert pavilion.refusal(state, event) is None
        assert pavilion.parse(pavilion.write(event)) == event
        assert pavilion.story(state, event)[-1].state == pavilion.evolve(state, event)
        state = pavilion.evolve(state, event)
        assert pavilion.turn(state) == expected.get("turn", pavilion.turn(state))
        assert list(pavilion.scores(state)) == expected.get("scores", list(pavilion.scores(state)))
    outcome = pavilion.outcome(state)
    assert outcome is not None
    assert list(pavilion.scores(state)) == match["final"]["scores"]
    assert list(outcome.winners) == match["final"]["winners"]


def test_the_matches_cover_all_seats_and_both_sides() -> None:
    assert {name_of(match) for match in MATCHES} == {
        f"{side}-{n}p" for side in ("colored", "variant") for n in (2, 3, 4)
    }
