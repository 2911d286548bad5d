"""Matches by each number of the rules, kept as files."""

from pathlib import Path

import pytest

from core.games import pavilion
from core.games.pavilion import Options
from eventstore.formats import script, script_import
from eventstore.formats.script import Script
from eventstore.maintenance.verification import verify
from tests.core.games.test_golden import GOLDEN, begun, rows
from tests.recorded import records_in

BOTH_RULES = {"supply-filled-at-once": 2, "supply-filled-when-due": 1}


@pytest.mark.parametrize(("name", "number"), BOTH_RULES.items())
def test_each_number_of_the_rules_has_a_match_with_a_short_supply(name: str, number: int) -> None:
    header, *events, _ = rows(f"pavilion-{name}")
    assert header.get("rules", 1) == number
    refused = dict[int, str]()
    for rules in (1, 2):
        state = pavilion.setup(len(header["players"]), Options(), rules)
        for event in begun(header, events)[2]:
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
