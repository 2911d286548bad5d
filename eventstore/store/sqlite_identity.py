"""Whether the SQLite file that a process has open is still the store it opened, or was replaced by another one.

`mv` puts another file at the path. `cp` overwrites the content of the same file, which SQLite does not notice: it goes
on with its page cache and with the journal (the write-ahead log `-wal`, indexed by `-shm`) of the former content.
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

from core.messages import Message, message
from eventstore.store import sqlite_locks
from eventstore.store.sqlite_errors import sqlite3
from eventstore.store.sqlite_journal import LINK_AT, Contents, ForeignJournal, contents, refuse_foreign_journal
from eventstore.store.store import ReplacedStore, StoreInUse

_TICK: Final = 100_000_000
"""Nanoseconds; timestamps of file systems advance in steps shorter than this."""


_checked: Final = dict[str, tuple[object, object]]()
"""Files, by path, whose journal this process has found to be their own: size and time of the file, and which journal
file it was."""


_gone: Final = list["Identity"]()
"""Identities of replaced files. Kept here they stay in `_identities`, so until it ends this process keeps the old
connection and opens nothing else at that path."""


class Progress(NamedTuple):
    """Progress of checkpoints, from the header of the journal's index: the salts of the journal, and how many of its
    frames a checkpoint has begun to copy into the file (`nBackfillAttempted`) and has copied (`nBackfill`).
    """

    salts: bytes
    begun: int
    done: int


class Identity:
    """The file `target` and the journal beside it, as this process knows them; all its stores there share one.

    Holds a connection of its own: SQLite deletes the journal when the last connection closes, so this keeps the journal
    as long as a store is open.
    """

    def __init__(self, target: str) -> None:
        self._names = target, f"{target}-wal"
        self._index = f"{target}-shm"
        self._folder = os.path.dirname(target)
        self._lock = threading.Lock()
        # As of the last check: the inodes of file and journal, the time of the folder, size and time of the file, the
        # progress of checkpoints, and the content of the file alone.
        self._found: tuple[tuple[int, int] | None, ...] = (None, None)
        self._folder_changed: int | None = None
        self._main: tuple[int, int] | None = None
        self._progress: Progress | None = None
        self._contents: Contents | None = None
        self._replaced: Message | None = None
        self._pin: Any = None
        now = (_written(target), _file(self._names[1]))
        if None not in now and _checked.get(target) != now:  # There is a journal, not checked in this state.
            refuse_foreign_journal(target)
            _refuse_process_with_another_file(target)
            _checked[target] = now

    def check(self) -> None:
        """Raise ReplacedStore when the store was replaced since this process opened it, and at every later call."""
        if not self.is_as_it_was:
            with self._lock:
                self._look()

    @property
    def is_as_it_was(self) -> bool:
        """Whether size and time of the file and the time of its folder are those of the last check.

        The journal, which is synced at every append, is left out: on Linux a file whose time was read gets a new time
        with its next write, and the sync after it takes 1.5 times as long. Its identity is compared when the folder has
        changed: a file in it was created, renamed or deleted.
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
        """Whether the journal was empty at the last check and now holds frames: its salts identify it from now on."""
        is_empty = self._progress is not None and not any(self._progress.salts)
        return is_empty and _written(self._names[1]) is not None

    def _look(self) -> None:
        if self._replaced is not None:
            raise ReplacedStore(self._replaced)
        # The folder's time is read first: a later change then gives it another time, which the next check notices.
        changed = _changed(self._folder)
        now = tuple(map(_file, self._names))
        if any(was not in (None, found) for was, found in zip(self._found, now, strict=True)):
            # Another file at the path must not get this journal; a missing file may be put back and needs it.
            is_there_another = now[0] not in (None, self._found[0])
            self._refuse(set_aside=is_there_another)
        main = _written(self._names[0])
        if main is not None and main != self._main:
            self._look_inside(main)
        elif self._has_begun_a_journal:
            progress = _progress(self._index)
            if _written(self._names[0]) == main:
                self._progress = progress
        # A second change within the same step of the clock leaves the folder's time as it is: check again next time.
        self._folder_changed = changed if time.time_ns() - changed > _TICK else None
        self._found = now

    def _look_inside(self, main: tuple[int, int]) -> None:
        """Raise ReplacedStore unless a checkpoint has written the file; the first call only records the state.

        A checkpoint moves the counters in the journal's index, and the file it leaves still fits the journal and holds,
        together with it, the newest row known.
        """
        if self._pin is None:
            self._pin = sqlite3.connect(self._names[0], timeout=1, isolation_level=None, check_same_thread=False)
            self._pin.execute("PRAGMA user_version")  # The first read takes the shared lock and opens the journal.
            self._found = tuple(map(_file, self._names))
        progress, known = _progress(self._index), contents(self._names[0])
        if self._main is not None:
            if progress is not None and progress == self._progress and progress.begun == progress.done:
                # No checkpoint has run since the last check, or runs now: something else wrote the file. If the newest
                # row is the same, or the file cannot be read alone, the journal may still be needed and stays.
                self._refuse(set_aside=known is not None and known != self._contents)
            try:
                refuse_foreign_journal(self._names[0])
            except ForeignJournal:
                self._refuse(set_aside=True)
            if known and self._contents and not self._is_still_there(self._contents):
                self._refuse(set_aside=True)
        # A file written meanwhile is checked again at the next call. In the middle of a checkpoint the file cannot be
        # read alone; then the former content stays known.
        if _written(self._names[0]) == main:
            self._main, self._progress, self._contents = main, progress, known or self._contents

    def _is_still_there(self, before: Contents) -> bool:
        """Whether file and journal hold this newest row, read by a new connection, as an old one may use its cache."""
        if not before.position:
            return True
        with contextlib.closing(sqlite3.connect(self._names[0], timeout=1, isolation_level=None)) as fresh:
            return bool(fresh.execute(LINK_AT, (before.position,)).fetchall() == [(before.chain,)])

    def _refuse(self, *, set_aside: bool) -> None:
        """Raise ReplacedStore, as every later check will; with `set_aside` rename the journal first."""
        if self._pin is not None:
            # The extra reference keeps the connection from ever being closed: the last connection to close checkpoints
            # the journal, here into the other file.
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(self._pin))
        kept = self._set_journal_aside() if set_aside else None
        sentence = message(
            "{path} or its journal was replaced or deleted while it was open; close every program that uses "
            "it and run `partie verify` to check its content.",
            path=self._names[0],
        )
        if kept:
            sentence = message(
                "{sentence} The journal of the previous file is kept as {journal}.", sentence=sentence, journal=kept
            )
        self._replaced = sentence
        _gone.append(self)
        raise ReplacedStore(sentence)

    def _set_journal_aside(self) -> str | None:
        """Rename this process's journal, so that SQLite does not apply it to the file that is there now.

        Returns the new name; None when another journal, or none, is there, or the journal cannot be renamed.
        """
        journal = self._names[1]
        if self._found[1] is None or _file(journal) != self._found[1]:
            return None
        kept = next(name for number in count(1) if not os.path.exists(name := f"{journal}-before-{number}"))
        try:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self._index)
            os.rename(journal, kept)
        except OSError:
            return None  # The next process that opens the file refuses the journal (ForeignJournal).
        return kept


