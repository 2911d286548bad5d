"""Whether the SQLite file that a process has open is still the store it opened, or was replaced by another one.

`mv` puts another file at the path. `cp` overwrites the content of the same file, which SQLite does not notice: it goes
on with its page cache and with the journal (the write-ahead log `-wal`, indexed by `-shm`) of the former content.
"""

import contextlib
import os
import struct
import threading
import time
import weakref
from itertools import count
from typing import Any, Final, NamedTuple, TypeAlias

from core.messages import Message, message
from eventstore.store import sqlite_locks
from eventstore.store.sqlite_journal import HASH_AT, FileContents, ForeignJournal, read_contents, refuse_foreign_journal
from eventstore.store.sqlite_library import sqlite3
from eventstore.store.store import ReplacedStore, StoreInUse

_CLOCK_STEP_NS: Final = 100_000_000
"""Timestamps of file systems advance in steps shorter than this."""

_Inode: TypeAlias = tuple[int, int]
"""Device and inode of a file."""

_journals_checked: Final = dict[str, tuple[object, object]]()
"""Files, by path, whose journal this process has found to be their own: size and time of the file, and which journal
file it was."""


class JournalProgress(NamedTuple):
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
        self._file, self._journal = target, f"{target}-wal"
        self._index = f"{target}-shm"
        self._folder = os.path.dirname(target)
        self._lock = threading.Lock()
        # As of the last check: the inodes of file and journal, the time of the folder, size and time of the file, the
        # progress of checkpoints, and the content of the file alone.
        self._inodes: tuple[_Inode | None, _Inode | None] = (None, None)
        self._folder_time: int | None = None
        self._file_stamp: tuple[int, int] | None = None
        self._progress: JournalProgress | None = None
        self._contents: FileContents | None = None
        self._replaced: Message | None = None
        self._connection: Any = None
        state = (_stamp(target), _inode(self._journal))
        if None not in state and _journals_checked.get(target) != state:  # There is a journal, not checked yet.
            refuse_foreign_journal(target)
            _refuse_process_with_another_file(target)
            _journals_checked[target] = state

    def check(self) -> None:
        """Raise ReplacedStore when the store was replaced since this process opened it, and at every later call."""
        if not self.is_as_it_was:
            with self._lock:
                self._check()

    @property
    def is_as_it_was(self) -> bool:
        """Whether size and time of the file and the time of its folder are those of the last check.

        The journal, which is synced at every append, is left out: on Linux a file whose time was read gets a new time
        with its next write, and the sync after it takes 1.5 times as long. Its identity is compared when the folder has
        changed: a file in it was created, renamed or deleted.
        """
        return (
            self._file_stamp is not None
            and self._replaced is None
            and _stamp(self._file) == self._file_stamp
            and _folder_time(self._folder) == self._folder_time
            and not self._has_begun_a_journal
        )

    @property
    def _has_begun_a_journal(self) -> bool:
        """Whether the journal was empty at the last check and now holds frames: its salts identify it from now on."""
        is_empty = self._progress is not None and not any(self._progress.salts)
        return is_empty and _stamp(self._journal) is not None

    def _check(self) -> None:
        if self._replaced is not None:
            raise ReplacedStore(self._replaced)
        # The folder's time is read first: a later change then gives it another time, which the next check notices.
        folder_time = _folder_time(self._folder)
        inodes = (_inode(self._file), _inode(self._journal))
        if any(was not in (None, now) for was, now in zip(self._inodes, inodes, strict=True)):
            # Another file at the path must not get this journal; a missing file may be put back and needs it.
            is_another_file = inodes[0] not in (None, self._inodes[0])
            self._refuse(set_aside=is_another_file)
        stamp = _stamp(self._file)
        if stamp is not None and stamp != self._file_stamp:
            if self._connection is None:
                self._connect()
                inodes = (_inode(self._file), _inode(self._journal))
            self._check_file(stamp)
        elif self._has_begun_a_journal:
            progress = _read_progress(self._index)
            if _stamp(self._file) == stamp:
                self._progress = progress
        # A second change within the same step of the clock leaves the folder's time as it is: check again next time.
        self._folder_time = folder_time if time.time_ns() - folder_time > _CLOCK_STEP_NS else None
        # Until this process holds the lock, another one may delete the journal: it closes its last connection.
        self._inodes = inodes if self._connection is not None else (inodes[0], None)

    def _connect(self) -> None:
        self._connection = sqlite3.connect(self._file, timeout=1, isolation_level=None, check_same_thread=False)
        self._connection.execute("PRAGMA user_version")  # The first read takes the shared lock and opens the journal.

    def _check_file(self, stamp: tuple[int, int]) -> None:
        """Raise ReplacedStore unless a checkpoint has written the file; the first call only records the state.

        A checkpoint moves the counters in the journal's index, and the file it leaves still fits the journal and holds,
        together with it, the newest row known.
        """
        progress, contents = _read_progress(self._index), read_contents(self._file)
        if self._file_stamp is not None:
            if progress is not None and progress == self._progress and progress.begun == progress.done:
                # No checkpoint has run since the last check, or runs now: something else wrote the file. If the newest
                # row is the same, or the file cannot be read alone, the journal may still be needed and stays.
                self._refuse(set_aside=contents is not None and contents != self._contents)
            try:
                refuse_foreign_journal(self._file)
            except ForeignJournal:
                self._refuse(set_aside=True)
            if contents and self._contents and not self._holds_row(self._contents):
                self._refuse(set_aside=True)
        # A file written meanwhile is checked again at the next call. In the middle of a checkpoint the file cannot be
        # read alone; then the former content stays known.
        if _stamp(self._file) == stamp:
            self._file_stamp, self._progress, self._contents = stamp, progress, contents or self._contents

    def _holds_row(self, newest: FileContents) -> bool:
        """Whether file and journal hold this newest row, read by a new connection, as an old one may use its cache."""
        if not newest.position:
            return True
        with contextlib.closing(sqlite3.connect(self._file, timeout=1, isolation_level=None)) as fresh:
            return bool(fresh.execute(HASH_AT, (newest.position,)).fetchall() == [(newest.row_hash,)])

    def _refuse(self, *, set_aside: bool) -> None:
        """Raise ReplacedStore, as every later check will; with `set_aside` rename the journal first.

        Until it ends this process keeps its connection and opens nothing else at that path. The last connection to
        close would checkpoint the journal into the file, which is another one now: Python 3.12 can switch that off
        (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE), for 3.11 nothing but a connection that is never closed does.
        """
        threading.Thread(target=_keep_until_the_end, args=(self,), daemon=True).start()
        journal = self._set_journal_aside() if set_aside else None
        sentence = message(
            "{path} or its journal was replaced or deleted while it was open; close every program that uses "
            "it and run `partie verify` to check its content.",
            path=self._file,
        )
        if journal:
            sentence = message(
                "{sentence} The journal of the previous file is kept as {journal}.", sentence=sentence, journal=journal
            )
        self._replaced = sentence
        raise ReplacedStore(sentence)

    def _set_journal_aside(self) -> str | None:
        """Rename this process's journal, so that SQLite does not apply it to the file that is there now.

        Returns the new name; None when another journal, or none, is there, or the journal cannot be renamed.
        """
        if self._inodes[1] is None or _inode(self._journal) != self._inodes[1]:
            return None
        names = (f"{self._journal}-before-{number}" for number in count(1))
        new_name = next(name for name in names if not os.path.exists(name))
        try:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self._index)
            os.rename(self._journal, new_name)
        except OSError:
            return None  # The next process that opens the file refuses the journal (ForeignJournal).
        return new_name


