"""Whole matches kept as files: one for each way a match can end and each kind of table.

The scores at the end of a file are what the engine gave when it agreed with all reference matches.
"""

import json
from typing import Any

import pytest

from core.games import chocolatier
from core.games.chocolatier import Options
from core.games.chocolatier.state import State
from tests import TESTS
from tests.core.games.chocolatier.test_reference import decoded

GOLDEN = TESTS / "golden"


def rows(name: str) -> list[dict[str, Any]]:
    path = GOLDEN / f"chocolatier-{name}.partie.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def replayed(name: str) -> State:
    header, *events = rows(name)
    state = chocolatier.setup(len(header["players"]), Options(**header["options"]))
    for row in events:
        if row["type"] == "ScoresClaimed":
            assert list(chocolatier.scores(state)) == row["scores"]
        elif row["type"] != "MatchClosed":
            event = decoded(row)
            assert chocolatier.refusal(state, event) is None, event
            state = chocolatier.evolve(state, event)
    return state


@pytest.mark.parametrize(
    ("name", "winners", "why"),
    [
        ("most-points", (1,), "Most points: 72."),
        ("azul-free-wall", (0,), "Most points: 80."),
        ("special-displays", (0,), "Most points: 94."),
        ("free-wall-special-displays", (0,), "Most points: 97."),
        ("more-rows", (1,), "Equal on 80 points; more complete rows decide (1 to 0)."),
        ("shared", (0, 1), "Equal on 41 points and 1 complete row: the victory is shared."),
    ],
)
def test_a_golden_match_ends_as_it_did(name: str, winners: tuple[int, ...], why: str) -> None:
    outcome = chocolatier.outcome(replayed(name))
    assert outcome is not None
    assert (outcome.winners, outcome.why) == (winners, why)


def test_a_match_with_dead_walls_was_closed_by_the_table() -> None:
    state = replayed("stuck")
    assert chocolatier.outcome(state) is None
    assert rows("stuck")[-1] == {"type": "MatchClosed", "reason": "stuck"}


def test_every_golden_match_claims_its_scores() -> None:
    files = sorted(GOLDEN.glob("chocolatier-*.partie.jsonl"))
    assert len(files) == 7
    for path in files:
        assert '"ScoresClaimed"' in path.read_text("utf-8"), path.name
