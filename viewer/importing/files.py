"""Reading files into the store, or into a copy of it that is thrown away."""

import re
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from io import BufferedReader, BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, TypeAlias

from core.phrase import phrase
from eventstore import intake, script
from eventstore.copying import copy
from eventstore.opening import is_file, open_store
from eventstore.records import Records
from eventstore.script import Script, Unreadable
from eventstore.sqlite import SqliteStore
from viewer.importing.summary import Problem, Remark, Source, Summary

if TYPE_CHECKING:
    from viewer.importing.foreign import Wishes

LARGEST: Final = 100
"""Megabytes a file of another program may have."""

_OURS: Final = re.compile(rb'(?:\xef\xbb\xbf)?\s*(?:\{[^\n]*"partie"\s*:|\[[A-Za-z]+ )')
"""How our own files begin: the header of a script, or that of the text notation."""

Progress: TypeAlias = Callable[[int, int], None]
"""Is told how much is done, of how much."""


@contextmanager
def in_bulk(address: str, by: str = "local") -> Iterator[Records]:
    """Records that wait for the disk once, at the end: what a power cut takes before, the same files bring again."""
    if not is_file(address):
        with closing(open_store(address)) as database:
            yield Records(database, by=by)
        return
    with closing(SqliteStore(Path(address), synchronous="NORMAL")) as opened:
        yield Records(opened, by=by)
        opened.query("PRAGMA wal_checkpoint")


@contextmanager
def rehearsal(address: str) -> Iterator[Records]:
    """Records in a copy of the store that is thrown away."""
    with TemporaryDirectory(prefix="partie-") as folder:
        path = Path(folder) / "rehearsal.db"
        if is_file(address) and Path(address).exists():
            with closing(SqliteStore(Path(address))) as kept:
                kept.copy(path)
        with closing(SqliteStore(path, synchronous="OFF")) as opened:
            if not is_file(address):
                with closing(open_store(address)) as database:
                    copy(database, opened)
            yield Records(opened)


def read(
    name: str,
    file: BufferedReader,
    records: Records,
    summary: Summary,
    wishes: "Wishes",
    progress: Progress,
    *,
    keep_valid: bool = False,
    largest: int = LARGEST,
) -> None:
    """Read a file of any kind into the records, and tell the summary, which calls it `name`, what came of it.

    `largest` is in megabytes, for files of other programs; ours are read line by line. With `keep_valid` a match of
    ours with a mistake is kept up to there.
    """
    before = len(records.people().everybody())
    if b"\0" in file.peek()[:200]:
        file = _as_utf8(file, largest * 1_000_000)
    if _OURS.match(file.peek()):
        _read_ours(name, file, records, summary, progress, keep_valid=keep_valid)
    elif len(data := file.read(largest * 1_000_000 + 1)) > largest * 1_000_000:
        summary.refuse(
            name, "", phrase("The file has more than {most} megabytes; --largest allows more.", most=largest)
        )
    else:
        _read_foreign(name, data, records, summary, progress, wishes)
    summary.people += len(records.people().everybody()) - before


def _read_ours(
    name: str, file: BufferedReader, records: Records, summary: Summary, progress: Progress, *, keep_valid: bool
) -> None:
    before, size = len(summary.matches), _size(file)
    for found in script.read(file):
        _keep(name, found, records, summary, keep_valid=keep_valid)
        progress(file.tell() if size else 0, size)
    summary.sources.append(Source(name, "partie", len(summary.matches) - before))


def _as_utf8(file: BufferedReader, limit: int) -> BufferedReader:
    """The same file, in UTF-8 if it is text in UTF-16, as a console of Windows writes it; nothing is made smaller."""
    from importers import cells

    content = file.read(limit + 1)
    return BufferedReader(BytesIO(content if len(content) > limit else cells.as_utf8(content)))


def _size(file: BufferedReader) -> int:
    """Bytes of the file; 0 for one that comes through a pipe."""
    if not file.seekable():
        return 0
    here = file.tell()
    size = file.seek(0, 2)
    file.seek(here)
    return size


def _keep(name: str, found: Script | Unreadable, records: Records, summary: Summary, *, keep_valid: bool) -> None:
    problem = found if isinstance(found, Unreadable) else None
    if isinstance(found, Script):
        try:
            kept = intake.keep(records, found, keep_valid=keep_valid)
        except Unreadable as error:
            problem = error
        else:
            summary.keep(kept.what, kept.match.id, len(kept.match.names))
            if kept.problem:
                summary.problems.append(Problem(name, f"line {kept.problem.line}", kept.problem.sentence))
    if problem:
        summary.refuse(name, f"line {problem.line}", problem.sentence)


def _read_foreign(
    name: str, data: bytes, records: Records, summary: Summary, progress: Progress, wishes: "Wishes"
) -> None:
    # The importers bring libraries for spreadsheets and XML along, which other commands need not wait for.
    from importers import intake, play
    from viewer.importing import foreign

    try:
        found = foreign.read(data, wishes)
    except play.Unreadable as error:
        summary.refuse(name, "", str(error))
        return
    reading = found.reading
    summary.sources.append(Source(name, found.format, len(reading.plays)))
    summary.remarks += [Remark(name, sentence) for sentence in (*found.described(), *reading.remarks)]
    for problem in reading.problems:
        if found.is_loss(problem):
            summary.refuse(name, problem.where, problem.message)
        else:
            summary.problems.append(Problem(name, problem.where, problem.message, lost=False))
    for done, (told, kept) in enumerate(zip(reading.plays, intake.keep(records, reading.plays), strict=True), 1):
        if kept.match is not None:
            summary.keep(kept.what, kept.match, len(told.players))
        elif kept.problem:
            summary.refuse(name, kept.problem.where, kept.problem.message)
        progress(done, len(reading.plays))