def _keep_until_the_end(_: Identity) -> None:
    """The work of a daemon thread: Python stops it when the process ends, and releases nothing that it holds."""
    threading.Event().wait()


_identities: "weakref.WeakValueDictionary[str, Identity]" = weakref.WeakValueDictionary()
_lock = threading.Lock()


def identity(path: os.PathLike[str]) -> Identity:
    """The identity of the file at `path`, links resolved: SQLite keeps the journal beside the target of a link.

    Raises ForeignJournal when another file's journal lies beside it, and StoreInUse when a process that has
    another file open still uses that journal.
    """
    target = os.path.realpath(path)
    with _lock:
        known = _identities.get(target)
        if known is None:
            known = _identities[target] = Identity(target)
    return known


def _refuse_process_with_another_file(target: str) -> None:
    """Raise StoreInUse for a process that holds a lock on the journal's index but none on the file.

    A connection locks both, so such a process has the file open that was at the path before.
    """
    others = sqlite_locks.holders_of_first_only(f"{target}-shm", target)
    for _ in range(20):  # Up to 1 s: a process that is ending releases its locks one by one.
        if not others:
            return
        time.sleep(0.05)
        others &= sqlite_locks.holders_of_first_only(f"{target}-shm", target)
    raise StoreInUse(
        message(
            "{path} was replaced while {program} had it open; stop that program first.",
            path=target,
            program=sqlite_locks.describe(others),
        )
    )


def _read_progress(index: str) -> JournalProgress | None:
    """The progress of checkpoints, read through SQLite's own descriptor of the index; None: this process has none.

    The index is not opened a second time, as closing it would drop all POSIX locks of this process on it. Its header
    has the salts at byte 32, `nBackfill` at 96 and `nBackfillAttempted` at 128 (https://sqlite.org/walformat.html).
    """
    with contextlib.suppress(OSError):
        inode = _inode(index)
        for name in os.listdir("/dev/fd"):
            with contextlib.suppress(OSError):
                status = os.fstat(int(name))
                if inode == (status.st_dev, status.st_ino):
                    header = os.pread(int(name), 132, 0)
                    if len(header) < 132:  # The disk is full.
                        return None
                    (done,), (begun,) = struct.unpack_from("=I", header, 96), struct.unpack_from("=I", header, 128)
                    return JournalProgress(header[32:40], begun, done)
    return None


def _inode(name: str) -> _Inode | None:
    """None when there is no file."""
    try:
        status = os.stat(name)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _stamp(name: str) -> tuple[int, int] | None:
    """Size in bytes and modification time in nanoseconds; None when the file is missing or empty."""
    try:
        status = os.stat(name)
    except OSError:
        return None
    return (status.st_size, status.st_mtime_ns) if status.st_size else None


def _folder_time(folder: str) -> int:
    """The time, in nanoseconds, when a file in it was last created, renamed or deleted; -1 when the folder is gone."""
    try:
        return os.stat(folder).st_mtime_ns
    except OSError:
        return -1
