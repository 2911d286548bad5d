"""Opens the store at an address."""

from pathlib import Path

from core.messages import message
from eventstore.store.read_only import ReadOnlyStore, cannot_be_written
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import Store, UnusableStore
from eventstore.store.store_url import DATABASE, invalid_url, is_file


def require_existing(address: str) -> None:
    """Raise UnusableStore when there is no store yet, for callers that must not create one."""
    if is_file(address) and not _is_there(Path(address)):
        raise UnusableStore(message("There is no store at {path}.", path=address))


def _is_there(file: Path) -> bool:
    try:
        return file.stat().st_size > 0
    except FileNotFoundError:
        return False
    except OSError:
        return True  # Opening the file reports the error.


def open_store(address: str) -> Store:
    """The store at `address`, created when missing. Raises UnusableStore, with a sentence, for an unusable one."""
    if is_file(address):
        path = Path(address)
        why = cannot_be_written(path)
        return ReadOnlyStore(path, why) if why else SqliteStore(path)
    if not DATABASE.fullmatch(address):
        raise invalid_url()
    try:
        from eventstore.store.postgres import PostgresStore  # An optional extra, which needs psycopg.
    except ImportError:
        raise UnusableStore(
            message("To use PostgreSQL, install the extra: `pip install 'partie[postgres]'`.")
        ) from None
    return PostgresStore(address)
