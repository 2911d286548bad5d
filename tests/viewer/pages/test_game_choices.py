"""The games that a new match offers, and which of them an earlier match was."""

from core.games import GAMES, azacru, chocolatier, scoresheet
from core.games.scoresheet import PointsNoted, RanksNamed, WinnersNamed
from eventstore.matches.repository import MatchRepository
from tests.recorded import FOUR, record
from viewer.pages.new_match.game_choices import choice_of, game_choices
from viewer.pages.new_match.presets import preset_from


def test_azul_and_its_chocolate_edition_are_two_games() -> None:
    titles = {choice.title: dict(choice.fixed) for choice in game_choices().values()}
    assert titles["Azul"] == {"edition": "azul"}
    assert titles["Azul: Master Chocolatier"] == {"edition": "master-chocolatier"}
    assert list(titles)[2:] == [game.TITLE for game in GAMES if game is not chocolatier]
    assert choice_of(chocolatier, chocolatier.Options("azul", "free")).title == "Azul"


def test_a_sheet_with_the_title_of_a_game_is_that_game(records: MatchRepository) -> None:
    for event, how in (
        (PointsNoted("Round 1", (1, 2, 3, 4)), "rounds"),
        (PointsNoted("final", (1, 2, 3, 4)), "final"),
        (WinnersNamed((0,)), "winner"),
        (RanksNamed((1, 2, 3, None)), "places"),
    ):
        preset = preset_from(records, records.start(scoresheet, FOUR, event, options={"title": "Azacru"}).id)
        assert preset
        assert (preset.choice.game, preset.how) == (azacru, how)
        assert [person.name for person in preset.rotated] == ["Ben", "Cleo", "Dora", "Anna"]


def test_people_of_a_simulated_match_do_not_play_the_next_one(records: MatchRepository) -> None:
    record(records, "demo-azacru-1", azacru, ("Robo Ada", "Robo Bert"), 1, events=4)
    preset = preset_from(records, "demo-azacru-1")
    assert preset
    assert (preset.choice.game, preset.players) == (azacru, ())
    assert preset_from(records, "gone") is None
