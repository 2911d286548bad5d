"""A store where nothing can be written: a file without permission, a disk that is full or mounted to be read only."""

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
from eventstore.store.store import UnusableStore

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
