"""The games that a new match offers, and which of them an earlier match was."""

from pathlib import Path

import pytest

from core.games import GAMES, azacru, chocolatier, scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.readmodels.index import MatchIndex
from tests.recorded import FOUR, record, records_in
from viewer.pages.new_match.game_choices import choice_of, game_choices
from viewer.pages.new_match.presets import last_preset, preset_from


def test_azul_and_its_chocolate_edition_are_two_games() -> None:
    titles = {choice.title: dict(choice.fixed) for choice in game_choices().values()}
    assert titles["Azul"] == {"edition": "azul"}
    assert titles["Azul: Master Chocolatier"] == {"edition": "master-chocolatier"}
    assert list(titles)[2:] == [game.TITLE for game in GAMES if game is not chocolatier]
    assert choice_of(chocolatier, chocolatier.Options("azul", "free")).title == "Azul"


@pytest.mark.parametrize(("label", "how"), [("Round 1", "rounds"), ("final", "final")])
def test_a_sheet_with_the_title_of_a_game_is_that_game(tmp_path: Path, label: str, how: str) -> None:
    records = records_in(tmp_path / "m.db")
    records.start(scoresheet, FOUR, PointsNoted(label, (1, 2, 3, 4)), options={"title": "Azacru"}, id="sheet")
    preset = preset_from(records, "sheet")
    assert preset
    assert (preset.choice.game, preset.how, preset.recorded) == (azacru, how, scoresheet)
    assert [person.name for person in preset.rotated] == ["Ben", "Cleo", "Dora", "Anna"]


def test_the_last_table_is_neither_simulated_nor_imported_nor_tried_out(tmp_path: Path) -> None:
    records = records_in(tmp_path / "m.db")
    library = MatchIndex(records.store, records)
    assert last_preset(library, records) is None
    record(records, "table", azacru, FOUR[:2], 1, events=4, played_on="2026-01-01")
    record(records, "demo-azacru-1", azacru, ("Robo Ada", "Robo Bert"), 1, events=4, played_on="2026-01-02")
    records.fork("table", 3)
    preset = last_preset(library, records)
    assert preset
    assert tuple(person.name for person in preset.players) == FOUR[:2]


def test_people_of_a_simulated_match_do_not_play_the_next_one(tmp_path: Path) -> None:
    records = records_in(tmp_path / "m.db")
    record(records, "demo-azacru-1", azacru, ("Robo Ada", "Robo Bert"), 1, events=4)
    preset = preset_from(records, "demo-azacru-1")
    assert preset
    assert (preset.choice.game, preset.players) == (azacru, ())


def test_a_match_that_is_gone_leaves_the_page_empty(tmp_path: Path) -> None:
    assert preset_from(records_in(tmp_path / "m.db"), "gone") is None
