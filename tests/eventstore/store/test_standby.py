"""A synchronous standby: the primary dies under load, the standby takes over, and nothing acknowledged is missing."""

import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import mkdtemp
from threading import Event
from typing import Any

import psutil
import psycopg
import pytest

from eventstore.store.postgres import PostgresStore
from eventstore.store.store import Append, NewEvent, UnusableStore, first_broken
from tests.patience import patience
from tests.postgres import command, new_server

AT = "2026-11-20T18:30:00.000Z"
WRITERS = [f"matches/{n}" for n in range(4)]


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a short path, because the paths of sockets are limited."""
    folder = Path(mkdtemp(prefix="partie-pg-"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def servers(folder: Path) -> Iterator[tuple[Any, Any]]:
    """A primary that acknowledges nothing before the standby has it on its disk, and that standby."""
    primary, standby = new_server(folder / "a"), new_server(folder / "b")
    try:
        attach(primary, standby)
        yield primary, standby
    finally:
        for each in (primary, standby):
            kill(each)


def attach(primary: Any, standby: Any) -> None:
    primary.start()
    if standby.system_user:
        shutil.chown(standby.pgdata, standby.system_user)
    standby.pgdata.chmod(0o700)
    uri = primary.get_uri()
    command(primary, "pg_basebackup", "--write-recovery-conf", "--checkpoint=fast", "-D", standby.pgdata, "-d", uri)
    (standby.pgdata / ".s.PGSQL.5432.lock").unlink()  # The primary's, which has its socket among its data.
    standby.start()
    with psycopg.connect(uri, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        connection.execute("SELECT pg_reload_conf()")
        while connection.execute("SELECT sync_state FROM pg_stat_replication").fetchall() != [("sync",)]:
            connection.execute("SELECT pg_sleep(0.05)")


def kill(server: Any) -> None:
    """Kill all processes of the server at once, as a power cut does."""
    try:
        postmaster = psutil.Process(int((server.pgdata / "postmaster.pid").read_text().split()[0]))
    except (FileNotFoundError, psutil.NoSuchProcess):
        return
    processes = [postmaster, *postmaster.children(recursive=True)]
    for process in processes:
        process.suspend()
    for process in processes:
        process.kill()
    psutil.wait_procs(processes, timeout=patience(10))


@pytest.mark.slow
def test_a_primary_that_dies_takes_nothing_acknowledged_along(servers: tuple[Any, Any], folder: Path) -> None:
    primary, standby = servers
    hosts = ",".join(str(each.get_postmaster_info().socket_dir) for each in servers)
    address = f"postgresql://postgres@/postgres?host={hosts}&target_session_attrs=read-write"
    store = PostgresStore(address)
    acknowledged = dict.fromkeys(WRITERS, 0)
    broken, over = list[str](), Event()

    def write(name: str) -> None:
        """Append until the end, repeating each append with the same key until it is acknowledged."""
        while not over.is_set():
            version = acknowledged[name]
            row = NewEvent("Rolled", f'{{"n":{version + 1}}}')
            try:
                store.append(
                    Append(name, [row], expected_version=version, by="test", at=AT, idempotency_key=f"{version + 1}")
                )
            except UnusableStore as error:
                broken.append(str(error))
                over.wait(0.1)
                continue
            acknowledged[name] += 1

    with ThreadPoolExecutor(len(WRITERS)) as pool:
        writers = [pool.submit(write, name) for name in WRITERS]

        def until(count: int) -> dict[str, int]:
            while min(acknowledged.values()) < count:
                over.wait(0.01)
                assert not any(writer.done() for writer in writers)
            return dict(acknowledged)

        try:
            before = until(40)
            kill(primary)
            command(standby, "pg_ctl", "promote", "-w", "-D", standby.pgdata)
            until(max(before.values()) + 40)
        finally:
            over.set()
        for writer in writers:
            writer.result()
    assert broken
    with psycopg.connect(address) as connection:
        ((replaced,),) = connection.execute("SHOW primary_conninfo").fetchall()
        assert str(primary.get_postmaster_info().socket_dir) in replaced
    for name in WRITERS:
        rows = store.read(name)
        assert first_broken(rows) is None
        assert [row.data for row in rows] == [f'{{"n":{n}}}' for n in range(1, acknowledged[name] + 1)]
    store.close()
