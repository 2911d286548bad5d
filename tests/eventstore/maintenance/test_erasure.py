"""The erasure of a person while another program reads the store is complete or does not happen."""

import sqlite3
from contextlib import closing
from subprocess import run

import pytest

from tests import ROOT
from tests.viewer.commands.terminal import PARTIE, Terminal


@pytest.mark.slow
def test_while_somebody_reads_nobody_is_forgotten_by_half(partie: Terminal) -> None:
    sheet = partie.new("scoresheet", "--player", "Zbyněk", "--player", "Jarda")
    partie("record", sheet, "final: 3 4")
    before = partie.json("people")
    with closing(sqlite3.connect(partie.store)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM events").fetchone()
        # Locks are of a program, so that another one has to be refused.
        words = [*PARTIE, "--store", str(partie.store), "people", "forget", "Zbyněk", "--yes"]
        refused = run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert "is being read by another program; close it and try again." in refused.stderr
    assert partie.json("people") == before
    assert "Earlier backups and exported files are unchanged" in partie("people", "forget", "Zbyněk", "--yes")
    assert [person["name"] for person in partie.json("people")] == ["Jarda"]
    assert not any("Zbyněk".encode() in path.read_bytes() for path in partie.store.parent.glob("partie.db*"))
