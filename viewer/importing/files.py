"""Imports files into the store, or into a temporary copy of it."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from io import BufferedReader, BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, TypeAlias

from core.messages import message, message_of
from eventstore.formats import script, script_import
from eventstore.formats.script import Script, ScriptError
from eventstore.maintenance.copying import copy
from eventstore.matches.repository import MatchRepository
from eventstore.store.open_store import open_store
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store_url import is_file
from viewer.importing.summary import Problem, Remark, Source, Summary

if TYPE_CHECKING:
    from viewer.importing.foreign import ImportOptions, Read

LARGEST: Final = 100
"""Maximum megabytes of a file of another program."""

_OURS: Final = re.compile(rb'(?:\xef\xbb\xbf)?\s*(?:\{[^\n]*"partie"\s*:|\[[A-Za-z]+ )')
"""The start of Partie's own files: the header of a script, or of the text notation."""

_PACKED: Final = (b"\x1f\x8b", b"PK\x03\x04")
"""The start of files that may hold exports of other programs or Partie's own: gzip and ZIP."""

Progress: TypeAlias = Callable[[int, int], None]
"""Receives the amount done and the total."""

Confirm: TypeAlias = "Callable[[str, Read], bool]"
"""Decides whether a file (its name, and its content as it was read) is imported; called before anything is written."""


@contextmanager
def in_bulk(address: str, by: str = "local", *, files: Sequence[str] | None = None) -> Iterator[MatchRepository]:
    """Records that sync to disk once, at the end: after a power failure the same import restores the lost matches.

    With `files` (their names) what is recorded is a batch of imports.
    """
    if not is_file(address):
        with closing(open_store(address)) as database:
            yield MatchRepository(database, by=by, files=files)
        return
    with closing(SqliteStore(Path(address), synchronous="NORMAL")) as opened:
        yield MatchRepository(opened, by=by, files=files)
        opened.query("PRAGMA wal_checkpoint")


@contextmanager
def dry_run(address: str) -> Iterator[MatchRepository]:
    """Records in a temporary copy of the store."""
    with TemporaryDirectory(prefix="partie-") as folder:
        path = Path(folder) / "dry-run.db"
        if is_file(address) and Path(address).exists():
            with closing(SqliteStore(Path(address))) as store:
                store.copy(path)
        with closing(SqliteStore(path, synchronous="OFF")) as opened:
            if not is_file(address):
                with closing(open_store(address)) as database:
                    copy(database, opened)
            yield MatchRepository(opened)


def read(
    name: str,
    file: BufferedReader,
    records: MatchRepository,
    summary: Summary,
    options: "ImportOptions",
    progress: Progress,
    *,
    keep_valid: bool = False,
    largest: int = LARGEST,
    confirm: Confirm = lambda name, found: True,
) -> None:
    """Import a file of any format into the records and add the result to the summary, under `name`, and to `batch`.

    `largest` is in megabytes and applies to files of other programs; Partie's own are read line by line. With
    `keep_valid` a Partie match with an error is kept up to the error.
    """
    before = len(records.people().current_names())
    if b"\0" in file.peek()[:200]:
        file = _as_utf8(file, largest * 1_000_000)
    if file.peek().startswith(_PACKED):
        for inner, unpacked in _unpacked(name, file, summary, largest * 1_000_000):
            _read_one(inner, unpacked, records, summary, options, progress, keep_valid, largest, confirm)
    else:
        _read_one(name, file, records, summary, options, progress, keep_valid, largest, confirm)
    if records.batch:
        records.batch.close()
        summary.batch = records.batch.id
    summary.people += len(records.people().current_names()) - before


def _read_one(
    name: str,
    file: BufferedReader,
    records: MatchRepository,
    summary: Summary,
    options: "ImportOptions",
    progress: Progress,
    keep_valid: bool,
    largest: int,
    confirm: Confirm,
) -> None:
    if _OURS.match(file.peek()):
        _read_ours(name, file, records, summary, progress, keep_valid=keep_valid)
    elif len(data := file.read(largest * 1_000_000 + 1)) > largest * 1_000_000:
        summary.refuse(
            name, "", message("The file is larger than {most} MB; use --largest to allow more.", most=largest)
        )
    else:
        _read_foreign(name, data, records, summary, progress, options, confirm)


