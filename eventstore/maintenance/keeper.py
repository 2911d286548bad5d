"""Carries out the schedule of `keeping`: backups, their copies in further folders, restores on trial, checks.

One call does what is due at a time, and notes the result beside the store. The service makes these calls in a process
of its own, of low priority: backups of large stores hold up neither writers nor pages.
"""

import errno
import filecmp
import logging
import shutil
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Lock, Thread
from typing import Final, Literal, TypeAlias

from core.messages import message
from eventstore.access.access import last_seen
from eventstore.maintenance import backup as files
from eventstore.maintenance import keeping
from eventstore.maintenance.backup import Progress
from eventstore.maintenance.keeping import Backup, CheckOutcome, backups_in
from eventstore.maintenance.keeping_facts import note_seen, note_version
from eventstore.maintenance.verification import verify
from eventstore.matches.repository import MatchRepository
from eventstore.process_settings import apply_process_settings
from eventstore.store.open_store import require_existing
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import UnusableStore
from eventstore.worker_process import Call, Limits, WorkerProcess, report_progress

log: Final = logging.getLogger("partie.service")

LOOK_S: Final = 60
"""Seconds between two looks at the clock."""

Task: TypeAlias = Literal["backup", "check"]
"""A task that a person asks for out of turn."""

_LIMITS: Final = Limits(
    max_waiting=2,
    max_of_client=2,
    timeout_s=6 * 3600,
    max_memory=8 << 30,
    too_many="Partie is backing up already.",
    too_costly="The backup took too long or too much memory, or was interrupted.",
)


def nothing(done: int, of: int) -> None:
    """No progress is shown."""


def keep_up(store: Path, now: datetime, *, asked: Task | None = None, progress: Progress = nothing) -> None:
    """Do what is due for the store at `now`, and `asked` in any case. What fails is noted, and tried again later."""
    notes = keeping.notes_of(store)
    folders = [folder for folder in notes.folders if keeping.is_there(folder)]
    if folders and asked != "check":
        for folder in (*folders, store.parent):
            _remove_drafts(folder, now)
        with suppress(UnusableStore, OSError):
            _back_up(store, folders, now, is_asked=asked == "backup", progress=progress)
        newest = keeping.newest_of(store, folders, now)
        if newest and (asked or _is_trial_due(notes.trial, newest, now)):
            keeping.note_outcome(store, restore_on_trial(store, newest, now, progress))
    if asked == "check" or (folders and keeping.is_outcome_due(notes.check, now)):
        keeping.note_outcome(store, check(store, now, progress))


def is_due(store: Path, now: datetime) -> bool:
    """True if `keep_up` has something to do; false for an hour after an attempt that failed."""
    notes = keeping.notes_of(store)
    if notes.failed_at and notes.failed_at <= now < notes.failed_at + keeping.RETRY:
        return False
    folders = [folder for folder in notes.folders if keeping.is_there(folder)]
    return any(not keeping.fresh(keeping.newest_of(store, [folder], now), now) for folder in folders)


def _is_trial_due(trial: CheckOutcome | None, newest: Backup, now: datetime) -> bool:
    """Once a week, and with the next backup after one that failed."""
    has_failed = trial is not None and bool(trial.why) and trial.name != newest.path.name
    return has_failed or keeping.is_outcome_due(trial, now)


def _back_up(store: Path, folders: list[Path], now: datetime, *, is_asked: bool, progress: Progress) -> None:
    """Bring each of the folders, which are there, up to date. Raises what the last attempt that failed has raised."""
    failure: UnusableStore | OSError | None = None
    why = ""
    newest = None if is_asked else keeping.fresh(keeping.newest_of(store, folders, now), now)
    for folder in folders:
        try:
            if newest is None:
                newest = _make(store, folder, now, progress)
            _catch_up(store, newest.path.parent, folder)
            for each in keeping.superfluous(backups_in(folder, store), keeping.notes_of(store).keep, now):
                each.path.unlink()
        except (UnusableStore, OSError) as error:
            failure, why = error, _reason(error, folder)
    keeping.note_failure(store, now, why)
    if failure:
        raise failure


def _reason(error: UnusableStore | OSError, folder: Path) -> str:
    """The sentence of a failure, which names the place to make room in."""
    if isinstance(error, UnusableStore):
        return str(error)
    if error.errno == errno.ENOSPC:
        return message("{path} cannot be written: the disk is full.", path=str(folder))
    reason = (error.strerror or str(error)).lower()
    return message("Backups cannot go to {folder}: {reason}.", folder=str(folder), reason=reason)


def _make(store: Path, folder: Path, now: datetime, progress: Progress) -> Backup:
    require_existing(str(store))
    path = keeping.free_path(folder, store, now)
    with closing(SqliteStore(store)) as source:
        plays = files.backup(source, path, progress, made=now.timestamp())
    made = Backup(path, now, path.stat().st_size, plays)
    keeping.note_backup(store, made)
    return made


