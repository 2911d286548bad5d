"""Imports and constructors change nothing global; the command line does."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT

GLOBAL = """
import gc, logging, psycopg, sys  # psycopg sets the level of its logger itself.
def settings():
    levels = {name: (logging.getLogger(name).level, logging.getLogger(name).disabled) for name in LOGGERS}
    absent = [name for name, module in sys.modules.items() if module is None]
    return sys.getswitchinterval(), gc.get_threshold(), levels, absent
LOGGERS = ("", "psycopg", "distributed", "distributed.client", "partie.service", "uvicorn")
"""

OPEN = """
before = settings()
import eventstore.store.postgres
import eventstore.service.app
from pathlib import Path
from eventstore.store.open_store import open_store
open_store(sys.argv[1]).close()
assert settings() == before, (settings(), before)
"""

LIST = """
before = settings()
from viewer.cli import app
assert settings() == before, (settings(), before)
try:
    app(["--store", sys.argv[1], "list"])
except SystemExit as end:
    assert not end.code
assert sys.getswitchinterval() < before[0] and logging.getLogger("psycopg").disabled
"""


def failure(program: str, store: Path) -> str:
    """What the program says when it fails; empty if it does not."""
    words = [sys.executable, "-c", GLOBAL + program, str(store)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    return f"{done.returncode}: {done.stderr}" if done.returncode else ""


@pytest.mark.slow
def test_imports_and_opening_a_store_change_nothing_global(tmp_path: Path) -> None:
    assert failure(OPEN, tmp_path / "a.db") == ""


@pytest.mark.slow
def test_the_command_line_changes_settings_when_it_runs_and_not_when_it_is_imported(tmp_path: Path) -> None:
    assert failure(LIST, tmp_path / "a.db") == ""
