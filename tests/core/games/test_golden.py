"""Whole matches kept as files: ours, one for each way a match can end and each kind of table, and those of others.

The scores at the end of a file of ours are what the engine gave when it agreed with all matches of other engines.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest

from core import games
from core.game import AnyGame, set_up
from core.games import azacru, chocolatier, pavilion
from core.record_events import MatchClosed, ScoresClaimed
from eventstore.codec import decode_event, decode_options
from tests import TESTS
from tests.core.games.azacru.table import standing
from tests.core.games.chocolatier.test_taking import takes

GOLDEN = TESTS / "golden"
ENDS = {
    "azacru-agreed": None,
    "azacru-everybody-passes": ((0,), "Most markers on the board: 17."),
    "azacru-most-markers": ((0,), "Most markers on the board: 31."),
    "azacru-no-chevrons": ((1,), "Most markers on the board: 29."),
    "azacru-other-sides": ((2,), "Most markers on the board: 24."),
    "azacru-shared": ((0, 1, 2), "Equal on 6 markers: the victory is shared."),
    "chocolatier-azul-free-wall": ((0,), "Most points: 80."),
    "chocolatier-free-wall-special-displays": ((0,), "Most points: 97."),
    "chocolatier-more-rows": ((1,), "Equal on 80 points; more complete rows decide (1 to 0)."),
    "chocolatier-most-points": ((1,), "Most points: 72."),
    "chocolatier-shared": ((0, 1), "Equal on 41 points and 1 complete row: the victory is shared."),
    "chocolatier-special-displays": ((0,), "Most points: 94."),
    "chocolatier-stuck": None,
    "pavilion-leftovers": ((1,), "Most points: 99."),
    "pavilion-most-points": ((1,), "Most points: 108."),
    "pavilion-shared": ((0, 1), "Equal on 59 points: the victory is shared."),
    "pavilion-short-displays": ((0,), "Most points: 88."),
    "pavilion-supply-filled-at-once": ((0,), "Most points: 96."),
    "pavilion-supply-filled-when-due": ((0,), "Most points: 96."),
    "pavilion-variant": ((0,), "Most points: 84."),
    "schokoly-all-pass": ((0,), "Most points: 8."),
    "schokoly-most-points": ((1,), "Most points: 33."),
    "schokoly-open": ((1,), "Most points: 37."),
    "schokoly-shared": ((0, 1), "Equal on 44 points: the victory is shared."),
    "schokoly-swaps": ((2,), "Most points: 19."),
    "schokoly-teams": ((0, 2), "Most points: 56."),
}
"""The winners of each match and why; None where the rules go on and the table has closed it."""


def begun(header: dict[str, Any], rows: list[dict[str, Any]]) -> tuple[AnyGame, Any, list[Any]]:
    """The game, the table before the first event, and the events."""
    game = games.find(header["game"])
    options = decode_options(game, header["options"])
    state = set_up(game, len(header["players"]), options, header.get("rules", 1))
    return game, state, [decode_event(game, json.dumps(row)) for row in rows]


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (GOLDEN / f"{name}.partie.jsonl").read_text("utf-8").splitlines()]


def golden(name: str) -> tuple[Any, list[Any]]:
    """The table at the end of a match, and its events."""
    header, *log = rows(name)
    game, state, events = begun(header, log)
    assert ScoresClaimed in map(type, events)
    for event in events:
        if isinstance(event, ScoresClaimed):
            assert game.scores(state) == event.scores
        elif not isinstance(event, MatchClosed):
            assert game.refusal(state, event) is None, event
            state = game.evolve(state, event)
    return state, events


@pytest.mark.parametrize("name", ENDS)
def test_a_golden_match_ends_as_it_did(name: str) -> None:
    state, _ = golden(name)
    outcome = games.find(name.partition("-")[0]).outcome(state)
    assert (outcome and (outcome.winners, outcome.why)) == ENDS[name]


def test_every_golden_match_is_replayed_and_ends_in_another_way() -> None:
    assert {path.name.partition(".")[0] for path in GOLDEN.iterdir()} == ENDS.keys()
    last = {name: [event for event in golden(name)[1] if not isinstance(event, ScoresClaimed)][-2:] for name in ENDS}
    assert last["azacru-agreed"][-1] == MatchClosed("agreed")
    assert last["chocolatier-stuck"][-1] == MatchClosed("stuck")
    assert [type(event) for event in last["azacru-everybody-passes"]] == [azacru.Passed] * 2
    assert isinstance(last["pavilion-most-points"][-1], pavilion.TilePlaced)
    assert isinstance(last["pavilion-leftovers"][-1], pavilion.Passed)
    state, events = golden("azacru-no-chevrons")
    assert standing(state, 1) == ["-"] * 4
    assert [type(event) for event in events].count(azacru.Passed) == 1
    assert golden("azacru-agreed")[0].turns == 400


def agrees_in_azacru(state: Any, event: Any, counted: dict[str, Any]) -> bool:
    return event in azacru.legal_moves(state) and len([*azacru.legal_moves(state)]) == counted["nlegal"]


def agrees_in_chocolatier(state: Any, event: Any, counted: dict[str, Any]) -> bool:
    if not isinstance(event, chocolatier.TilesTaken):
        return True
    moves = takes(state)
    lines = {move.line for move in moves if (move.source, move.color) == (event.source, event.color)}
    pairs = {(move.source, move.color) for move in moves}
    return len(pairs) == counted["nsources"] and lines == set(counted["lines"])


def agrees_in_pavilion(state: Any, event: Any, counted: dict[str, Any]) -> bool:
    """The others count passing as one move, whatever is kept."""
    moves = list(pavilion.legal_moves(state))
    ways_to_pass = sum(isinstance(move, pavilion.Passed) for move in moves)
    is_counted = counted.get("op") in ("take", "place")
    return not is_counted or len(moves) - ways_to_pass + (ways_to_pass > 0) == counted["nlegal"]


AGREES: dict[str, Callable[[Any, Any, dict[str, Any]], bool]] = {
    "azacru": agrees_in_azacru,
    "chocolatier": agrees_in_chocolatier,
    "pavilion": agrees_in_pavilion,
}
REFERENCE = [
    json.loads(line)
    for game in AGREES
    for line in (TESTS / "reference" / f"{game}.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize(
    "match", REFERENCE, ids=lambda match: f"{match['header']['game']}-{len(match['header']['players'])}"
)
def test_every_turn_choice_and_score_agrees_with_another_engine(match: dict[str, Any]) -> None:
    game, state, events = begun(match["header"], match["events"])
    for event, expected in zip(events, match["expect"], strict=True):
        expected = expected or {}
        if "before" in expected:
            assert AGREES[game.KEY](state, event, expected["before"])
        assert game.refusal(state, event) is None
        assert game.parse(game.write(event)) == event
        assert game.story(state, event)[-1].state == game.evolve(state, event)
        state = game.evolve(state, event)
        assert game.turn(state) == expected.get("turn", game.turn(state))
        for key in ("scores", "tiled"):
            assert list(game.scores(state)) == expected.get(key, list(game.scores(state)))
    assert list(game.scores(state)) == match["final"]["scores"]
    assert list(game.outcome(state).winners) == match["final"]["winners"]


def test_matches_of_other_engines_cover_all_seats_and_options() -> None:
    kinds = {
        (header["game"], len(header["players"]), *(str(header["options"].get(name)) for name in names))
        for header in (match["header"] for match in REFERENCE)
        for names in [("wall", "special_displays", "board")]
    }
    assert sum(game == "chocolatier" for game, *_ in kinds) == 3 * 2 * 2
    assert sum(game == "pavilion" for game, *_ in kinds) == 3 * 2