def _catch_up(store: Path, source: Path, folder: Path) -> None:
    """Copy to the folder the backups of the other one that are missing in it, each of them compared and then named."""
    if source == folder:
        return
    present = {each.path.name for each in backups_in(folder, store)}
    for each in backups_in(source, store):
        if each.path.name not in present:
            with TemporaryDirectory(dir=folder, prefix=files.DRAFTS) as drafts:
                draft = Path(drafts) / each.path.name
                shutil.copy2(each.path, draft)
                files.sync(draft)
                if not filecmp.cmp(each.path, draft, shallow=False):
                    raise OSError(f"{folder / each.path.name} was not kept: it is not what was copied.")
                draft.rename(folder / each.path.name)
            files.sync(folder)


def restore_on_trial(store: Path, backup: Backup, now: datetime, progress: Progress = nothing) -> CheckOutcome:
    """Restore a backup into a temporary folder, and check every play in it."""
    noted = keeping.notes_of(store).last
    plays = noted.plays if noted and noted.path.name == backup.path.name else None
    try:
        with TemporaryDirectory(dir=store.parent, prefix=files.DRAFTS) as folder:
            restored, _ = files.restore(backup.path, Path(folder) / store.name, progress=progress)
    except (UnusableStore, OSError) as error:
        return CheckOutcome(backup.path.name, now.isoformat(), plays or 0, 0, str(error))
    expected = restored if plays is None else plays
    why = "" if restored == expected else f"{restored} of {expected} plays came back."
    return CheckOutcome(backup.path.name, now.isoformat(), expected, restored, why)


def check(store: Path, now: datetime, progress: Progress = nothing) -> CheckOutcome:
    """Check every play of the store itself, as `partie verify` does."""
    try:
        require_existing(str(store))
        with closing(SqliteStore(store)) as source:
            report = verify(MatchRepository(source), progress=progress)
    except (UnusableStore, OSError) as error:
        return CheckOutcome("", now.isoformat(), 0, 0, str(error))
    found = [*report.tampered, *report.damaged, *report.rules_changed, *report.schema]
    bad = {finding.match for finding in found if finding.match}
    why = "" if not found else f"`partie verify` has {len(found)} findings."
    return CheckOutcome("", now.isoformat(), report.matches, report.matches - len(bad), why)


def _remove_drafts(folder: Path, now: datetime) -> None:
    """Remove what a program left that was killed: drafts in which nothing was written for an hour."""
    for draft in folder.glob(f"{files.DRAFTS}*"):
        with suppress(OSError):
            written = [draft, *draft.iterdir()] if draft.is_dir() else []
            if written and max(each.stat().st_mtime for each in written) < (now - keeping.RETRY).timestamp():
                shutil.rmtree(draft)


def keep_up_in_process(store: Path, now: datetime, asked: Task | None) -> None:
    keep_up(store, now, asked=asked, progress=report_progress)


def local_now() -> datetime:
    return datetime.now().astimezone()


class Keeper:
    """Looks at the clock while a service runs, and calls `keep_up` in a process of its own; one per store."""

    def __init__(self, store: Path, now: Callable[[], datetime] = local_now) -> None:
        self.store, self._now = store, now
        self._worker = WorkerProcess(_LIMITS, f"{apply_process_settings.__module__}:{apply_process_settings.__name__}")
        self._ended, self._lock = Event(), Lock()
        self._call: Call | None = None
        self._task: Task | None = None

    def start(self) -> None:
        """Begin to look at the clock, now and then every minute."""
        self._ended.clear()
        with suppress(OSError):  # A store that can only be read has no notes.
            note_version(self.store)
        Thread(target=self._run, name="keeper", daemon=True).start()

    def close(self) -> None:
        """End the looking, and what is running; a backup that is half made is not kept."""
        self._ended.set()
        self._note_seen()
        if call := self._call:
            self._worker.abandon(call)

    def ask(self, task: Task) -> Call:
        """Begin a task out of turn, or return the call that runs."""
        return self._submit(task)

    def running(self) -> tuple[Task, int] | None:
        """The task that runs and its progress in percent; None: none runs."""
        call, task = self._call, self._task
        if call is None or call.result.done():
            return None
        done, of = call.progress
        return task or "backup", 100 * done // of if of else 0

    def _submit(self, task: Task | None) -> Call:
        with self._lock:
            if self._call is None or self._call.result.done():
                arguments = (self.store, self._now(), task)
                self._task = task
                self._call = self._worker.submit(f"{__name__}:{keep_up_in_process.__name__}", *arguments)
            return self._call

    def _note_seen(self) -> None:
        with suppress(OSError):
            note_seen(self.store, last_seen())

    def _note_failure(self, error: Exception) -> None:
        """Note the failure of a process that was ended, so that the next attempt waits; not at the end of a service."""
        if not self._ended.is_set():
            with suppress(OSError):
                keeping.note_failure(self.store, self._now(), str(error))

    def _run(self) -> None:
        while True:
            self._note_seen()
            try:
                if is_due(self.store, self._now()):
                    self._submit(None).result.result()
                    if keeping.notes_of(self.store).why:  # Not in the line, as it names paths.
                        log.error("backup failed")
            except Exception as error:  # The process was killed, or a folder cannot be read.
                log.error("keeping failed", extra={"fields": {"error": type(error).__name__}})
                self._note_failure(error)
            if self._ended.wait(LOOK_S):
                return


@cache
def keeper_of(store: Path) -> Keeper:
    """The one keeper of a store in this program."""
    return Keeper(store)
