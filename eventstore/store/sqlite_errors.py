"""Translates errors of SQLite and of the file system into one sentence for people."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from core.messages import message
from eventstore.store.sqlite_library import sqlite3
from eventstore.store.store import CorruptStore, FullDisk, UnusableStore

_KINDS: Final = {"malformed": CorruptStore, "UTF-8": CorruptStore, "disk is full": FullDisk}
"""Errors by words in SQLite's messages; the first two are about content that it cannot read."""


@contextmanager
def translate_errors(file: Path, timeout_s: float) -> Iterator[None]:
    """Raise UnusableStore for every error of the file; `wait`, for the message, is the lock timeout in seconds.

    Errors that refuse a statement (a duplicate row, a trigger) are left to the caller and pass unchanged.
    """
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
        raise
    except sqlite3.DatabaseError as error:
        kind = next((kind for word, kind in _KINDS.items() if word in str(error)), UnusableStore)
        raise kind(_sentence(str(file), str(error), timeout_s)) from error
    except UnicodeDecodeError as error:  # The message of SQLite quotes the bytes that it cannot read.
        raise CorruptStore(_sentence(str(file), "malformed", timeout_s)) from error
    except UnusableStore:
        raise
    except OSError as error:
        blocked = isinstance(error, FileExistsError | NotADirectoryError)
        reason = message("its folder is a file") if blocked else str(error.strerror).lower()
        raise UnusableStore(message("{path} cannot be opened: {reason}.", path=str(file), reason=reason)) from error


def _sentence(path: str, sqlite_message: str, timeout_s: float) -> str:
    sentences = {
        "locked": message(
            "{path} is locked: another program has been writing to it for more than {seconds} seconds.",
            path=path,
            seconds=f"{timeout_s:g}",
        ),
        "readonly": message("{path} cannot be written: the file or its folder is read-only.", path=path),
        "not a database": message("{path} is not a Partie store but another file; it was not changed.", path=path),
        "unable to open": message(
            "{path} cannot be opened: it is a folder, its folder is missing, or you have no permission.", path=path
        ),
        "disk is full": message("{path} cannot be written: the disk is full.", path=path),
        "disk I/O error": message(
            "{path} cannot be read or written: the disk is full, the file has reached its size limit, or the "
            "disk is failing.",
            path=path,
        ),
        "UTF-8": message("{path} is damaged: it contains invalid text.", path=path),
        "malformed": message(
            "{path} is damaged; restore a backup, or run `partie verify` to see which matches are intact.", path=path
        ),
    }
    unknown = message("{path} cannot be used: {said}.", path=path, said=sqlite_message)
    return next((sentence for key, sentence in sentences.items() if key in sqlite_message), unknown)
