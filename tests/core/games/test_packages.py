"""Games of packages: found by their entry points, and contained where they fail."""

from pathlib import Path

import pytest

from core import games
from core.absent_game import AbsentGame
from core.errors import InvalidInput
from core.games import GameMissing, importing
from core.review.compiled import judges
from core.review.evaluations import EVALUATIONS
from tests.packages import PIG, installed, write_package

BROKEN = {
    "raises": ("raise RuntimeError('no dice')", r"cannot be imported \(RuntimeError: no dice\)\.$"),
    "exits": ("import sys\nsys.exit('bye')", r"cannot be imported \(SystemExit: bye\)\.$"),
    "later": (
        PIG.replace("CONTRACT = 1", "CONTRACT = 2").replace('"pig"', '"later"'),
        "follows contract 2; this Partie",
    ),
    "numberless": (
        PIG.replace("CONTRACT = 1", "").replace('"pig"', '"numberless"'),
        "follows contract None; this Partie",
    ),
    "mute": (PIG.replace('"pig"', '"mute"') + "\ndel write, parse\n", r"lacks write, parse\.$"),
    "other": (PIG, r"lacks KEY \(lower-case letters, the name of its entry point\)\.$"),
    "rival": (
        PIG.replace('"pig"', '"rival"').replace("Held", "MatchHeld"),
        r"a name of its own for the event MatchHeld\.$",
    ),
    "timed": (
        PIG.replace('"pig"', '"timed"').replace("    seat: Seat\n", "    seat: Seat\n    held: bytes = b''\n", 1),
        r"lacks a type that is read from JSON for \w+\.held: bytes\.$",
    ),
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    write_package(tmp_path, "pig", PIG)
    for key, (source, _) in BROKEN.items():
        write_package(tmp_path, key, source)
    for package in ("partie-one", "partie-two"):
        write_package(tmp_path, "twice", PIG.replace('"pig"', '"twice"'), package=package)
    write_package(tmp_path, "azacru", PIG.replace('"pig"', '"azacru"'), package="partie-thief")
    return tmp_path


def test_a_game_of_a_package_is_found_by_its_key(site: Path) -> None:
    with installed(site):
        pig = games.find("pig")
        assert (pig.TITLE, games.package_of("pig")) == ("Pig", "partie-pig")
        assert pig in games.GAMES
    with pytest.raises(GameMissing, match="There is no game called 'pig'; known are chocolatier"):
        games.find("pig")


@pytest.mark.parametrize("key", BROKEN)
def test_a_broken_package_says_why_in_one_sentence_that_names_it(site: Path, key: str) -> None:
    with installed(site):
        for _ in range(2):
            with pytest.raises(GameMissing, match=rf"^The game {key} of partie-{key} 1\.0 ") as told:
                games.find(key)
            assert len(str(told.value).splitlines()) == 1
        found = games.installed(key)
        assert found
        assert (found.package, found.version, found.game) == (f"partie-{key}", "1.0", None)
        with pytest.raises(GameMissing, match=BROKEN[key][1]):
            games.find(key)


def test_of_two_packages_with_one_key_none_is_taken_and_both_are_named(site: Path) -> None:
    with installed(site), pytest.raises(GameMissing, match=r"twice: partie-one 1\.0 and partie-two 1\.0\. Uninstall"):
        games.find("twice")


def test_our_own_keys_cannot_be_taken_and_the_others_go_on(site: Path) -> None:
    own = games.find("azacru")
    with installed(site):
        assert games.find("azacru") is own
        assert [game.KEY for game in games.GAMES] == [*games.OWN, "pig"]
        *others, thief = (found for found in games.every() if found.problem)
        assert {found.key for found in others} == {*BROKEN, "twice"}
        told = "The game azacru of partie-thief 1.0 is left out: Partie has a game of this key."
        assert (thief.key, thief.package, str(thief.problem)) == ("azacru", "partie-thief", told)


def test_an_import_that_does_not_end_is_given_up_and_named(
    site: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(importing, "TIMEOUT_S", 0.5)
    write_package(site, "stuck", "import threading\nthreading.Event().wait()")
    with installed(site):
        for _ in range(3):
            with pytest.raises(
                GameMissing, match=r"^The game stuck of partie-stuck 1\.0 cannot be imported \(NotImport"
            ):
                games.find("stuck")
        assert games.find("pig").KEY == "pig"
    assert caplog.messages == ["partie-stuck is left out: its import did not end within 0.5 s."]


def test_a_package_that_is_mended_is_found(site: Path) -> None:
    with installed(site):
        with pytest.raises(GameMissing):
            games.find("raises")
        (site / "partie_raises.py").write_text(PIG.replace('"pig"', '"raises"'), "utf-8")
        assert games.find("raises").KEY == "raises"


def test_games_that_are_left_out_are_as_if_not_installed(site: Path) -> None:
    with installed(site):
        games.limit_to(["pig", "azacru"])
        try:
            assert [game.KEY for game in games.GAMES] == ["azacru", "scoresheet", "pig"]
            assert games.installed("pavilion") is None
            with pytest.raises(GameMissing, match=r"^The game pavilion is left out by PARTIE_GAMES\.$"):
                games.find("pavilion")
            absent = games.find_or_absent("pavilion", "somebody")
            assert isinstance(absent, AbsentGame)
            assert str(absent.sentence) == "Without its game: The game pavilion is left out by PARTIE_GAMES."
        finally:
            games.limit_to(None)
        assert "pavilion" in {game.KEY for game in games.GAMES}


def test_an_unknown_game_cannot_be_the_only_one(site: Path) -> None:
    with pytest.raises(InvalidInput, match=r"^PARTIE_GAMES: there is no game called 'azul'; known are chocolatier"):
        games.limit_to(["azul"])
    assert "chocolatier" in {game.KEY for game in games.GAMES}


def test_an_evaluation_of_a_package_stands_beside_ours(tmp_path: Path) -> None:
    write_package(tmp_path, "pig", PIG, evaluations="JUDGED_SEATS = frozenset({2})")
    with installed(tmp_path):
        assert judges("pig", 2)
        assert [*EVALUATIONS] == ["azacru", "chocolatier", "pavilion", "pig"]
    assert "pig" not in EVALUATIONS
