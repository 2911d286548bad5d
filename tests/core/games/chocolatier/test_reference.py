"""Whole matches agree with the results of independent engines."""

import json
from typing import Any

import pytest

from core.games import chocolatier
from core.games.chocolatier import DisplaysFilled, Options, TilePlaced, TilesTaken
from core.games.chocolatier.events import Event
from tests import TESTS
from tests.core.games.chocolatier.test_taking import takes

MATCHES = [json.loads(line) for line in (TESTS / "reference" / "chocolatier.jsonl").read_text("utf-8").splitlines()]


def decoded(row: dict[str, Any]) -> Event:
    fields = {name: value for name, value in row.items() if name != "type"}
    if row["type"] == "DisplaysFilled":
        fields["displays"] = tuple(tuple(tiles) for tiles in row["displays"])
        fields["specials"] = tuple(tuple(special) for special in row.get("specials", ()))
        return DisplaysFilled(**fields)
    if row["type"] == "TilesTaken":
        fields["passed"] = tuple(tuple(pair) for pair in row.get("passed", ()))
        return TilesTaken(**fields)
    return TilePlaced(**fields)


def name_of(match: dict[str, Any]) -> str:
    options = match["header"]["options"]
    gold = "gold" if options["special_displays"] else "plain"
    return f"{options['edition']}-{options['wall']}-{gold}-{len(match['header']['players'])}p"


@pytest.mark.parametrize("match", MATCHES, ids=name_of)
def test_every_turn_choice_and_score_agrees(match: dict[str, Any]) -> None:
    state = chocolatier.setup(len(match["header"]["players"]), Options(**match["header"]["options"]))
    for row, expected in zip(match["events"], match["expect"], strict=True):
        event, expected = decoded(row), expected or {}
        if "before" in expected and isinstance(event, TilesTaken):
            moves = takes(state)
            pairs = {(move.source, move.color) for move in moves}
            lines = {move.line for move in moves if (move.source, move.color) == (event.source, event.color)}
            assert len(pairs) == expected["before"]["nsources"]
            assert lines == set(expected["before"]["lines"])
        assert chocolatier.refusal(state, event) is None
        assert chocolatier.parse(chocolatier.write(event)) == event
        assert chocolatier.story(state, event)[-1].state == chocolatier.evolve(state, event)
        state = chocolatier.evolve(state, event)
        assert chocolatier.turn(state) == expected.get("turn", chocolatier.turn(state))
        for key in ("scores", "tiled"):
            assert list(chocolatier.scores(state)) == expected.get(key, list(chocolatier.scores(state)))
    outcome = chocolatier.outcome(state)
    assert outcome is not None
    assert list(chocolatier.scores(state)) == match["final"]["scores"]
    assert list(outcome.winners) == match["final"]["winners"]


def test_the_matches_cover_all_seats_walls_and_special_displays() -> None:
    headers = [match["header"] for match in MATCHES]
    kinds = {
        (len(header["players"]), header["options"]["wall"], header["options"]["special_displays"]) for header in headers
    }
    assert len(kinds) == 3 * 2 * 2
