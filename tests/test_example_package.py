"""The example package beside the wheel of Partie: built, installed, used, taken away and installed again."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests import ROOT
from tests.installed import build_wheel, install
from tests.patience import patience

EXAMPLE = ROOT / "docs" / "examples" / "partie-highcard"
MISSING = "Without its game: install partie-highcard."


@dataclass
class Machine:
    """An environment with the wheel of Partie, and a folder with a store."""

    partie: Path
    folder: Path
    package: Path

    def __call__(self, *words: str, code: int = 0) -> str:
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PARTIE"))}
        done = subprocess.run(
            [self.partie, "--store", "matches.db", *words],
            cwd=self.folder,
            env=environment | {"HOME": str(self.folder), "XDG_CACHE_HOME": str(self.folder / "cache")},
            capture_output=True,
            text=True,
            timeout=patience(300),
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout or done.stderr

    def json(self, *words: str, code: int = 0) -> Any:
        return json.loads(self(*words, "--json", code=code))

    def pip(self, *words: str) -> None:
        python = self.partie.with_name("python")
        run(sys.executable, "-m", "pip", "--python", str(python), "--quiet", *words)

    def add_game(self) -> None:
        self.pip("install", "--no-index", "--no-deps", str(self.package))

    def remove_game(self) -> None:
        self.pip("uninstall", "--yes", "partie-highcard")


def run(*words: str, cwd: Path | None = None) -> None:
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, timeout=patience(300))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    folder = tmp_path_factory.mktemp("example")
    source = folder / "partie-highcard"
    shutil.copytree(EXAMPLE, source, ignore=shutil.ignore_patterns("__pycache__"))
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "dist"), cwd=source)
    (package,) = (folder / "dist").glob("*.whl")
    partie = install(build_wheel(tmp_path_factory.mktemp("wheel")), folder)
    (folder / "store").mkdir()
    return Machine(partie, folder / "store", package)


def everything(machine: Machine, id: str) -> list[Any]:
    """All that commands tell of the match."""
    listed, shown, moves = (machine.json(*words) for words in (("list",), ("show", id), ("moves", id)))
    return [listed, shown, moves, machine("export", id), machine.json("stats", "person", "Anna")]


@pytest.mark.slow
def test_a_match_outlives_the_package_of_its_game(machine: Machine) -> None:
    machine.add_game()
    assert "High Card" in machine("games")
    checked = machine.json("games", "check", "highcard")
    assert {law["state"] for law in checked["laws"]} == {"kept", "not tried"}

    machine("new", "highcard", "--player", "Anna", "--player", "Ben", "--option", "cards=3")
    id = machine.json("list")[0]["id"]
    for line in ("deal 3 17 44 | 8 21 60", "A: 44", "B: 60", "B: 8", "A: 17", "A: 3", "B: 21"):
        machine("record", id, line)
    with_game = everything(machine, id)
    assert (with_game[0][0]["scores"], with_game[0][0]["winners"]) == ([1, 2], [1])
    machine("verify")

    machine.remove_game()
    without = machine.json("list")[0]
    assert without["missing"] == {"game": "highcard", "package": "partie-highcard"}
    assert (without["scores"], without["winners"], without["state"]) == ([1, 2], [1], "finished")
    assert machine("export", id) == with_game[3]
    assert MISSING in machine("record", id, "A: 3", code=1)
    assert [each["match"] for each in machine.json("verify", code=5)["not_checked"]] == [id]

    machine.add_game()
    assert everything(machine, id) == with_game
    machine("verify")


@pytest.mark.slow
def test_a_new_package_is_written_by_the_wheel(machine: Machine) -> None:
    machine("games", "new", "trio")
    written = {path.name for path in (machine.folder / "partie-trio").rglob("*")}
    assert written >= {"pyproject.toml", "partie_trio", "trio.po", "test_laws.py"}
