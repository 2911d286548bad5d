"""Imports of the product: the packages are declared, and what starts often imports little."""

import ast
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from typing import Final

import pytest

from tests import ROOT

PARTS: Final = ("core", "eventstore", "importers", "partie", "viewer")
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

OF_STORES: Final = {"pandas", "numpy", "sqlite_utils", "pydantic"}
OF_PAGES: Final = {"streamlit", "plotly", "fastapi", "starlette", "pyarrow", "rapidfuzz"}


def normalized(requirement: str) -> str:
    return re.split(r"[^\w.-]", requirement)[0].lower().replace("_", "-")


def imported() -> set[str]:
    """The packages that a module of the product imports, wherever it does so."""
    names = set[str]()
    for path in (path for part in PARTS for path in (ROOT / part).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                names |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names.add((node.module or "").partition(".")[0])
    return names - sys.stdlib_module_names - {*PARTS}


def test_what_is_imported_is_declared_and_what_is_declared_is_imported() -> None:
    extras = [requirement for extra in PROJECT["optional-dependencies"].values() for requirement in extra]
    declared = {normalized(requirement) for requirement in (*PROJECT["dependencies"], *extras)}
    brought_by = packages_distributions()
    used = {name: {normalized(by) for by in brought_by.get(name, ())} for name in imported()}
    assert {name for name, brings in used.items() if not brings & declared} == set()
    assert declared - {by for brings in used.values() for by in brings} == INDIRECT


INDIRECT: Final = {"fontpkg-source-sans-3", "pysqlite3"}
"""A font that `fontpkg` finds, and the SQLite that sqlite-utils takes."""


@pytest.mark.parametrize(
    ("program", "left_out"),
    [
        ("import partie, partie.games, partie.messages", OF_STORES | OF_PAGES),
        ("import partie.game, partie.board, partie.testing, partie.errors", OF_STORES | OF_PAGES),
        ("import partie; partie.open('{store}').__enter__()", {"pandas", "numpy", "pydantic", *OF_PAGES}),
        ("from viewer.cli import app; app(['--version'], standalone_mode=False)", OF_STORES | OF_PAGES),
        ("from viewer.cli import app; app(['--store', '{store}', 'list'])", {"pandas", "numpy", *OF_PAGES}),
    ],
)
def test_a_start_imports_what_it_needs(program: str, left_out: set[str], tmp_path: object) -> None:
    code = f"import atexit, sys; atexit.register(lambda: print(*sys.modules))\n{program}"
    call = [sys.executable, "-c", code.replace("{store}", f"{tmp_path}/partie.db")]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert left_out & set(done.stdout.splitlines()[-1].split()) == set()