def _unpacked(name: str, file: BufferedReader, summary: Summary, limit: int) -> Iterator[tuple[str, BufferedReader]]:
    """The files of a compressed one, named after both; a workbook or a ZIP of tables unchanged."""
    from importers import imported_play, packed

    data = file.read(limit + 1)
    if len(data) > limit:
        yield name, BufferedReader(BytesIO(data))
        return
    try:
        for inner, content in packed.contents(data, limit):
            yield f"{name}: {inner}" if inner else name, BufferedReader(BytesIO(content))
    except imported_play.UnreadableFile as error:
        summary.refuse(name, "", str(error))


def _read_ours(
    name: str,
    file: BufferedReader,
    records: MatchRepository,
    summary: Summary,
    progress: Progress,
    *,
    keep_valid: bool,
) -> None:
    before, size = len(summary.matches), _size(file)
    for found in script.read(file):
        _keep(name, found, records, summary, keep_valid=keep_valid)
        progress(file.tell() if size else 0, size)
    summary.sources.append(Source(name, "partie", len(summary.matches) - before))


def _as_utf8(file: BufferedReader, limit: int) -> BufferedReader:
    """The file, converted to UTF-8 if it is UTF-16, as a Windows console writes; one above `limit` is not converted."""
    from importers import cells

    content = file.read(limit + 1)
    return BufferedReader(BytesIO(content if len(content) > limit else cells.as_utf8(content)))


def _size(file: BufferedReader) -> int:
    """Bytes of the file; 0 for a pipe."""
    if not file.seekable():
        return 0
    here = file.tell()
    size = file.seek(0, 2)
    file.seek(here)
    return size


def _keep(
    name: str,
    found: Script | ScriptError,
    records: MatchRepository,
    summary: Summary,
    *,
    keep_valid: bool,
) -> None:
    problem = found if isinstance(found, ScriptError) else None
    if isinstance(found, Script):
        try:
            result = script_import.import_script(records, found, keep_valid=keep_valid)
        except ScriptError as error:
            problem = error
        else:
            summary.keep(result.what, result.match.id, len(result.match.names))
            if result.problem:
                summary.problems.append(Problem(name, f"line {result.problem.line}", result.problem.sentence))
    if problem:
        summary.refuse(name, f"line {problem.line}", problem.sentence)


def _read_foreign(
    name: str,
    data: bytes,
    records: MatchRepository,
    summary: Summary,
    progress: Progress,
    options: "ImportOptions",
    confirm: Confirm,
) -> None:
    # Deferred: the importers load libraries for spreadsheets and XML, which other commands do not need.
    from importers import imported_play, ingest
    from viewer.importing import foreign
    from viewer.importing.summing_up import summed_up

    try:
        found = foreign.read(data, options)
    except imported_play.UnreadableFile as error:
        summary.refuse(name, "", str(error))
        return
    reading = found.reading
    summary.remarks += [Remark(name, sentence) for sentence in (*found.described(), *reading.remarks)]
    if not confirm(name, found):
        summary.refuse(name, "", foreign.refusal(found.confidence))
        return
    summary.sources.append(Source(name, found.format, len(reading.plays)))
    for problem in summed_up(reading.problems, found.is_loss):
        summary.problems.append(Problem(name, problem.where, problem.message, problem.lost))
        summary.refused += problem.number if problem.lost else 0
    withdrawn = 0
    for done, (play, result) in enumerate(
        zip(reading.plays, ingest.record_plays(records, reading.plays), strict=True), 1
    ):
        if result.match is not None:
            withdrawn += result.what == "withdrawn"
            summary.keep(result.what, result.match, len(play.players))
        elif result.problem:
            summary.refuse(name, result.problem.where, result.problem.message)
        progress(done, len(reading.plays))
    if withdrawn:
        stays = message_of(
            "{number} match was withdrawn by hand and stays so.",
            "{number} matches were withdrawn by hand and stay so.",
            withdrawn,
        )
        summary.remarks.append(Remark(name, stays))
