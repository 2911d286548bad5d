"""Whether the file a program has open is still the store it knows, or another one that was put in its place.

`mv` puts another file at the path; `cp` writes into the same one, which SQLite does not notice: it goes on from its
page cache and the journal of the store that was there before.
"""

import contextlib
import ctypes
import os
import struct
import threading
import time
import weakref
from itertools import count
from typing import Any, Final, NamedTuple

from core.phrase import Phrase, phrase
from eventstore import sqlite_locks
from eventstore.sqlite_journal import LINK_AT, Contents, ForeignJournal, contents, refuse_foreign_journal
from eventstore.sqlite_sentences import sqlite3
from eventstore.store import ReplacedStore, StoreInUse

_TICK: Final = 100_000_000
"""Nanoseconds; the clocks of file systems go in steps shorter than this."""


_checked: Final = dict[str, tuple[object, object]]()
"""Files whose journal this process has found to be their own: when they were written, and which journal."""


_gone: Final = list["Identity"]()
"""Those that were replaced: this process has them open until it ends, and opens nothing else there."""


class Progress(NamedTuple):
    """How far checkpoints have come, from the index of the journal."""

    salts: bytes
    begun: int
    done: int


class Identity:
    """The file `target` and the journal beside it, as this process knows them; one for all its stores there.

    Holds a connection, so that the journal stays as long as a store is open.
    """

    def __init__(self, target: str) -> None:
        self._names = target, f"{target}-wal"
        self._index = f"{target}-shm"
        self._folder = os.path.dirname(target)
        self._lock = threading.Lock()
        self._found: tuple[tuple[int, int] | None, ...] = (None, None)
        self._folder_changed: int | None = None
        self._main: tuple[int, int] | None = None
        self._progress: Progress | None = None
        self._contents: Contents | None = None
        self._replaced: Phrase | None = None
        self._pin: Any = None
        now = (_written(target), _file(self._names[1]))
        if None not in now and _checked.get(target) != now:
            refuse_foreign_journal(target)
            _refuse_process_with_another_file(target)
            _checked[target] = now

    def check(self) -> None:
        """Raise ReplacedStore when the store was replaced since this process opened it, for ever."""
        if not self.is_as_it_was:
            with self._lock:
                self._look()

    @property
    def is_as_it_was(self) -> bool:
        """Whether nothing was written to the file or happened in its folder since the last look.

        Linux gives a file a new time with every write once its time was asked for, and a sync then takes half as long
        again. So the journal, which is synced at every append, is not asked: it is looked at when something in their
        folder was made, renamed or deleted.
        """
        main = self._main
        return (
            main is not None
            and self._replaced is None
            and _written(self._names[0]) == main
            and _changed(self._folder) == self._folder_changed
            and not self._has_begun_a_journal
        )

    @property
    def _has_begun_a_journal(self) -> bool:
        """Whether the journal was empty at the last look and is not any more: only now it can be told from others."""
        is_empty = self._progress is not None and not any(self._progress.salts)
        return is_empty and _written(self._names[1]) is not None

    def _look(self) -> None:
        if self._replaced is not None:
            raise ReplacedStore(self._replaced)
        changed = _changed(self._folder)
        now = tuple(map(_file, self._names))
        if any(was not in (None, found) for was, found in zip(self._found, now, strict=True)):
            is_there_another = now[0] not in (None, self._found[0])
            self._refuse(set_aside=is_there_another)
        main = _written(self._names[0])
        if main is not None and main != self._main:
            self._look_inside(main)
        elif self._has_begun_a_journal:
            progress = _progress(self._index)
            if _written(self._names[0]) == main:
                self._progress = progress
        # Within one step of the clock something else may still happen that leaves the folder's time as it is.
        self._folder_changed = changed if time.time_ns() - changed > _TICK else None
        self._found = now

    def _look_inside(self, main: tuple[int, int]) -> None:
        """The file was written, at a checkpoint or by something else than SQLite."""
        if self._pin is None:
            self._pin = sqlite3.connect(self._names[0], timeout=1, isolation_level=None, check_same_thread=False)
            self._pin.execute("PRAGMA user_version")  # From here on the connection holds its lock and the journal.
            self._found = tuple(map(_file, self._names))
        progress, known = _progress(self._index), contents(self._names[0])
        if self._main is not None:
            if progress is not None and progress == self._progress and progress.begun == progress.done:
                self._refuse(set_aside=known is not None and known != self._contents)  # No checkpoint wrote this.
            try:
                refuse_foreign_journal(self._names[0])
            except ForeignJournal:
                self._refuse(set_aside=True)
            if known and self._contents and not self._is_still_there(self._contents):
                self._refuse(set_aside=True)
        if _written(self._names[0]) == main:
            self._main, self._progress, self._contents = main, progress, known or self._contents

    def _is_still_there(self, before: Contents) -> bool:
        if not before.position:
            return True
        with contextlib.closing(sqlite3.connect(self._names[0], timeout=1, isolation_level=None)) as fresh:
            return bool(fresh.execute(LINK_AT, (before.position,)).fetchall() == [(before.chain,)])

    def _refuse(self, *, set_aside: bool) -> None:
        if self._pin is not None:
            # Never closed: the last connection to close would carry the old journal over into the other file.
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(self._pin))
        kept = self._set_journal_aside() if set_aside else None
        sentence = phrase(
            "{path}, or the journal beside it, was replaced or deleted while it was open;"
            " close every program that uses it and look with `partie verify` what is there.",
            path=self._names[0],
        )
        if kept:
            sentence = phrase(
                "{sentence} The journal of the file before is kept as {journal}.", sentence=sentence, journal=kept
            )
        self._replaced = sentence
        _gone.append(self)
        raise ReplacedStore(sentence)

    def _set_journal_aside(self) -> str | None:
        """Keep this process's journal under another name, so that it is not laid over the file that is there now."""
        journal = self._names[1]
        if self._found[1] is None or _file(journal) != self._found[1]:
            return None
        kept = next(name for number in count(1) if not os.path.exists(name := f"{journal}-before-{number}"))
        try:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self._index)
            os.rename(journal, kept)
        except OSError:
            return None  # Whoever opens the file next is told of the journal.
        return kept


