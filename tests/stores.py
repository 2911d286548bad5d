"""Stores of every kind for one suite: where an empty one is, and what somebody with a database tool does to it."""

from pathlib import Path

import psycopg
import pytest

from eventstore.store.postgres import shard_of
from eventstore.store.sqlite import sqlite3
from eventstore.store.store_url import is_file
from tests.postgres import new_address

KINDS = ("sqlite", "postgres")
SQLITE_FIRST = ("sqlite", pytest.param("postgres", marks=pytest.mark.slow))
"""The kinds for a suite in which SQLite stands for both among the fast tests."""
REFUSALS = (sqlite3.IntegrityError, psycopg.errors.RaiseException)
"""What either database answers when a trigger refuses."""


def empty(kind: str, folder: Path) -> str:
    """The address of a store that is not there yet."""
    return str(folder / "partie.db") if kind == "sqlite" else new_address()


def change(address: str | Path, *sql: str, triggers: bool = True) -> None:
    """Run statements on the tables themselves; without `triggers` nothing refuses meanwhile."""
    if is_file(str(address)):
        connection = sqlite3.connect(address, isolation_level=None)
        refusing = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        dropped = [] if triggers else connection.execute(refusing).fetchall()
        for name, _ in dropped:
            connection.execute(f"DROP TRIGGER {name}")
        for statement in sql:
            connection.execute(statement)
        for _, created in dropped:
            connection.execute(created)
        connection.close()
        return
    with psycopg.connect(str(address)) as database:
        if not triggers:
            database.execute("ALTER TABLE events DISABLE TRIGGER USER")
        for statement in sql:
            database.execute(spoken(statement))
        if not triggers:
            database.execute("ALTER TABLE events ENABLE TRIGGER USER")


def spoken(sql: str) -> str:
    """A statement for SQLite's tables as PostgreSQL says it."""
    named = f"UPDATE events SET stream = 'b', shard = {shard_of('b')}"
    words = {"char(31)": "chr(31)", "x'00'": "'\\x00'", "UPDATE streams SET name = 'b'": named, "streams": "events"}
    for lite, full in words.items():
        sql = sql.replace(lite, full)
    return sql
