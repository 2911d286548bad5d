"""`partie stats openings` and `partie stats features`."""

from pathlib import Path

import pytest

from core.games import azacru, chocolatier
from tests.recorded import record, records_in
from tests.viewer.commands.terminal import Terminal


@pytest.fixture(scope="module")
def partie(tmp_path_factory: pytest.TempPathFactory) -> Terminal:
    path: Path = tmp_path_factory.mktemp("explorer") / "partie.db"
    records = records_in(path)
    for seed in (1, 2):
        record(records, f"pacru{seed}", azacru, ("Anna", "Ben"), seed, played_on=f"2026-11-0{seed}")
        record(records, f"azul{seed}", chocolatier, ("Anna", "Ben"), seed, options={"edition": "azul"})
    records.store.close()
    return Terminal(path)


def test_the_tree_of_openings_can_be_followed_move_by_move(partie: Terminal) -> None:
    tree = partie.json("stats", "openings", "Azacru", "--moves", "2")
    assert tree["start"] == {"players": 2, "options": {"sides": ["A", "B"]}, "plays": 2}
    first = tree["opening"]["next"][0]
    below = partie.json("stats", "openings", "azacru", first["move"].lower().replace(" ", ""))
    assert below["path"] == [first["move"]]
    assert [one["move"] for one in below["opening"]["next"]] == [one["move"] for one in first["next"]]
    printed = partie("stats", "openings", "azacru", "--until", "2026-11-01")
    assert "2 players, sides A B, after the start: 1 of 1 matches" in printed
    assert tree["opening"]["next"][0]["move"] in partie("stats", "openings", "azacru")


def test_features_with_wins_of_everybody_or_of_one_person(partie: Terminal) -> None:
    floor = {feature["name"]: feature for feature in partie.json("stats", "features", "Azul")}["floor_tiles"]
    assert (floor["plays"], sum(row["share"]["n"] for row in floor["rows"])) == (4, 4)
    own = partie.json("stats", "features", "Azul", "--person", "Anna")
    assert {feature["plays"] for feature in own} == {2}
    assert "floor tiles" in partie("stats", "features", "Azul")


def test_games_with_chance_have_no_tree_and_unknown_games_no_features(partie: Terminal) -> None:
    assert "Azul has no tree of openings" in partie("stats", "openings", "Azul", code=1)
    assert "no match of a game called 'Go'" in partie("stats", "features", "Go", code=1)
    assert "Write a line as" in partie("stats", "openings", "azacru", "e4", code=1)
