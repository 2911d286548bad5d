"""Demo matches of games of packages, which must not spoil those of our own."""

from pathlib import Path

import pytest

from eventstore.matches.repository import MatchRepository
from tests.packages import PIG, installed, write_package
from viewer import demo


@pytest.mark.slow
def test_games_of_packages_have_demo_matches_unless_they_fail(records: MatchRepository, tmp_path: Path) -> None:
    write_package(tmp_path / "site", "pig", PIG)
    broken = PIG.replace('"pig"', '"dice"').replace(
        "def choose(state: State, rng: Random) -> Event:",
        "def choose(s, r):\n    raise ValueError\ndef other(state, rng):",
    )
    write_package(tmp_path / "site", "dice", broken)
    with installed(tmp_path / "site"):
        added = demo.fill(records)
        assert demo.fill(records) == 0
    ids = {stream.removeprefix("match/") for stream in records.ids()}
    assert {id for id in ids if "pig" in id or "dice" in id} == {"demo-pig-1", "demo-pig-2", "demo-pig-3"}
    assert added == len(ids)
