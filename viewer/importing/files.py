"""Imports files of any format: Partie's own line by line, those of other programs by their importers."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import BufferedReader, BytesIO
from typing import TYPE_CHECKING, Final, TypeAlias

from core.messages import message, message_of
from eventstore.formats import script, script_import
from eventstore.formats.script import Script, ScriptError
from eventstore.matches.repository import MatchRepository
from viewer.importing.summary import Problem, Remark, Source, Summary

if TYPE_CHECKING:
    from importers.imported_play import ImportedPlay
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


@dataclass
class FileImport:
    """Imports files into `records` and adds the results to `summary`.

    `largest` is in megabytes and applies to files of other programs, `options` to tables and lists. With `keep_valid` a
    Partie match with an error is kept up to the error.
    """

    records: MatchRepository
    summary: Summary
    options: "ImportOptions"
    keep_valid: bool = False
    largest: int = LARGEST
    confirm: Confirm = lambda name, found: True

    def read(self, name: str, file: BufferedReader, progress: Progress) -> None:
        """Import a file of any format; the summary calls it `name`."""
        before = len(self.records.people().current_names())
        if b"\0" in file.peek()[:200]:
            file = _as_utf8(file, self._max_bytes)
        if file.peek().startswith(_PACKED):
            for inner, unpacked in self._unpacked(name, file):
                self._read_one(inner, unpacked, progress)
        else:
            self._read_one(name, file, progress)
        if self.records.batch:
            self.records.batch.close()
            self.summary.batch = self.records.batch.id
        self.summary.people += len(self.records.people().current_names()) - before

    @property
    def _max_bytes(self) -> int:
        return self.largest * 1_000_000

    def _read_one(self, name: str, file: BufferedReader, progress: Progress) -> None:
        if _OURS.match(file.peek()):
            self._read_ours(name, file, progress)
        elif len(data := file.read(self._max_bytes + 1)) > self._max_bytes:
            too_large = message("The file is larger than {most} MB; use --largest to allow more.", most=self.largest)
            self.summary.refuse(name, "", too_large)
        else:
            self._read_foreign(name, data, progress)

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
        self.summary.sources.append(Source(name, "partie", len(self.summary.matches) - before))

    def _keep(self, name: str, found: Script | ScriptError) -> None:
        problem = found if isinstance(found, ScriptError) else None
        if isinstance(found, Script):
            try:
                result = script_import.import_script(self.records, found, keep_valid=self.keep_valid)
            except ScriptError as error:
                problem = error
            else:
                self.summary.keep(result.what, result.match.id, len(result.match.names))
                if result.problem:
                    where = f"line {result.problem.line}"
                    self.summary.problems.append(Problem(name, where, result.problem.sentence))
        if problem:
            self.summary.refuse(name, f"line {problem.line}", problem.sentence)

    def _read_foreign(self, name: str, data: bytes, progress: Progress) -> None:
        # Deferred: the importers load libraries for spreadsheets and XML, which other commands do not need.
        from importers import imported_play
        from viewer.importing import foreign
        from viewer.importing.summing_up import summed_up

        try:
            found = foreign.read(data, self.options)
        except imported_play.UnreadableFile as error:
            self.summary.refuse(name, "", str(error))
            return
        reading = found.reading
        self.summary.remarks += [Remark(name, sentence) for sentence in (*found.described(), *reading.remarks)]
        if not self.confirm(name, found):
            self.summary.refuse(name, "", foreign.refusal(found.confidence))
            return
        self.summary.sources.append(Source(name, found.format, len(reading.plays)))
        for problem in summed_up(reading.problems, found.is_loss):
            self.summary.problems.append(Problem(name, problem.where, problem.message, problem.lost))
            self.summary.refused += problem.number if problem.lost else 0
        self._record_plays(name, reading.plays, progress)

    def _record_plays(self, name: str, plays: "Sequence[ImportedPlay]", progress: Progress) -> None:
        from importers import ingest

        withdrawn = 0
        for done, (play, result) in enumerate(zip(plays, ingest.record_plays(self.records, plays), strict=True), 1):
            if result.match is not None:
                withdrawn += result.what == "withdrawn"
                self.summary.keep(result.what, result.match, len(play.players))
            elif result.problem:
                self.summary.refuse(name, result.problem.where, result.problem.message)
            progress(done, len(plays))
        if withdrawn:
            stays = message_of(
                "{number} match was withdrawn by hand and stays so.",
                "{number} matches were withdrawn by hand and stay so.",
                withdrawn,
            )
            self.summary.remarks.append(Remark(name, stays))


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
