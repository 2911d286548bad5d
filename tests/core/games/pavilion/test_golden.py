"""Whole matches kept as files: one for each way a match can end, and the example of the notation.

The scores at the end of a file are what the engine gave when it agreed with all reference matches.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from core.game import Outcome
from core.games import pavilion
from core.games.pavilion import Options, Passed, TilePlaced
from core.games.pavilion.state import State
from eventstore.formats import script, script_import
from eventstore.formats.script import Script
from eventstore.maintenance.verification import verify
from tests import ROOT, TESTS
from tests.core.games.pavilion.table import played
from tests.core.games.pavilion.test_reference import decoded
from tests.recorded import records_in

GOLDEN = TESTS / "golden"
BOTH_RULES = {"supply-filled-at-once": 2, "supply-filled-when-due": 1}
NOTATION = ROOT / "docs" / "notation.md"


def rows(name: str) -> list[dict[str, Any]]:
    path = GOLDEN / f"pavilion-{name}.partie.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def replayed(name: str) -> State:
    header, *events, claimed = rows(name)
    state = pavilion.setup(len(header["players"]), Options(**header["options"]), header.get("rules", 1))
    state = played(state, *map(decoded, events))
    assert claimed == {"type": "ScoresClaimed", "scores": list(pavilion.scores(state))}
    return state


@pytest.mark.parametrize(
    ("name", "outcome"),
    [
        ("leftovers", Outcome((1,), (2, 1), "Most points: 99.")),
        ("most-points", Outcome((1,), (2, 1), "Most points: 108.")),
        ("shared", Outcome((0, 1), (1, 1), "Equal on 59 points: the victory is shared.")),
        ("short-displays", Outcome((0,), (1, 2, 3, 4), "Most points: 88.")),
        ("supply-filled-at-once", Outcome((0,), (1, 2, 3, 4), "Most points: 96.")),
        ("supply-filled-when-due", Outcome((0,), (1, 2, 3, 4), "Most points: 96.")),
        ("variant", Outcome((0,), (1, 3, 2), "Most points: 84.")),
    ],
)
def test_a_golden_match_ends_as_it_did(name: str, outcome: Outcome) -> None:
    assert pavilion.outcome(replayed(name)) == outcome


def test_a_match_ends_with_the_last_tile_or_with_a_pass() -> None:
    assert isinstance(decoded(rows("most-points")[-2]), TilePlaced)
    assert isinstance(decoded(rows("leftovers")[-2]), Passed)


def test_every_golden_match_is_replayed_here() -> None:
    files = sorted(path.name for path in GOLDEN.glob("pavilion-*.partie.jsonl"))
    names = (*("leftovers", "most-points", "shared", "short-displays"), *BOTH_RULES, "variant")
    assert files == [f"pavilion-{name}.partie.jsonl" for name in names]


@pytest.mark.parametrize(("name", "number"), BOTH_RULES.items())
def test_each_number_of_the_rules_has_a_match_with_a_short_supply(name: str, number: int) -> None:
    header, *events, _ = rows(name)
    assert header.get("rules", 1) == number
    refused = dict[int, str]()
    for rules in (1, 2):
        state = pavilion.setup(len(header["players"]), Options(), rules)
        for event in map(decoded, events):
            if refusal := pavilion.refusal(state, event):
                refused[rules] = refusal.rule
                break
            state = pavilion.evolve(state, event)
    assert refused == ({2: "P-BONUS-3"} if number == 1 else {})


def test_a_match_is_computed_by_the_rules_that_it_was_recorded_under(tmp_path: Path) -> None:
    records = records_in(tmp_path / "matches.db")
    for name, number in BOTH_RULES.items():
        with (GOLDEN / f"pavilion-{name}.partie.jsonl").open("rb") as file:
            (found,) = script.read(file)
        assert isinstance(found, Script)
        match = records.match(script_import.import_script(records, found).match.id)
        assert (match.header.rules, match.now.state.rules) == (number, number)
        assert match.claimed == match.now.scores
    assert not verify(records).rules_changed
    new = records.start(pavilion, ["Anna", "Ben"], id="new")
    assert (new.header.rules, records.match("new").now.state.rules) == (2, 2)
    assert '"rules": 2' in script.write_script(new).splitlines()[0]


def test_the_example_of_the_notation_is_a_whole_match() -> None:
    section = NOTATION.read_text("utf-8").partition(f"## {pavilion.TITLE}\n")[2].partition("\n## ")[0]
    example = re.search(r"```\n(.*?)```", section, flags=re.DOTALL)
    assert example is not None
    lines = example[1].splitlines()
    events = [pavilion.parse(line) for line in lines]
    assert [pavilion.write(event) for event in events] == lines
    assert {type(event) for event in events} == set(pavilion.EVENTS)
    state = played(pavilion.setup(2, Options()), *events)
    assert pavilion.outcome(state) == Outcome((0,), (1, 2), "Most points: 40.")
    assert pavilion.scores(state) == (40, 39)
