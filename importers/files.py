"""The use case of an import: recognize files, read them, record what they hold, and sum up the result.

Partie's own files are read line by line, those of other programs by their importers. A dry run is the same import into
a temporary copy of the store.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from io import BufferedReader, BytesIO
from typing import TYPE_CHECKING, Final, TypeAlias

from core.messages import ForCommands, Message, message, message_of
from eventstore import codec
from eventstore.formats import script, script_import
from eventstore.formats.match_file import Script, ScriptError
from eventstore.maintenance import bulk
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels import projection
from eventstore.readmodels.projection import MatchRow
from eventstore.store.store import FullDisk
from importers import game_logs
from importers.summary import FileSource, Problem, Remark, Summary

if TYPE_CHECKING:
    from importers.imported_play import ImportedPlay
    from importers.reading import ImportOptions, Known, Read

MAX_MEGABYTES: Final = 100
"""Maximum megabytes of a file of another program."""

_OURS: Final = re.compile(rb'(?:\xef\xbb\xbf)?\s*(?:\{[^\n]*"partie"\s*:|\[[A-Za-z]+ )')
"""The start of Partie's own files: the header of a script, or of the text notation."""

_PACKED: Final = (b"\x1f\x8b", b"PK\x03\x04")
"""The start of files that may hold exports of other programs or Partie's own: gzip and ZIP."""

Progress: TypeAlias = Callable[[int, int], None]
"""Receives the amount done and the total."""

Confirm: TypeAlias = "Callable[[str, Read], Read | None]"
"""Chooses which reading of a file (its name, and its content as it was read) is imported, None for none; called before
anything is written.
"""

ReadForeign: TypeAlias = "Callable[[bytes, ImportOptions, Known], Read]"
"""`reading.read`, perhaps in another process."""

MAX_SAMPLE: Final = 5
"""Maximum matches of each file that are shown of an import: new ones if there are any, else others."""


@contextmanager
def importing(
    store: str,
    names: Sequence[str],
    *,
    dry_run: bool = False,
    by: str = "local",
    keep_valid: bool = False,
    max_megabytes: int = MAX_MEGABYTES,
    confirm: Confirm = lambda name, found: found,
    forget: bool = False,
    read_foreign: "ReadForeign | None" = None,
) -> Iterator["FileImport"]:
    """An import of files of these names into the store at an address, as one batch recorded by `by`.

    What is recorded is synced to disk once, at the end; a dry run writes to a temporary copy. The other parameters are
    those of `FileImport`. Raises FullDisk, which says how many matches were recorded before.
    """
    with bulk.dry_run(store) if dry_run else bulk.in_bulk(store, by, files=names) as records:
        summary = Summary(files=len(names))
        try:
            yield FileImport(
                records,
                summary,
                keep_valid,
                max_megabytes,
                confirm,
                forget=forget,
                is_dry_run=dry_run,
                read_foreign=read_foreign,
            )
        except FullDisk as error:
            raise FullDisk(error if dry_run else _so_far(error, len(summary.matches))) from error


def _so_far(error: FullDisk, number: int) -> Message:
    """The sentence of an error that ended an import, and how many matches were recorded before."""
    return message_of(
        "{why} {number} match of the import is in the store; import the files again when there is room.",
        "{why} {number} matches of the import are in the store; import the files again when there is room.",
        number,
        why=str(error),
    )


@dataclass(frozen=True, slots=True)
class FileRead:
    """One file as it was read.

    `found` is None for a file of Partie; `taken` is the reading that is imported, None if nothing is. `matches` counts
    those in the store; `sample` are the first of them, at most `MAX_SAMPLE`: new ones if there are any, else others.
    """

    name: str
    found: "Read | None"
    taken: "Read | None"
    matches: int
    sample: tuple[str, ...]


