"""The store that an import writes to: synced to disk once, at the end, or a temporary copy."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from eventstore.maintenance.copying import copy
from eventstore.matches.repository import MatchRepository
from eventstore.store.open_store import open_store
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store_url import is_file


@contextmanager
def in_bulk(address: str, by: str = "local", *, files: Sequence[str] | None = None) -> Iterator[MatchRepository]:
    """Records that sync to disk once, at the end: after a power failure the same import restores the lost matches.

    With `files` (their names) what is recorded is a batch of imports.
    """
    if not is_file(address):
        with closing(open_store(address)) as database:
            yield MatchRepository(database, by=by, files=files)
        return
    with closing(SqliteStore(Path(address), synchronous="NORMAL")) as opened:
        yield MatchRepository(opened, by=by, files=files)
        opened.query("PRAGMA wal_checkpoint")


@contextmanager
def dry_run(address: str) -> Iterator[MatchRepository]:
    """Records in a temporary copy of the store."""
    with TemporaryDirectory(prefix="partie-") as folder:
        path = Path(folder) / "dry-run.db"
        if is_file(address) and Path(address).exists():
            with closing(SqliteStore(Path(address))) as store:
                store.copy(path)
        with closing(SqliteStore(path, synchronous="OFF")) as opened:
            if not is_file(address):
                with closing(open_store(address)) as database:
                    copy(database, opened)
            yield MatchRepository(opened)
