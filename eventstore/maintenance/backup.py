"""Verified backups of a store: taken while others write, checked row by row, restored without losing the store that is
replaced.

A backup keeps the names of people who are forgotten later; after a restore they must be forgotten again. What the
replaced store had revoked stays revoked.
"""

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

from core.messages import Message, refilled
from eventstore.access.access import revoke_again
from eventstore.maintenance.keeping import Replacement
from eventstore.maintenance.photo_check import photo_findings
from eventstore.maintenance.schema_check import schema_findings
from eventstore.maintenance.verification import verify
from eventstore.matches.match import MATCHES
from eventstore.matches.repository import MatchRepository, utc_now
from eventstore.store import redaction
from eventstore.store.open_store import require_existing
from eventstore.store.sqlite import SqliteStore
from eventstore.store.sqlite_exclusive import ExclusiveStore, holders, store_in_use
from eventstore.store.sqlite_file import query_unchanging
from eventstore.store.store import CHAINED_BYTES, CorruptStore, StoredEvent, StoreInUse, UnusableStore

Progress: TypeAlias = Callable[[int, int], None]

DRAFTS: Final = ".partie-"
"""Prefix of the temporary folders in which files are written before they get their names."""


class _NotReplaced(UnusableStore):
    """The restore failed; the sentence names the copy of the former store."""


def backup(
    store: SqliteStore, path: Path, progress: Progress = lambda done, of: None, *, made: float | None = None
) -> int:
    """Write the store, as it is at one moment, to the new file `path`, and return the number of matches in it.

    The file bears the time `made`; None: the present one.

    Others may go on writing. The copy is kept only when SQLite finds it whole and every row equals that of the store;
    otherwise raises UnusableStore. Raises FileExistsError.
    """
    if path.exists():
        raise FileExistsError(f"{path} is there already; a backup never replaces a file.")
    _refuse_damaged(store, store.path)  # First, or the damage would be reported of the copy.
    with _draft(path) as draft:
        store.copy(draft)
        copy = SqliteStore(draft)
        try:
            _refuse_damaged(copy, path)
            names = list(copy.streams())
            for done, name in enumerate(names):
                progress(done, len(names))
                rows = copy.read(name)
                if not _are_same(rows, store.read(name)[: len(rows)]):
                    raise UnusableStore(f"{path} was not kept: its {name} is not the store's.")
            if findings := photo_findings(copy, names, foreign=False):
                raise CorruptStore(f"{path} was not kept: {findings[0].where}: {findings[0].sentence}")
            progress(len(names), len(names))
        finally:
            copy.close()
        if made is not None:
            os.utime(draft, (made, made))  # Before it is named, or a power cut would leave another time.
        sync(draft)
        draft.rename(path)
    sync(path.parent)
    return sum(name.startswith(MATCHES) for name in names)


def _are_same(copied: Sequence[StoredEvent], rows: Sequence[StoredEvent]) -> bool:
    """True if the rows equal the copied ones, but for texts that were redacted since."""
    return len(copied) == len(rows) and all(
        one == other or (redaction.is_redacted(other.type, other.data) and _envelope(one) == _envelope(other))
        for one, other in zip(copied, rows, strict=True)
    )


def _envelope(row: StoredEvent) -> StoredEvent:
    return row._replace(data="", row_hash=row.row_hash[:CHAINED_BYTES])


def difference(store: SqliteStore, taken: Path) -> Replacement:
    """A comparison by the lengths of the plays; the backup, of this schema or an older one, is only read.

    Raises UnusableStore if it cannot be.
    """
    lengths = (
        "SELECT name, (SELECT max(version) FROM events WHERE stream = streams.id) FROM streams"
        f" WHERE name LIKE '{MATCHES}%'"
    )
    then = dict(query_unchanging(taken, lengths))
    now = dict(store.query(lengths))
    shorter = sum(then[name] < version for name, version in now.items() if name in then)
    return Replacement(len(then), len(now), shorter, len(now.keys() - then))


