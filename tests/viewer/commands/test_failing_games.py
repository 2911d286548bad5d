"""Games of packages whose functions raise: each command says so in one sentence, and goes on with what does not ask."""

import shutil
from pathlib import Path

import pytest

from core import games
from core.errors import GameFails
from core.games.contract import FUNCTIONS
from tests.packages import PIG, installed, write_package
from tests.viewer.commands.terminal import Result, Terminal, run

SENTENCE = "Pig of partie-pig fails on it (RuntimeError: no dice)."
COMMANDS = (
    *(("list",), ("show", "ID"), ("moves", "ID"), ("legal", "ID"), ("record", "ID", "holds 1"), ("undo", "ID")),
    *(("export", "ID"), ("export", "ID", "--as", "text"), ("verify",), ("stats", "person", "Anna"), ("rebuild",)),
    *(("new", "pig", "--player", "A", "--player", "B"), ("close", "ID", "agreed")),
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A store with an open match of the sound game, and its id."""
    folder = tmp_path_factory.mktemp("played")
    write_package(folder / "site", "pig", PIG)
    partie = Terminal(folder / "m.db")
    with installed(folder / "site"):
        partie("new", "pig", "--player", "Anna", "--player", "Ben")
        id = partie.json("list")[0]["id"]
        for line in ("die 4", "holds 0", "die 5"):
            partie("record", id, line)
    return folder / "m.db", id


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name != "inventory"])
def test_a_function_that_raises_is_told_in_one_sentence(played: tuple[Path, str], name: str, tmp_path: Path) -> None:
    store, id = tmp_path / "m.db", played[1]
    shutil.copy(played[0], store)
    broken = f"{PIG}\n\ndef {name}(*words):\n    raise RuntimeError('no dice')\n"
    write_package(tmp_path / "site", "pig", broken)
    with installed(tmp_path / "site"):
        told: list[Result] = [run(store, *(id if word == "ID" else word for word in words)) for words in COMMANDS]
        assert run(store, "new", "azacru", "--player", "A", "--player", "B").code == 0
    assert {result.code for result in told} <= {0, 1, 5}
    assert not any("Traceback" in result.output for result in told)
    failed = [result.output for result in told if result.code == 1]
    assert all(len(output.splitlines()) == 1 for output in failed)
    said = " ".join(result.output.replace("\n", " ") for result in told)
    assert SENTENCE in said or name in ("choose", "deal"), said


def test_errors_that_the_contract_allows_pass(tmp_path: Path) -> None:
    write_package(tmp_path, "pig", PIG)
    with installed(tmp_path):
        pig = games.find("pig")
        with pytest.raises(ValueError, match=r"^A line of Pig reads like"):
            pig.parse("dice")
        with pytest.raises(ValueError, match=r"^The target is at least one point"):
            pig.setup(2, pig.Options(0))
        with pytest.raises(GameFails, match=r"^Pig of partie-pig fails on it \(AttributeError"):
            pig.turn(None)
        assert pig is games.find("pig")
