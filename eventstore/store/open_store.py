"""Opens the store at an address; a file in which nothing can be written, as a copy that takes no events."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from core.messages import Message, message
from eventstore.store.sqlite import SqliteStore
from eventstore.store.sqlite_errors import translate_errors
from eventstore.store.store import Store, UnusableStore
from eventstore.store.store_url import DATABASE, invalid_url, is_file

ROOM_BYTES: Final = 128 << 10
"""Bytes that SQLite needs beside a file to read it: the index of its journal takes a quarter of them."""


def cannot_be_written(path: Path) -> Message | None:
    """Reason why nothing can be written to the file at the path, which can be read; None: it can, or it is not there.

    A file whose journal is there is read beside the program that writes to it, however full the disk is.
    """
    if not path.is_file() or not os.access(path, os.R_OK):
        return None
    if not os.access(path, os.W_OK):
        return message("{path} cannot be written: the file or its folder is read-only.", path=str(path))
    is_in_use = path.with_name(f"{path.name}-shm").exists()
    if path.stat().st_size and not is_in_use and shutil.disk_usage(path.parent).free < ROOM_BYTES:
        return message("{path} cannot be written: the disk is full.", path=str(path))
    return None


class ReadOnlyStore(SqliteStore):
    """A copy of the file at `path` and of its journal, in a temporary folder: SQLite reads no journal where it cannot
    write, and lists need read tables. It takes no events, for the reason `why`, and vanishes when it is closed.
    """

    def __init__(self, path: Path, why: Message) -> None:
        self._why, self._folder = why, TemporaryDirectory(prefix="partie-")
        copy = Path(self._folder.name) / path.name
        try:
            with translate_errors(path, 0):
                for suffix in ("", "-wal"):
                    if (source := path.with_name(path.name + suffix)).exists():
                        shutil.copyfile(source, f"{copy}{suffix}")
            super().__init__(copy, synchronous="OFF")
        except BaseException:
            self._folder.cleanup()
            raise

    def close(self) -> None:
        super().close()
        self._folder.cleanup()

    def vacuum(self) -> None:
        raise UnusableStore(self._why)

    @contextmanager
    def _log_transaction(self) -> Iterator[Any]:
        raise UnusableStore(self._why)
        yield


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
