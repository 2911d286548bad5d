"""The command that reads files: `import`."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, BinaryIO

import typer
from rich.progress import Progress

from eventstore import intake, script
from eventstore.records import Records
from eventstore.script import Script, Unreadable
from eventstore.sqlite import SqliteStore
from viewer.terminal import words
from viewer.terminal.desk import Desk, Json, desk, print_json
from viewer.terminal.group import say

app = typer.Typer()


@dataclass(frozen=True, slots=True)
class Problem:
    """Why something of a file was not read; `where` is empty for the file as a whole."""

    file: str
    where: str
    message: str


@dataclass(slots=True)
class Summary:
    """What came of the files; the names are those of `--json`."""

    files: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    refused: int = 0
    matches: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


@app.command("import")
def import_files(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Match scripts or text notation.")],
    keep_valid: Annotated[
        bool, typer.Option("--keep-valid", help="Of a match with a mistake keep what comes before it.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would come of it.")] = False,
    as_json: Json = False,
) -> None:
    """Read matches from files; what is there already is not read twice."""
    summary = Summary(files=len(files))
    with _rehearsal(desk(context)) if dry_run else _nothing_special(desk(context)) as records:
        for path in files:
            _read(path, records, summary, keep_valid=keep_valid)
    if as_json:
        print_json(asdict(summary))
    else:
        for problem in summary.problems:
            say(f"{problem.file}{', ' if problem.where else ''}{problem.where}: {problem.message}")
        would = "would be " if dry_run else ""
        typer.echo(
            f"{would}new {summary.new}, {would}changed {summary.changed}, unchanged {summary.unchanged},"
            f" {would}refused {summary.refused}"
        )
    if summary.problems:
        raise typer.Exit(1)


@contextmanager
def _nothing_special(kept: Desk) -> Iterator[Records]:
    yield kept.records


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


def _read(path: Path, records: Records, summary: Summary, *, keep_valid: bool) -> None:
    try:
        file = path.open("rb")
    except OSError as error:
        summary.refused += 1
        summary.problems.append(Problem(str(path), "", f"The file cannot be read: {(error.strerror or '').lower()}."))
        return
    out = words.console(stderr=True)
    with file, Progress(console=out, transient=True, disable=not out.is_terminal) as progress:
        bar = progress.add_task(path.name, total=path.stat().st_size)
        for found in _scripts(file):
            _keep(records, found, path, summary, keep_valid=keep_valid)
            progress.update(bar, completed=file.tell() if file.seekable() else 0)


def _scripts(file: BinaryIO) -> Iterator[Script | Unreadable]:
    """The matches of a file, whose format its content tells."""
    return script.read(file)


def _keep(records: Records, found: Script | Unreadable, path: Path, summary: Summary, *, keep_valid: bool) -> None:
    problem = found if isinstance(found, Unreadable) else None
    if isinstance(found, Script):
        try:
            kept = intake.keep(records, found, keep_valid=keep_valid)
        except Unreadable as error:
            problem = error
        else:
            summary.new += kept.what == "new"
            summary.changed += kept.what == "changed"
            summary.unchanged += kept.what == "unchanged"
            summary.matches.append(kept.match.id)
            if kept.problem:
                summary.problems.append(Problem(str(path), f"line {kept.problem.line}", kept.problem.sentence))
    if problem:
        summary.refused += 1
        summary.problems.append(Problem(str(path), f"line {problem.line}", problem.sentence))