@dataclass
class FileImport:
    """Imports files into `records` and adds the results to `summary`.

    `max_megabytes` applies to files of other programs. With `keep_valid` a Partie match with an error is kept up to the
    error. With `forget` the mappings that were confirmed for the headers of the files are forgotten first; `confirm` of
    an import that `is_dry_run` confirms none. `read_foreign` is None to read in this process.
    `seen` receives each file once it is recorded.
    """

    records: MatchRepository
    summary: Summary
    keep_valid: bool = False
    max_megabytes: int = MAX_MEGABYTES
    confirm: Confirm = lambda name, found: found
    forget: bool = False
    is_dry_run: bool = False
    read_foreign: "ReadForeign | None" = None
    seen: Callable[[FileRead], None] = lambda read: None
    sample: list[str] = field(default_factory=list)
    """The first matches of each file, at most `MAX_SAMPLE`."""
    _new: list[str] = field(default_factory=list)
    """The new matches of the file that is read."""

    def read(
        self,
        name: str,
        file: BufferedReader,
        options: "ImportOptions | None" = None,
        progress: Progress = lambda done, of: None,
    ) -> None:
        """Import a file of any format; the summary calls it `name`. `options` apply to tables and lists."""
        before = len(self.records.people().current_names())
        if b"\0" in file.peek()[:200]:
            file = _as_utf8(file, self._max_bytes)
        if file.peek().startswith(_PACKED):
            for inner, unpacked in self._unpacked(name, file):
                self._read_one(inner, unpacked, options, progress)
        else:
            self._read_one(name, file, options, progress)
        if self.records.batch:
            self.records.batch.close()
            self.summary.batch = self.records.batch.id
        self.summary.people += len(self.records.people().current_names()) - before

    def rows(self, ids: Sequence[str] | None = None) -> tuple[MatchRow, ...]:
        """These matches, or the sample, as rows of a list; players by name."""
        matches = map(self.records.match, dict.fromkeys(self.sample if ids is None else ids))
        return tuple(replace(projection.match_row(match), players=match.names) for match in matches)

    @property
    def _max_bytes(self) -> int:
        return self.max_megabytes * 1_000_000

    def _read_one(self, name: str, file: BufferedReader, options: "ImportOptions | None", progress: Progress) -> None:
        self._new.clear()
        if _OURS.match(file.peek()) and not game_logs.named(file.peek()):
            self._read_ours(name, file, progress)
        elif len(data := file.read(self._max_bytes + 1)) > self._max_bytes:
            too_large = message(
                "The file is larger than {most} MB{how}.",
                most=self.max_megabytes,
                how=ForCommands("; use --largest to allow more"),
            )
            self.summary.refuse(name, "", too_large)
        else:
            self._read_foreign(name, data, options, progress)

    def _unpacked(self, name: str, file: BufferedReader) -> Iterator[tuple[str, BufferedReader]]:
        """The files of a compressed one, named after both; a workbook or a ZIP of tables unchanged."""
        from importers import imported_play, packed

        data = file.read(self._max_bytes + 1)
        if len(data) > self._max_bytes:
            yield name, BufferedReader(BytesIO(data))
            return
        try:
            for inner, content in packed.contents(data, self._max_bytes):
                yield f"{name}: {inner}" if inner else name, BufferedReader(BytesIO(content))
        except imported_play.UnreadableFile as error:
            self.summary.refuse(name, "", str(error))

    def _read_ours(self, name: str, file: BufferedReader, progress: Progress) -> None:
        before, size = len(self.summary.matches), _size(file)
        for found in script.read(file):
            self._keep(name, found)
            progress(file.tell() if size else 0, size)
        self.summary.sources.append(FileSource(name, "partie", len(self.summary.matches) - before))
        self._keep_file(name, None, None, before)

    def _keep(self, name: str, found: Script | ScriptError) -> None:
        problem = found if isinstance(found, ScriptError) else None
        if isinstance(found, Script):
            try:
                result = script_import.import_script(self.records, found, keep_valid=self.keep_valid)
            except ScriptError as error:
                problem = error
            else:
                self._count(result.what, result.match.id, len(result.match.names))
                if result.problem:
                    where = f"line {result.problem.line}"
                    self.summary.problems.append(Problem(name, where, result.problem.sentence))
        if problem:
            self.summary.refuse(name, f"line {problem.line}", problem.sentence)

    def _read_foreign(self, name: str, data: bytes, options: "ImportOptions | None", progress: Progress) -> None:
        # Deferred: the importers load libraries for spreadsheets and XML, which other commands do not need.
        from importers import imported_play, reading
        from importers.summary import summed_up
        from importers.tables import table

        options, before = options or reading.ImportOptions(), len(self.summary.matches)
        try:
            known = {} if self.forget else self.records.mappings.known()
            found = (self.read_foreign or reading.read)(data, options, known)
        except imported_play.UnreadableFile as error:
            self.summary.refuse(name, "", str(error))
            return
        if self.forget and found.header:
            self.records.mappings.forget(found.header)
        taken = self.confirm(name, found)
        described = taken or found
        remarks = (*described.described(), *described.reading.remarks)
        self.summary.remarks += [Remark(name, sentence) for sentence in remarks]
        if taken is None:
            self.summary.refuse(name, "", reading.refusal(found))
            self._keep_file(name, found, None, before)
            return
        self.summary.sources.append(FileSource(name, taken.format, len(taken.reading.plays)))
        for problem in summed_up(taken.reading.problems, taken.is_loss):
            self.summary.problems.append(Problem(name, problem.where, problem.message, problem.lost))
            self.summary.refused += problem.number if problem.lost else 0
        self._record_plays(name, taken.reading.plays, progress)
        self._remark_uncounted(name, taken.reading.quantities)
        self._keep_file(name, found, taken, before)
        is_by_hand = found.asks or taken is not found or not options.is_empty
        if is_by_hand and taken.mapping and found.header and len(self.summary.matches) > before and not self.is_dry_run:
            doubts = table.templates(taken.judged)
            self.records.mappings.confirm(found.header, table.encoded(taken.mapping), doubts)

    def _keep_file(self, name: str, found: "Read | None", taken: "Read | None", before: int) -> None:
        kept = self.summary.matches[before:]
        sample = (self._new or kept)[:MAX_SAMPLE]
        self.sample += sample
        self.seen(FileRead(name, found, taken, len(kept), tuple(sample)))

    def _count(self, what: str, match: str, seats: int) -> None:
        self.summary.keep(what, match, seats)
        if what == "new":
            self._new.append(match)

    def _record_plays(self, name: str, plays: "Sequence[ImportedPlay]", progress: Progress) -> None:
        from importers import imported_play, ingest
        from importers.logs import bga
        from importers.summary import summed_up

        withdrawn, problems = 0, list[imported_play.ImportProblem]()
        for done, (play, result) in enumerate(zip(plays, ingest.record_plays(self.records, plays), strict=True), 1):
            if result.match is not None:
                withdrawn += result.what == "withdrawn"
                self._count(result.what, result.match, len(play.players))
                problems += [result.problem] if result.problem else []
                # Only replay logs: a table or list that does not name its game is asked about as a whole.
                if play.provenance.source.startswith(f"{bga.KEY}:") and play.is_unnamed:
                    self._ask_game(name, result.match)
            elif result.problem:
                self.summary.refuse(name, result.problem.where, result.problem.message)
            progress(done, len(plays))
        for told in summed_up(problems, lambda problem: False):
            self.summary.problems.append(Problem(name, told.where, told.message, lost=False))
        if withdrawn:
            stays = message_of(
                "{number} match was deleted by hand and stays so.",
                "{number} matches were deleted by hand and stay so.",
                withdrawn,
            )
            self.summary.remarks.append(Remark(name, stays))

    def _remark_uncounted(self, name: str, quantities: Mapping[str, int]) -> None:
        from importers import ingest

        if ids := " ".join(ingest.no_longer_counted(self.records, quantities)):
            stays = message_of(
                "The file counts fewer matches of a play than an earlier file did: {number} match is no longer in it "
                "and stays here: {ids}. If it was not played, delete it{how}.",
                "The file counts fewer matches of a play than an earlier file did: {number} matches are no longer in "
                "it and stay here: {ids}. If they were not played, delete them{how}.",
                len(ids.split()),
                ids=ids,
                how=ForCommands(f" with `partie withdraw {ids}`"),
            )
            self.summary.remarks.append(Remark(name, stays))

    def _ask_game(self, name: str, match: str) -> None:
        """Ask for the game of a log, unless the match has been named before."""
        if not codec.encode_options(self.records.match(match).options).get("title"):
            self.summary.ask_game(name)


def _as_utf8(file: BufferedReader, limit: int) -> BufferedReader:
    """The file, converted to UTF-8 if it is UTF-16, as a Windows console writes; one above `limit` is not converted."""
    from importers.tables import cells

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
