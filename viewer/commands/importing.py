"""The command that imports files: `import`."""

import sys
from collections.abc import Collection, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from viewer.commands import import_batches, match_text
from viewer.commands.cli_errors import print_error
from viewer.commands.context import Json, cli_context, print_json
from viewer.commands.import_options import TableOptions, import_options, table_options
from viewer.importing import target
from viewer.importing.files import LARGEST, Confirm, FileImport
from viewer.importing.summary import Remark, Summary

if TYPE_CHECKING:
    from viewer.importing.foreign import Read

app = typer.Typer()

_Paths = Annotated[
    list[Path], typer.Argument(metavar="FILE...", help="Files in any supported format.", show_default=False)
]
_KeepValid = Annotated[bool, typer.Option("--keep-valid", help="Import a match that has an error up to that error.")]
_DryRun = Annotated[bool, typer.Option("--dry-run", help="Show the result without importing anything.")]
_Yes = Annotated[
    bool, typer.Option("--yes", help="Tables and lists: import them also if the guessed reading is not sure.")
]
_Largest = Annotated[int, typer.Option(min=1, metavar="MB", help="The maximum size of a file of another program.")]
_List = Annotated[bool, typer.Option("--list", help="List the imports so far, newest first.")]
_Undo = Annotated[str | None, typer.Option(metavar="BATCH", help="Withdraw the matches that an import brought.")]


@app.command("import")
@table_options
def import_files(
    context: typer.Context,
    paths: _Paths = [],  # noqa: B006
    keep_valid: _KeepValid = False,
    dry_run: _DryRun = False,
    yes: _Yes = False,
    largest: _Largest = LARGEST,
    list_: _List = False,
    undo: _Undo = None,
    *,
    table: TableOptions,
    as_json: Json = False,
) -> None:
    """Import matches from files; a match that is in the store already is not added again.

    The format is detected by content: match scripts and text notation of
    Partie, exports of BG Stats, plays of BoardGameGeek, replay logs of Board
    Game Arena, records of Abstract Play, tables (CSV, TSV, XLSX), typed lists.

    Every import is a batch with an id. --undo withdraws the matches it
    brought, except those that were changed, annotated or forked since; the
    same file imported again brings them back.

    The meaning of the columns of a table is guessed and shown before anything
    is written. If the guess is not sure, the command asks; without a terminal
    it imports nothing of that file unless --yes is given.

    The exit code is 1 if any match was left out.
    """
    if list_ or undo is not None:
        _batches(context, undo, alone=not paths and not (list_ and undo is not None), as_json=as_json)
        return
    if not paths:
        raise typer.BadParameter("Give the files to import.")
    summary, shown = Summary(files=len(paths)), set[Remark]()
    options, confirm = import_options(table), _confirmation(shown, ask=not (yes or dry_run), as_json=as_json)
    store = cli_context(context).address
    names = [path.name for path in paths]
    with target.dry_run(store) if dry_run else target.in_bulk(store, files=names) as records:
        importing = FileImport(records, summary, options, keep_valid, largest, confirm)
        for path in paths:
            _read(path, importing)
    if as_json:
        print_json(asdict(summary))
    else:
        _print(summary, "would be " if dry_run else "", shown)
    if any(problem.lost for problem in summary.problems):
        raise typer.Exit(1)


def _batches(context: typer.Context, undo: str | None, *, alone: bool, as_json: bool) -> None:
    """The imports so far, or one of them withdrawn."""
    if not alone:
        raise typer.BadParameter("--list and --undo go without a file and without each other.")
    if undo is None:
        import_batches.print_batches(context, as_json=as_json)
    else:
        import_batches.undo_batch(context, undo, as_json=as_json)


def _confirmation(shown: set[Remark], *, ask: bool, as_json: bool) -> Confirm:
    """Prints how a table or list was read, adds that to `shown`, and asks if it is not sure; no terminal means no."""

    def confirm(name: str, found: "Read") -> bool:
        remarks = [] if as_json else [Remark(name, sentence) for sentence in found.described()]
        _print_remarks(remarks)
        shown.update(remarks)
        if not (ask and found.confidence.asks and found.reading.plays):
            return True
        question = f"Import {len(found.reading.plays)} matches read like this?"
        return not as_json and sys.stdin.isatty() and typer.confirm(question, default=False)

    return confirm


def _print_remarks(remarks: Iterable[Remark]) -> None:
    for remark in remarks:
        typer.echo(f"{remark.file}: {remark.message}")


def _read(path: Path, importing: FileImport) -> None:
    try:
        file = path.open("rb")
    except OSError as error:
        importing.summary.refuse(str(path), "", f"The file cannot be read: {(error.strerror or '').lower()}.")
        return
    with file, match_text.progress_bar(path.name) as progress:
        importing.read(str(path), file, progress)


def _print(summary: Summary, would: str, shown: Collection[Remark]) -> None:
    for source in summary.sources:
        if source.matches:
            typer.echo(f"{source.file}: {source.format}, {source.matches} matches")
    _print_remarks(remark for remark in summary.remarks if remark not in shown)
    for problem in summary.problems:
        place = f"{problem.file}{', ' if problem.where else ''}{problem.where}"
        print_error(f"{place}: {problem.message}{'' if problem.lost else ' (Imported anyway.)'}")
    if summary.matches:
        typer.echo(f"{summary.seats} seats, {would}new people {summary.people}")
    typer.echo(
        f"{would}new {summary.new}, {would}changed {summary.changed}, unchanged {summary.unchanged},"
        f" {would}refused {summary.refused}"
    )
    if summary.batch:
        typer.echo(f"batch {summary.batch}; `partie import --undo {summary.batch}` takes it out again")
