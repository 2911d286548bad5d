"""The store that an import or a merge writes to: synced to disk once, at the end, or a temporary copy."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from eventstore.maintenance.copying import copy
from eventstore.matches.repository import MatchRepository
from eventstore.store.open_store import open_store
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import Store
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
        opened.query("PRAGMA cache_size=-8192")  # Matches are written once; the ones before are not read again.
        yield MatchRepository(opened, by=by, files=files)
        opened.query("PRAGMA wal_checkpoint")


@contextmanager
def dry_run(address: str) -> Iterator[MatchRepository]:
    """Records in a temporary copy of the store at an address; a file need not exist yet."""
    with existing(address) as store, dry_run_of(store) as records:
        yield records


@contextmanager
def existing(address: str) -> Iterator[Store | None]:
    """The store at an address; None: a file that does not exist yet."""
    if is_file(address) and not Path(address).exists():
        yield None
    else:
        with closing(open_store(address)) as store:
            yield store


@contextmanager
def dry_run_of(store: Store | None) -> Iterator[MatchRepository]:
    """Records in a temporary copy of the store; None: in an empty one."""
    with dry_run_copy(store) as path, closing(SqliteStore(path, synchronous="OFF")) as copied:
        yield MatchRepository(copied)


@contextmanager
def dry_run_copy(store: Store | None) -> Iterator[Path]:
    """The file of a temporary copy of the store, which another process may open; None: of an empty one."""
    with TemporaryDirectory(prefix="partie-") as folder:
        path = Path(folder) / "dry-run.db"
        if isinstance(store, SqliteStore):
            store.copy(path)
        elif store is not None:
            with closing(SqliteStore(path, synchronous="OFF")) as copied:
                copy(store, copied)
        yield path
