"""The command that reads files: `import`."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from io import BufferedReader
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer

from eventstore import intake, script
from eventstore.records import Records
from eventstore.script import Script, Unreadable
from eventstore.sqlite import SqliteStore
from viewer.terminal import words
from viewer.terminal.desk import Desk, Json, desk, print_json
from viewer.terminal.group import say

if TYPE_CHECKING:
    from viewer.terminal.foreign import Wishes

app = typer.Typer()

_OURS: Final = re.compile(rb'(?:\xef\xbb\xbf)?\s*(?:\{[^\n]*"partie"\s*:|\[[A-Za-z]+ )')
"""How our own files begin: the header of a script, or that of the text notation."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with something in a file; `where` is empty for the file as a whole.

    `lost`: something was left out because of it.
    """

    file: str
    where: str
    message: str
    lost: bool = True


@dataclass(frozen=True, slots=True)
class Remark:
    """What is worth knowing of a file though nothing is wrong."""

    file: str
    message: str


@dataclass(frozen=True, slots=True)
class Source:
    """What a file turned out to be, and how many matches it holds."""

    file: str
    format: str
    matches: int


@dataclass(slots=True)
class Summary:
    """What came of the files; the names are those of `--json`.

    `refused` counts what was left out: files, plays, parts of them. `seats` are those of the matches, `people` are new.
    """

    files: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    refused: int = 0
    matches: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    seats: int = 0
    people: int = 0
    remarks: list[Remark] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)

    def refuse(self, path: Path, where: str, sentence: str) -> None:
        self.refused += 1
        self.problems.append(Problem(str(path), where, sentence))

    def keep(self, what: str, match: str, seats: int) -> None:
        self.new += what == "new"
        self.changed += what == "changed"
        self.unchanged += what == "unchanged"
        self.matches.append(match)
        self.seats += seats


@app.command("import")
def import_files(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Of any program whose files are known.")],
    keep_valid: Annotated[
        bool, typer.Option("--keep-valid", help="Of a match with a mistake keep what comes before it.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would come of it.")] = False,
    column: Annotated[
        list[str], typer.Option(metavar="HEADER=MEANING", help="Tables: what a column holds; by header or number.")
    ] = [],  # noqa: B006
    sheet: Annotated[str | None, typer.Option(metavar="NAME", help="Workbooks: the sheet to read.")] = None,
    shape: Annotated[
        Literal["long", "wide", "relational"] | None, typer.Option(help="Tables: a player, or a play, in each row.")
    ] = None,
    day_first: Annotated[
        bool | None, typer.Option("--day-first/--month-first", help="Tables and lists: how 3/4/2026 is meant.")
    ] = None,
    decimal: Annotated[Literal[".", ","] | None, typer.Option(help="Tables: the sign before decimals.")] = None,
    game: Annotated[str | None, typer.Option(help="Tables: the game, where no column names it.")] = None,
    largest: Annotated[int, typer.Option(min=1, metavar="MB", help="Refuse larger files of other programs.")] = 100,
    as_json: Json = False,
) -> None:
    """Read matches from files; what is there already is not read twice.

    What a file is, its content tells: match scripts and text notation of Partie, exports of BG Stats, plays of
    BoardGameGeek, replay logs of Board Game Arena, records of Abstract Play, tables (CSV, TSV, XLSX), typed lists.
    The exit code is 1 when anything was left out.
    """
    wishes = _wishes(column, sheet=sheet, shape=shape, day_first=day_first, decimal=decimal, game=game)
    summary = Summary(files=len(files))
    with _rehearsal(desk(context)) if dry_run else _in_bulk(desk(context)) as records:
        before = len(records.people().everybody())
        for path in files:
            _read(path, records, summary, wishes, keep_valid=keep_valid, largest=largest)
        summary.people = len(records.people().everybody()) - before
    if as_json:
        print_json(asdict(summary))
    else:
        _print(summary, "would be " if dry_run else "")
    if any(problem.lost for problem in summary.problems):
        raise typer.Exit(1)


def _wishes(columns: list[str], **wished: Any) -> "Wishes":
    # The importers bring libraries for spreadsheets and XML along, which the other commands need not wait for.
    from viewer.terminal import foreign

    found = []
    for told in columns:
        name, sign, word = told.rpartition("=")
        if not sign:
            raise typer.BadParameter(f"{told!r} is not like HEADER=MEANING.")
        try:
            found.append((name, foreign.meaning(word.strip())))
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None
    return foreign.Wishes(found, **wished)


@contextmanager
def _in_bulk(kept: Desk) -> Iterator[Records]:
    """Records that wait for the disk once, at the end: what a power cut takes before, the same files bring again."""
    store = SqliteStore(kept.path, synchronous="NORMAL")
    yield Records(store)
    store.query("PRAGMA wal_checkpoint")
    store.close()


@contextmanager
def _rehearsal(kept: Desk) -> Iterator[Records]:
    """Records in a copy of the store that is thrown away."""
    with TemporaryDirectory(prefix="partie-") as folder:
        copy = Path(folder) / "rehearsal.db"
        if kept.path.exists():
            kept.store.copy(copy)
        store = SqliteStore(copy, synchronous="OFF")
        yield Records(store)
        store.close()


def _read(path: Path, records: Records, summary: Summary, wishes: "Wishes", *, keep_valid: bool, largest: int) -> None:
    try:
        file = path.open("rb")
    except OSError as error:
        summary.refuse(path, "", f"The file cannot be read: {(error.strerror or '').lower()}.")
        return
    with file, words.bar(path.name) as progress:
        if _OURS.match(file.peek()):
            _read_ours(path, file, records, summary, progress, keep_valid=keep_valid)
        elif len(data := file.read(largest * 1_000_000 + 1)) > largest * 1_000_000:
            summary.refuse(path, "", f"The file has more than {largest} megabytes; --largest allows more.")
        else:
            _read_foreign(path, data, records, summary, progress, wishes)


def _read_ours(
    path: Path,
    file: BufferedReader,
    records: Records,
    summary: Summary,
    progress: Callable[[int, int], None],
    *,
    keep_valid: bool,
) -> None:
    before, size = len(summary.matches), path.stat().st_size
    for found in script.read(file):
        _keep(records, found, path, summary, keep_valid=keep_valid)
        progress(file.tell() if file.seekable() else 0, size)
    summary.sources.append(Source(str(path), "partie", len(summary.matches) - before))


def _keep(records: Records, found: Script | Unreadable, path: Path, summary: Summary, *, keep_valid: bool) -> None:
    problem = found if isinstance(found, Unreadable) else None
    if isinstance(found, Script):
        try:
            kept = intake.keep(records, found, keep_valid=keep_valid)
        except Unreadable as error:
            problem = error
        else:
            summary.keep(kept.what, kept.match.id, len(kept.match.names))
            if kept.problem:
                summary.problems.append(Problem(str(path), f"line {kept.problem.line}", kept.problem.sentence))
    if problem:
        summary.refuse(path, f"line {problem.line}", problem.sentence)


def _read_foreign(
    path: Path,
    data: bytes,
    records: Records,
    summary: Summary,
    progress: Callable[[int, int], None],
    wishes: "Wishes",
) -> None:
    from importers import intake, play
    from viewer.terminal import foreign

    try:
        found = foreign.read(data, wishes)
    except play.Unreadable as error:
        summary.refuse(path, "", str(error))
        return
    reading = found.reading
    summary.sources.append(Source(str(path), found.format, len(reading.plays)))
    summary.remarks += [Remark(str(path), sentence) for sentence in (*found.described(), *reading.remarks)]
    for problem in reading.problems:
        if found.is_loss(problem):
            summary.refuse(path, problem.where, problem.message)
        else:
            summary.problems.append(Problem(str(path), problem.where, problem.message, lost=False))
    for done, (told, kept) in enumerate(zip(reading.plays, intake.keep(records, reading.plays), strict=True), 1):
        if kept.match is not None:
            summary.keep(kept.what, kept.match, len(told.players))
        elif kept.problem:
            summary.refuse(path, kept.problem.where, kept.problem.message)
        progress(done, len(reading.plays))


def _print(summary: Summary, would: str) -> None:
    for source in summary.sources:
        if source.matches:
            typer.echo(f"{source.file}: {source.format}, {source.matches} matches")
    for remark in summary.remarks:
        typer.echo(f"{remark.file}: {remark.message}")
    for problem in summary.problems:
        place = f"{problem.file}{', ' if problem.where else ''}{problem.where}"
        say(f"{place}: {problem.message}{'' if problem.lost else ' (Kept all the same.)'}")
    if summary.matches:
        typer.echo(f"{summary.seats} seats, {would}new people {summary.people}")
    typer.echo(
        f"{would}new {summary.new}, {would}changed {summary.changed}, unchanged {summary.unchanged},"
        f" {would}refused {summary.refused}"
    )