_identities: "weakref.WeakValueDictionary[str, Identity]" = weakref.WeakValueDictionary()
_lock = threading.Lock()


def identity(path: os.PathLike[str]) -> Identity:
    """The identity of the file at `path`, or where a link there leads to: there SQLite keeps the journal.

    Raises ForeignJournal when another file's journal lies beside it, and StoreInUse when a process that has
    another file open still uses that journal.
    """
    target = os.path.realpath(path)
    with _lock:
        found = _identities.get(target)
        if found is None:
            found = _identities[target] = Identity(target)
    return found


def _refuse_process_with_another_file(target: str) -> None:
    """The index of the journal and the file are locked together: who holds only the first has another file open."""
    strangers = sqlite_locks.holders_of_one(f"{target}-shm", target)
    for _ in range(20):  # A process that is ending gives up its locks one by one, and that may take a while.
        if not strangers:
            return
        time.sleep(0.05)
        strangers &= sqlite_locks.holders_of_one(f"{target}-shm", target)
    raise StoreInUse(
        phrase(
            "{path} was replaced while {program} had it open; stop that program first.",
            path=target,
            program=sqlite_locks.described(strangers),
        )
    )


def _progress(index: str) -> Progress | None:
    """Read through SQLite's own open file, as closing another one would give up its locks; None: there is none."""
    with contextlib.suppress(OSError):
        file = _file(index)
        for name in os.listdir("/dev/fd"):
            with contextlib.suppress(OSError):
                status = os.fstat(int(name))
                if file == (status.st_dev, status.st_ino):
                    header = os.pread(int(name), 132, 0)
                    (done,), (begun,) = struct.unpack_from("=I", header, 96), struct.unpack_from("=I", header, 128)
                    return Progress(header[32:40], begun, done)
    return None


def _file(name: str) -> tuple[int, int] | None:
    """Which file it is; None when there is none."""
    try:
        status = os.stat(name)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _written(name: str) -> tuple[int, int] | None:
    """The size of a file and when it was last written; None when there is none, or nothing in it."""
    try:
        status = os.stat(name)
    except OSError:
        return None
    return (status.st_size, status.st_mtime_ns) if status.st_size else None


def _changed(folder: str) -> int:
    """When something in it was last made, renamed or deleted; -1 when it is gone."""
    try:
        return os.stat(folder).st_mtime_ns
    except OSError:
        return -1
