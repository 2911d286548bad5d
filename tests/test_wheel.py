"""The wheel works in another environment: all files are in it, the commands run away from the repository, and games of
packages come and go beside it.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import requests

from core.games import OWN
from tests import ROOT
from tests.installed import build_wheel, install
from tests.patience import patience, until
from tests.served import answers, free_port

PACKAGES = ("core", "eventstore", "importers", "partie", "viewer")


@dataclass
class Installed:
    """The installed command and an empty folder to run it in."""

    partie: Path
    folder: Path

    def start(self, *words: str, **variables: str) -> "subprocess.Popen[str]":
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PARTIE"))}
        return subprocess.Popen(
            [self.partie, "--store", "matches.db", *words],
            cwd=self.folder,
            env=environment | {"HOME": str(self.folder), "XDG_CACHE_HOME": str(self.folder / "cache")} | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def __call__(self, *words: str, code: int = 0, **variables: str) -> str:
        with self.start(*words, **variables) as process:
            output, _ = process.communicate(timeout=patience(300))
        assert process.returncode == code, output
        return output

    def json(self, *words: str, code: int = 0) -> Any:
        return json.loads(self(*words, "--json", code=code))

    def pip(self, *words: str) -> None:
        run(sys.executable, "-m", "pip", "--python", str(self.partie.with_name("python")), "--quiet", *words)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    partie = install(wheel, tmp_path_factory.mktemp("installed"))
    installed = Installed(partie, tmp_path_factory.mktemp("elsewhere"))
    installed("demo")
    return installed


NOT_SHIPPED = (".d.ts", ".c", ".h")
"""What is checked or compiled before the wheel is built."""


@pytest.mark.slow
def test_every_file_of_the_packages_is_in_the_wheel(wheel: Path) -> None:
    files = (path.relative_to(ROOT) for name in PACKAGES for path in (ROOT / name).rglob("*") if path.is_file())
    expected = {
        path.as_posix() for path in files if "__pycache__" not in path.parts and not path.name.endswith(NOT_SHIPPED)
    }
    example = ROOT / "docs" / "examples" / "partie-highcard"
    expected |= {
        f"viewer/conformance/example/{path.relative_to(example).as_posix()}"
        for path in example.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    expected |= {f"viewer/rules/{path.name}" for path in (ROOT / "docs" / "rules").iterdir()}
    assert {f"{name}/py.typed" for name in PACKAGES} < expected
    assert {Path(path).suffix for path in expected} >= {".css", ".html", ".js", ".po", ".py", ".sql", ".toml"}
    with zipfile.ZipFile(wheel) as archive:
        assert {name for name in archive.namelist() if ".dist-info/" not in name} == expected


@pytest.mark.slow
def test_the_wheel_has_the_name_that_the_readme_gives(wheel: Path) -> None:
    names = set(re.findall(r"partie-\S+\.whl", (ROOT / "README.md").read_text("utf-8")))
    assert names
    assert all(fnmatch(wheel.name, name) for name in names)


@pytest.mark.slow
def test_the_installed_modules_are_not_those_of_the_repository(installed: Installed) -> None:
    python = installed.partie.with_name("python")
    code = f"import importlib; print(*(importlib.import_module(n).__file__ for n in {PACKAGES}), sep='\\n')"
    found = subprocess.run([python, "-c", code], cwd=installed.folder, capture_output=True, text=True, check=True)
    site = installed.partie.parents[1].resolve()
    assert all(Path(path).resolve().is_relative_to(site) for path in found.stdout.split())
    missing = subprocess.run([python, "-c", "import pytest"], cwd=installed.folder, capture_output=True, text=True)
    assert "ModuleNotFoundError" in missing.stderr


@pytest.mark.slow
def test_the_demo_and_the_list_work_without_the_repository(installed: Installed) -> None:
    matches = json.loads(installed("list", "--json"))
    assert {match["game"] for match in matches} >= {"azacru", "chocolatier", "pavilion", "schokoly"}
    installed("verify")


@pytest.mark.slow
def test_a_match_is_reviewed_without_the_repository(installed: Installed) -> None:
    match = next(match["id"] for match in json.loads(installed("list", "--json")) if match["game"] == "azacru")
    assert json.loads(installed("review", match, "--effort", "quick", "--json"))["positions"]


@pytest.mark.slow
def test_without_a_compiler_the_build_asks_for_zig(tmp_path: Path) -> None:
    """Where `PATH` has no compiler; the package index is not asked here."""
    asked = "from hatchling.build import get_requires_for_build_wheel as asked; print(*asked())"
    for path, expected in ((os.environ["PATH"], ""), (str(tmp_path), "ziglang")):
        variables = {key: value for key, value in os.environ.items() if key != "CC"} | {"PATH": path}
        ran = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, env=variables, capture_output=True, text=True)
        assert ran.stdout.startswith(expected), ran.stderr
        assert bool(ran.stdout.strip()) is bool(expected)


@pytest.mark.slow
def test_the_texts_of_the_rules_are_in_the_package(installed: Installed) -> None:
    assert json.loads(installed("rule", "A-MARK-1", "--json"))["page"] == "azacru"


@pytest.mark.slow
def test_rules_and_boards_are_read_from_a_file_that_is_no_folder(wheel: Path, tmp_path: Path) -> None:
    code = (
        "from core import games; from viewer.boards import board_of; from viewer.texts.rule_texts import rule_pages\n"
        "boards = [board_of(games.find(key)).__name__ for key in games.OWN]\n"
        "print(board_of.__code__.co_filename, len(rule_pages()), *boards)"
    )
    asked = [sys.executable, "-c", f"import sys; sys.path[:] = [{str(wheel)!r}, *sys.path]\n{code}"]
    told = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, check=True).stdout.split()
    assert told[0].startswith(str(wheel))
    assert told[1:] == ["6", *(f"viewer.boards.{key}" for key in OWN)]


@pytest.mark.slow
def test_a_shell_completes_the_commands(installed: Installed) -> None:
    completed = installed(_PARTIE_COMPLETE="complete_bash", COMP_WORDS="partie exp", COMP_CWORD="1")
    assert completed.split() == ["export", "export-all"]


@pytest.mark.slow
def test_the_service_answers_without_the_repository(installed: Installed) -> None:
    address = f"http://127.0.0.1:{(port := free_port())}"
    with installed.start("serve", "--port", str(port)) as process:
        try:
            wait_for(f"{address}/healthz", process)
            assert requests.get(f"{address}/healthz", timeout=patience(30)).json() == {"status": "ok"}
            assert requests.get(f"{address}/api/matches", timeout=patience(30)).json()["matches"]
            page = requests.get(f"{address}/", timeout=patience(30))
            assert page.ok
            assert "<title>" in page.text
            scripts = re.findall(r'"(scripts/[^"]+\.js)"', requests.get(f"{address}/live/", timeout=patience(30)).text)
            assert scripts
            assert all(requests.get(f"{address}/{path}", timeout=patience(30)).ok for path in scripts)
        finally:
            process.terminate()
        assert process.wait(60) == 0


def wait_for(address: str, process: "subprocess.Popen[str]") -> None:
    until(lambda: answers(address) or process.poll() is not None, 60)
    assert process.poll() is None, process.communicate()[0]


EXAMPLE = ROOT / "docs" / "examples" / "partie-highcard"
MISSING = "Without its game: install partie-highcard."


def run(*words: str, cwd: Path | None = None) -> None:
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, timeout=patience(300))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def machine(installed: Installed, tmp_path: Path) -> Installed:
    """The installed command in a folder without a store."""
    return replace(installed, folder=tmp_path)


def everything(machine: Installed, id: str) -> list[Any]:
    """All that commands tell of the match."""
    listed, shown, moves = (machine.json(*words) for words in (("list",), ("show", id), ("moves", id)))
    return [listed, shown, moves, machine("export", id), machine.json("stats", "person", "Anna")]


@pytest.mark.slow
def test_a_match_outlives_the_package_of_its_game(machine: Installed, tmp_path: Path) -> None:
    source = tmp_path / "partie-highcard"
    shutil.copytree(EXAMPLE, source, ignore=shutil.ignore_patterns("__pycache__"))
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist"), cwd=source)
    (package,) = (tmp_path / "dist").glob("*.whl")
    add = ("install", "--no-index", "--no-deps", str(package))
    machine.pip(*add)
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

    machine.pip("uninstall", "--yes", "partie-highcard")
    without = machine.json("list")[0]
    assert without["missing"] == {"game": "highcard", "package": "partie-highcard"}
    assert (without["scores"], without["winners"], without["state"]) == ([1, 2], [1], "finished")
    assert machine("export", id) == with_game[3]
    assert MISSING in machine("record", id, "A: 3", code=1)
    assert [each["match"] for each in machine.json("verify", code=5)["not_checked"]] == [id]

    machine.pip(*add)
    assert everything(machine, id) == with_game
    machine("verify")


@pytest.mark.slow
def test_a_new_package_is_written_by_the_wheel(machine: Installed) -> None:
    machine("games", "new", "trio")
    written = {path.name for path in (machine.folder / "partie-trio").rglob("*")}
    assert written >= {"pyproject.toml", "partie_trio", "trio.po", "test_laws.py"}
