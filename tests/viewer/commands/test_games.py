"""`partie games`: the games that are installed, a new package, the laws of one game."""

from pathlib import Path

import pytest

from tests import ROOT
from tests.packages import PIG, installed, write_package
from tests.viewer.commands.terminal import Terminal
from viewer.conformance import samples
from viewer.conformance.example import example

SAMPLE = """
from partie.testing import Sample

__name__ = "sample"
SAMPLE = Sample(options={"target": (20,)}, seats=(2,))
"""


def write_sampled(site: Path, source: str) -> None:
    """Write a package of the dice game with values for its option."""
    write_package(site, "pig", source, samples=SAMPLE)
    points = site / "partie_pig-1.0.dist-info" / "entry_points.txt"
    points.write_text(points.read_text("utf-8").replace("partie_pig_samples", "partie_pig_samples:SAMPLE"), "utf-8")


def test_the_games_are_listed_with_their_package_and_their_problem(partie: Terminal, tmp_path: Path) -> None:
    write_package(tmp_path / "site", "pig", f"print('hello')\n{PIG}", boards="print('hello too')")
    write_package(tmp_path / "site", "dice", "raise RuntimeError('no dice')")
    with installed(tmp_path / "site"):
        told = partie("games")
    with installed(tmp_path / "site"):
        listed = {game["key"]: game for game in partie.json("games")}  # As JSON, whatever packages print.
    for words in (
        "hello",
        "Azul: Summer Pavilion",
        "dice of partie-dice 1.0 cannot be imported (RuntimeError: no dice).",
    ):
        assert words in told
    assert listed["pig"] == {
        "key": "pig", "title": "Pig", "package": "partie-pig", "version": "1.0", "contract": 1, "rules": 1,
        "state": "ready", "problem": None,
    }  # fmt: skip
    assert listed["dice"]["state"] == "failed"
    assert listed["pavilion"]["rules"] == 2


@pytest.mark.slow
def test_a_game_that_never_answers_is_told(partie: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "TIMEOUT_S", 0.5)
    endless = "\ndef inventory(state):\n    while True:\n        pass\n"
    write_sampled(tmp_path / "site", PIG + endless)
    with installed(tmp_path / "site"):
        told = partie("games", "check", "pig", code=1)
    assert "BROKEN  components are neither lost nor made" in told
    assert "It did not end within 0.5 s." in told
    assert told.index("BROKEN  components") < told.index("ok      notation reads back")


@pytest.mark.slow
def test_a_new_package_keeps_all_laws(partie: Terminal, tmp_path: Path) -> None:
    told = partie("games", "new", "trio", "--title", "Trio Race", "--in", tmp_path)
    folder = tmp_path / "partie-trio"
    assert "partie games check trio" in told
    texts = [path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()]
    assert not any("Vyšší karta" in text or 'msgid "Trio Race"' in text for text in texts)
    assert not any("highcard" in text or "High Card" in text for text in texts)
    points = {"games": "partie_trio", "boards": "partie_trio.board", "translations": "partie_trio"}
    info = folder / "partie_trio-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: partie-trio\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(
        "".join(f"[partie.{group}]\ntrio = {name}\n" for group, name in points.items())
    )
    with installed(folder):
        assert "Trio Race" in partie("games")
        checked = partie.json("games", "check", "trio")
    assert {law["state"] for law in checked["laws"]} == {"kept", "not tried"}
    assert partie("games", "new", "trio", "--in", tmp_path, code=1).strip().endswith("partie-trio exists already.")


def test_a_new_package_of_a_wrong_name_and_a_game_that_is_not_there_or_has_no_board_are_refused(
    partie: Terminal, tmp_path: Path
) -> None:
    assert Path(str(example())) == ROOT / "docs" / "examples" / "partie-highcard", "which new packages are made of"
    assert "lower-case letters only" in partie("games", "new", "My Game", "--in", tmp_path, code=1)
    assert "There is a game azacru already" in partie("games", "new", "azacru", "--in", tmp_path, code=1)
    assert list(tmp_path.glob("*partie-*")) == []
    assert "There is no game called 'whist'" in partie("games", "check", "whist", code=1)
    write_package(tmp_path / "site", "pig", PIG, boards="import nothing_of_this_name")
    with installed(tmp_path / "site"):
        told = partie("games", "check", "pig", code=1)
    assert "partie_pig_boards cannot be imported (ModuleNotFoundError" in told


@pytest.mark.slow
def test_laws_are_listed_with_where_one_is_broken(partie: Terminal, tmp_path: Path) -> None:
    wrong = PIG.replace('return Counter({"die": 1})', 'return Counter({"die": state.seat})')
    write_sampled(tmp_path / "site", wrong)
    with installed(tmp_path / "site"):
        told = partie("games", "check", "pig", code=1)
        answer = partie.json("games", "check", "pig", code=1)
    assert "BROKEN  components are neither lost nor made" in told
    assert "pig-2p-target=20, seed 1, event" in told
    broken = next(law for law in answer["laws"] if law["law"] == "components_are_neither_lost_nor_made")
    assert broken["state"] == "broken"
    assert "Counter({'die': 1})" in broken["why"]
    assert answer["matches"] == answer["combinations"] == 1