def restore(
    taken: Path, path: Path, *, force: bool = False, progress: Progress = lambda done, of: None
) -> tuple[int, Path | None]:
    """Make the store at `path` what it was when the backup `taken` was made; the backup is only read.

    Returns the number of matches, and the file beside it that keeps the former store (None: it was empty). Without
    `force` raises FileExistsError unless the store at `path` is empty. Raises UnusableStore when the backup is damaged
    or was tampered with, and StoreInUse when the store is open in any program.
    """
    require_existing(str(taken))
    with _draft(path, taken) as draft:
        for suffix in ("", "-wal"):
            if not suffix or Path(f"{taken}{suffix}").exists():
                shutil.copyfile(f"{taken}{suffix}", f"{draft}{suffix}")
        source = SqliteStore(draft)  # Migrates the copy of an older backup.
        try:
            not_whole = f"{taken} is not whole and was not restored; `partie --store {taken} verify` says why."
            if schema_findings(source):  # First, as other objects may compute without end.
                raise UnusableStore(not_whole)
            _refuse_damaged(source, taken)
            report = verify(MatchRepository(source), progress=progress)
            if not report.is_whole:
                raise UnusableStore(not_whole)
            before = _put_in_place(source, path, force)
        finally:
            source.close()
    return report.matches, before


def _put_in_place(source: SqliteStore, path: Path, force: bool) -> Path | None:
    """Returns the copy of the former store. Its file is locked from before that copy until the end."""
    try:
        with closing(ExclusiveStore(path)) as target:
            former = None
            if next(target.streams(), None) is not None:
                _refuse_without(force, path)
                revoke_again(source, target, utc_now)
                backup(target, former := former_path(path))
            _replace(target, source, former)
            return former
    except (StoreInUse, _NotReplaced):
        raise
    except UnusableStore:
        pass  # Damaged, or no store at all.
    return _put_over_damaged(source, path, force)


def _put_over_damaged(source: SqliteStore, path: Path, force: bool) -> Path:
    """The same for a file that cannot be read: it is renamed, and the files beside it too."""
    _refuse_without(force, path)
    if holders(str(path)):
        raise store_in_use(str(path))
    former = former_path(path)
    suffixes = [suffix for suffix in ("", "-wal", "-shm") if Path(f"{path}{suffix}").exists()]
    for suffix in suffixes:
        Path(f"{path}{suffix}").rename(f"{former}{suffix}")
    try:
        with closing(ExclusiveStore(path)) as target:
            target.replace_with(source)
    except BaseException:
        for suffix in ("", "-wal", "-shm"):
            Path(f"{path}{suffix}").unlink(missing_ok=True)
        for suffix in suffixes:
            Path(f"{former}{suffix}").rename(f"{path}{suffix}")
        raise
    return former


def _replace(target: ExclusiveStore, source: SqliteStore, former: Path | None) -> None:
    try:
        target.replace_with(source)
    except BaseException as error:
        reason = str(error) or "The restore was interrupted."
        if former is None:
            raise _NotReplaced(reason) from error
        raise _NotReplaced(f"{reason} What stood at {target.path} before is former as {former}.") from error


def _refuse_without(force: bool, path: Path) -> None:
    if not force:
        raise FileExistsError(
            f"{path} holds matches already; with --force they are replaced, and kept in a file beside it."
        )


def former_path(path: Path) -> Path:
    """The file beside the store at `path` that the next restore keeps its content in."""
    names = (path.with_name(f"{path.stem}-before-{number}{path.suffix}") for number in count(1))
    return next(name for name in names if not name.exists())


@contextmanager
def _draft(path: Path, shown_path: Path | None = None) -> Iterator[Path]:
    """A temporary path for a file that becomes `path`; deleted at the end. Errors name `shown_path` (None: `path`)."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=path.parent, prefix=DRAFTS) as folder:
        draft = Path(folder) / path.name
        try:
            yield draft
        except UnusableStore as error:
            raise type(error)(_naming(shown_path or path, draft, str(error))) from error


def _naming(path: Path, draft: Path, text: str) -> str:
    """The sentence with the path of the file in place of that of its draft."""
    if not isinstance(text, Message) or text.many:
        return text.replace(str(draft), str(path))
    values = {name: _naming(path, draft, value) if isinstance(value, str) else value for name, value in text.values}
    return refilled(text.template, values)


def _refuse_damaged(store: SqliteStore, path: Path) -> None:
    try:
        ((result,),) = store.query("PRAGMA integrity_check(1)")
    except CorruptStore:
        result = "not all of it can be read"
    if result != "ok":
        raise CorruptStore(f"{path} was not used: SQLite finds it damaged ({result.splitlines()[-1]}).")


def sync(path: Path) -> None:
    """Flush a file, or the entries of a folder, to the disk."""
    if path.is_dir() and os.name == "nt":  # Windows cannot sync folders.
        return
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