_identities: "weakref.WeakValueDictionary[str, Identity]" = weakref.WeakValueDictionary()
_lock = threading.Lock()


def identity(path: os.PathLike[str]) -> Identity:
    """The identity of the file at `path`, links resolved: SQLite keeps the journal beside the target of a link.

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
    """Raise StoreInUse for a process that holds a lock on the journal's index but none on the file.

    A connection locks both, so such a process has the file open that was at the path before.
    """
    strangers = sqlite_locks.holders_of_one(f"{target}-shm", target)
    for _ in range(20):  # Up to 1 s: a process that is ending releases its locks one by one.
        if not strangers:
            return
        time.sleep(0.05)
        strangers &= sqlite_locks.holders_of_one(f"{target}-shm", target)
    raise StoreInUse(
        message(
            "{path} was replaced while {program} had it open; stop that program first.",
            path=target,
            program=sqlite_locks.described(strangers),
        )
    )


def _progress(index: str) -> Progress | None:
    """The progress of checkpoints, read through SQLite's own descriptor of the index; None: this process has none.

    The index is not opened a second time, as closing it would drop all POSIX locks of this process on it. Its header
    has the salts at byte 32, `nBackfill` at 96 and `nBackfillAttempted` at 128 (https://sqlite.org/walformat.html).
    """
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
    """Device and inode of a file; None when there is none."""
    try:
        status = os.stat(name)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _written(name: str) -> tuple[int, int] | None:
    """Size in bytes and modification time in nanoseconds; None when the file is missing or empty."""
    try:
        status = os.stat(name)
    except OSError:
        return None
    return (status.st_size, status.st_mtime_ns) if status.st_size else None


def _changed(folder: str) -> int:
    """The time, in nanoseconds, when a file in it was last created, renamed or deleted; -1 when the folder is gone."""
    try:
        return os.stat(folder).st_mtime_ns
    except OSError:
        return -1
