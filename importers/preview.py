"""The view of files before and after an import; files are read in a process of its own.

A foreign file may be made to take any time and memory: a service and its pages read no file in the process that answers
others. A dry run takes place in that process as a whole; of an import only the reading, as it writes with the rights of
a principal.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

from core.messages import message
from eventstore.maintenance import bulk
from eventstore.matches.confirmed_mappings import ConfirmedMapping
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.projection import MatchRow
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import Store
from eventstore.worker_process import Limits, TooCostly, TooManyCalls, WorkerProcess, report_progress
from importers import reading
from importers.files import FileImport, FileRead, Progress
from importers.imported_play import UnreadableFile
from importers.reading import ImportOptions, Read
from importers.sample import sample_rows
from importers.summary import Summary
from importers.tables import cells, dates, table, textlist
from importers.tables.mapping import Mapping as TableMapping

OURS: Final = "partie"
"""The format of our own files, which are not guessed."""

FIRST: Final = 3
"""Plays shown of each reading that a person chooses from."""

TIMEOUT_S: Final = 300
"""Maximum time for the files; a dry run of 1,900,000 cells takes 130 s on a busy core."""

MAX_MEMORY: Final = 2 << 30
"""Maximum bytes of address space of the process; a dry run of 1,900,000 cells takes a quarter of it."""

_LIMITS: Final = Limits(
    max_waiting=32,
    max_of_client=4,
    timeout_s=TIMEOUT_S,
    max_memory=MAX_MEMORY,
    too_many=message("Too many files are being read; try again later."),
    too_costly=message("The file takes too much time or memory to read here: divide it, or use `partie import`."),
)

_PREPARE: Final = "eventstore.process_settings:apply_process_settings"

FOR_ROUTES: Final = WorkerProcess(_LIMITS, _PREPARE)
FOR_PAGES: Final = WorkerProcess(_LIMITS, _PREPARE)
"""Two, so that files that programs send do not delay the pages of people."""


class GivenFile(NamedTuple):
    """A file to read. `reading` is the one to take, from 0, if the first is not sure; None: none is chosen."""

    name: str
    content: bytes
    options: ImportOptions = ImportOptions()
    reading: int | None = None
    digest: str = ""

    def confirm(self, name: str, found: Read) -> Read | None:
        """The reading to import; None: a person must choose."""
        readings = (found, *found.others)
        if not found.asks:
            return found
        return readings[self.reading] if self.reading is not None and self.reading < len(readings) else None


class ReadingView(NamedTuple):
    """One reading: its first matches, and the number of all."""

    rows: tuple[MatchRow, ...]
    plays: int
    mapping: TableMapping | None = None
    unused: tuple[str, ...] = ()


class FileView(NamedTuple):
    """One file of an upload with this digest. `readings` are those to choose from if it `asks`, else the one taken.

    `others` are the readings besides the first one that explain the file about as well. `is_chosen`: a person chose it.
    `percent`, `confirmed_on` and `header` as in `Read`. `is_undated`: plays are left out until somebody says whether
    their dates begin with the day. `lacks_dates`: most plays have no date. `undecided` are the titles whose plays have
    points and no winners, or had none before a person said who wins.
    """

    name: str
    digest: str
    format: str
    readings: tuple[ReadingView, ...]
    others: tuple[ReadingView, ...] = ()
    asks: bool = False
    is_chosen: bool = False
    percent: int = 100
    doubts: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    confirmed_on: str = ""
    is_undated: bool = False
    lacks_dates: bool = False
    undecided: tuple[str, ...] = ()

    @property
    def is_guessed(self) -> bool:
        """True if a person can correct how it was read."""
        return self.format in (table.KEY, textlist.KEY)


class Preview(NamedTuple):
    """The result of an import or a dry run, and each file as it was read; none of those that were `too_costly`."""

    summary: Summary
    files: tuple[FileView, ...]
    too_costly: bool = False

    @property
    def first(self) -> tuple[MatchRow, ...]:
        """The first matches of each file that is read."""
        return tuple(row for view in self.files if not view.asks for row in view.readings[0].rows)

    @property
    def brings(self) -> int:
        return self.summary.new + self.summary.changed


def read_files(files: FileImport, given: Sequence[GivenFile], progress: Progress = lambda done, of: None) -> Preview:
    """Import the files. One that is not sure is left out until its reading is chosen."""
    views = list[FileView]()
    for file in given:
        files.confirm = file.confirm
        files.seen = lambda read, file=file: views.append(_file_view(files, file, read))  # type: ignore[misc]
        files.read(file.name, BufferedReader(BytesIO(file.content)), file.options, progress)
    return Preview(files.summary, tuple(views))


def _file_view(files: FileImport, file: GivenFile, read: FileRead) -> FileView:
    found, taken = read.found, read.taken
    if found is None:
        return FileView(read.name, file.digest, OURS, (ReadingView(files.rows(read.sample), read.matches),))
    others = tuple(map(_reading_view, found.others))
    if taken is None:
        readings = (_reading_view(found), *others)
    else:
        readings = (ReadingView(files.rows(read.sample), len(taken.reading.plays), taken.mapping, taken.unused),)
    return FileView(
        read.name,
        file.digest,
        found.format,
        readings,
        others,
        asks=taken is None,
        is_chosen=found.asks and taken is not None,
        percent=found.confidence.percent,
        doubts=found.confidence.doubts,
        header=found.header,
        confirmed_on=found.confirmed_on,
        is_undated=_is_undated(taken or found) or file.options.day_first is not None,
        lacks_dates=_lacks_dates(taken or found),
        undecided=_undecided(taken or found, file.options),
    )


def _reading_view(read: Read) -> ReadingView:
    return ReadingView(sample_rows(read.reading.plays, FIRST), len(read.reading.plays), read.mapping, read.unused)


def _is_undated(read: Read) -> bool:
    return any(dates.is_ambiguous(problem.message) for problem in read.reading.problems)


def _lacks_dates(read: Read) -> bool:
    plays = read.reading.plays
    return read.format == table.KEY and sum(play.played_on is None for play in plays) > len(plays) / 2


def _undecided(read: Read, options: ImportOptions) -> tuple[str, ...]:
    said = [title for title, _ in options.wins if title]
    found = [str(play.options.get("title", "")) for play in read.reading.plays if table.has_no_winner(play)]
    return tuple(filter(None, dict.fromkeys((*said, *found)))) if read.format == table.KEY else ()


class TableForm(NamedTuple):
    """The choices that a file leaves to a person. `kind` is the key of its importer, empty if that has no options.

    An unrecognized text may be a table. `sheets` are the names of its tables, `mapping` the one that was read or is
    guessed, `examples` the first cell of each of its columns: empty texts for joined tables.
    """

    kind: str = ""
    sheets: tuple[str, ...] = ()
    mapping: TableMapping | None = None
    examples: tuple[str, ...] = ()


class ProcessReader(NamedTuple):
    """Reads files in a process of its own, for a client; what `waiting` raises ends it."""

    process: WorkerProcess
    client: str = ""
    waiting: Callable[[int, int], None] = lambda done, of: None

    def dry_run(
        self, store: Store | None, given: Sequence[GivenFile], *, keep_valid: bool = False, forget: bool = False
    ) -> Preview:
        """The files as they would be imported into a store; None: into an empty one."""
        with bulk.dry_run_copy(store) as copied:
            try:
                result: Preview = self._run(_dry_run, copied, tuple(given), keep_valid, forget)
            except TooCostly as error:
                summary = Summary(files=len(given))
                for file in given:
                    summary.refuse(file.name, "", error.args[0])
                return Preview(summary, (), too_costly=True)
        return result

    def read(self, data: bytes, options: ImportOptions, known: Mapping[tuple[str, ...], ConfirmedMapping]) -> Read:
        """`reading.read`."""
        try:
            result: Read = self._run(reading.read, data, options, dict(known))
        except TooCostly as error:
            raise UnreadableFile(error.args[0]) from None
        return result

    def start(self) -> None:
        """Let the process start, which takes a second, before the first file comes."""
        with suppress(TooManyCalls):
            self.process.submit(f"{__name__}:{_ready.__name__}", client=self.client)

    def form(self, data: bytes, options: ImportOptions, mapping: TableMapping | None = None) -> TableForm:
        """The form of a file with these options; `mapping` is that of a table which was read with them."""
        try:
            result: TableForm = self._run(_form, data, options, mapping)
        except (TooCostly, UnreadableFile):
            return TableForm()
        return result

    def _run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        name = f"{function.__module__}:{function.__name__}"
        return self.process.run(name, *arguments, client=self.client, waiting=self.waiting)


def _ready() -> None:
    """All is imported when this is called."""


def _dry_run(path: Path, given: Sequence[GivenFile], keep_valid: bool, forget: bool) -> Preview:
    with closing(SqliteStore(path, synchronous="OFF")) as store:
        files = FileImport(
            MatchRepository(store), Summary(files=len(given)), keep_valid, forget=forget, is_dry_run=True
        )
        return read_files(files, given, report_progress)


def _form(data: bytes, options: ImportOptions, mapping: TableMapping | None) -> TableForm:
    try:
        key = reading.recognized(data).KEY
    except UnreadableFile:
        key = table.KEY if not cells.is_markup(data) and data.strip() else ""
    if key != table.KEY and not (options.columns or options.sheet):
        return TableForm(key if key == textlist.KEY else "")
    try:
        parts = table.parts(data)
        sheets = tuple(part.name for part in parts) if len(table.guess(data).columns) > 1 else ()
        shown = mapping or options.mapping(data)
    except UnreadableFile:
        return TableForm(key)
    of_mapping = (part.rows[shown.header_row :] for part in parts if part.name == shown.part)
    rows = next(of_mapping, ()) if shown.shape != "relational" else ()
    examples = [
        next((row.cells[at] for row in rows if any(row.cells[at:][:1])), "") for at in range(len(shown.columns))
    ]
    return TableForm(key, sheets, shown, tuple(examples))
