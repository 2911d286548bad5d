"""Where the kernels are not built or cannot be loaded, reviews say so, and everything else works."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from core.review.kernels import LIBRARY, sealed_library
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import review_key
from tests import ROOT
from tests.eventstore.reviews.reviewed import made_up, short_azacru, short_chocolatier
from tests.recorded import records_in
from viewer.commands.reviewing import NO_KERNEL

NOT_BUILT = "Master Chocolatier cannot be reviewed here: Partie was installed without its compiled search."

WRITTEN_OVER = """
from pathlib import Path
from random import Random
from core.games import find
from core.review.evaluations import EVALUATIONS

game, kernel = find("azacru"), EVALUATIONS["azacru"]
start = game.setup(2, game.Options())
with Path("core/games/azacru/evaluation/kernel.so").open("r+b") as library:
    library.truncate(100)
print(kernel.value(start, Random(1)).win[0] > 0)
"""

SERVED = """
from pathlib import Path
from tests.eventstore.reviews.reviewed import short_chocolatier
from tests.eventstore.service.client import service
from viewer.site.routes.app import create_routes

with service(Path("served"), "sqlite", app=create_routes) as client:
    short_chocolatier(client.app_state.records)
    for path in ("/api/matches/sweet/review", "/view/matches/sweet/review"):
        answer = client("GET", path)
        print(answer.status_code, answer.text)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The package `core` without a kernel of chocolatier, and with a broken one of azacru."""
    shutil.copytree(ROOT / "core", tmp_path / "core", ignore=shutil.ignore_patterns(LIBRARY, "__pycache__"))
    (tmp_path / "core" / "games" / "azacru" / "evaluation" / LIBRARY).write_text("no library", "utf-8")
    return tmp_path


def printed(folder: Path, *words: str, code: int = 0) -> str:
    """What a program prints with the packages of the folder before all others."""
    ran = subprocess.run(
        [sys.executable, *words],
        env=os.environ | {"PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", "PARTIE_STORE": str(folder / "matches.db")},
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == code, ran.stderr
    return " ".join((ran.stdout + ran.stderr).split())


def why_not_loaded(folder: Path) -> str:
    try:
        sealed_library(folder / "games/azacru/evaluation", folder / "review/kernel")
    except OSError as error:
        return str(error)
    return ""


def test_a_library_is_loaded_only_where_it_is_the_one_that_was_built_from_these_sources(tmp_path: Path) -> None:
    """A library that was cut off ends the process as it is loaded, another one as it is called."""
    for name in ("games/azacru/evaluation", "review/kernel"):
        shutil.copytree(ROOT / "core" / name, tmp_path / name)
    evaluation, headers = tmp_path / "games" / "azacru" / "evaluation", tmp_path / "review" / "kernel"
    library, source, seal = evaluation / LIBRARY, evaluation / "kernel.c", evaluation / "kernel.sha256"
    built, other = library.read_bytes(), (ROOT / "core/games/pavilion/evaluation" / LIBRARY).read_bytes()
    assert why_not_loaded(tmp_path) == ""
    for content in (built[:5000], built[:-1], built[:3000] + bytes([built[3000] ^ 1]) + built[3001:], other, b""):
        library.write_bytes(content)
        assert "is not the file that was built" in why_not_loaded(tmp_path)
    library.write_bytes(built)
    for changed in (source, headers / "search.h"):
        before = changed.read_text("utf-8")
        changed.write_text(f"{before}\n", "utf-8")
        assert "was built from another version of its sources" in why_not_loaded(tmp_path)
        changed.write_text(before, "utf-8")
    source.unlink()  # As it is installed.
    assert why_not_loaded(tmp_path) == ""
    for content in (b"\xff\xfe", b""):
        seal.write_bytes(content)
        assert "is not the file that was built" in why_not_loaded(tmp_path)
    seal.unlink()
    assert "is not the file that was built" in why_not_loaded(tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux loads a copy.")
def test_a_library_that_is_written_over_while_it_is_loaded_goes_on(folder: Path) -> None:
    shutil.copy(ROOT / "core/games/azacru/evaluation" / LIBRARY, folder / "core/games/azacru/evaluation")
    assert printed(folder, "-c", WRITTEN_OVER) == "True"


@pytest.mark.slow
def test_a_command_tells_why_there_is_no_review_and_prints_the_kept_one(folder: Path) -> None:
    records = records_in(folder / "matches.db")
    short_chocolatier(records)
    short_azacru(records)
    kept = short_azacru(records, "kept")
    ReviewRepository(records.store).keep(review_key(records.store, "kept", "normal"), kept.version, made_up())
    records.store.close()
    assert NOT_BUILT in printed(folder, "-m", "viewer", "review", "sweet", code=NO_KERNEL)
    broken = printed(folder, "-m", "viewer", "review", "short", code=NO_KERNEL)
    assert "Azacru cannot be reviewed here: its compiled search cannot be loaded (kernel." in broken
    assert "unexplained" in printed(folder, "-m", "viewer", "review", "kept")
    assert NOT_BUILT in printed(folder, "-m", "viewer", "review", "--all", code=NO_KERNEL)
    assert "sweet" in printed(folder, "-m", "viewer", "list", "--json")


@pytest.mark.slow
def test_the_service_and_the_viewer_tell_why_there_is_no_review(folder: Path) -> None:
    (folder / "served").mkdir()
    answers = printed(folder, "-c", SERVED)
    assert answers.startswith("501 ")
    assert answers.count(NOT_BUILT) == 2
