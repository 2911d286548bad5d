"""The command that imports files: `import`."""

import sys
from dataclasses import asdict, replace
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypedDict

import typer

from core.messages import for_commands
from eventstore.maintenance import bulk
from eventstore.maintenance.import_undo import undo as undo_import
from eventstore.matches.imports import batches, find_batch
from eventstore.readmodels.index import MatchIndex
from importers.files import MAX_MEGABYTES, FileImport, importing
from importers.summary import Summary
from viewer.commands import terminal
from viewer.commands.cli_errors import print_error
from viewer.commands.context import Json, cli_context, option_group, print_json
from viewer.commands.import_question import Question
from viewer.locale.plain_text import plain

if TYPE_CHECKING:
    from importers.reading import ImportOptions

_Columns = Annotated[
    list[str],
    typer.Option(
        metavar="HEADER=MEANING", help="Tables: the meaning of a column, given by header or number; repeatable."
    ),
]
_Sheet = Annotated[str | None, typer.Option(metavar="NAME", help="Workbooks: the sheet to read.")]
_Shape = Annotated[
    Literal["long", "wide", "relational"] | None,
    typer.Option(help="Tables: one row per player (long), one per match (wide), or linked tables (relational)."),
]
_DayFirst = Annotated[
    bool | None,
    typer.Option("--day-first/--month-first", help="Tables and lists: the order of day and month in 3/4/2026."),
]
_Decimal = Annotated[Literal[".", ","] | None, typer.Option(help="Tables: the decimal separator.")]
_Game = Annotated[str | None, typer.Option(metavar="TITLE", help="The game, if the file does not name it.")]
_Undated = Annotated[bool, typer.Option("--undated", help="Tables: these plays have no dates.")]
_Wins = Annotated[
    list[str],
    typer.Option(
        metavar="[TITLE=]most|fewest|named",
        help="Tables with points and no winners: who wins, in all games or in one; repeatable.",
    ),
]


class TableOptions(TypedDict):
    """The values of the options as given; see `importers.reading.ImportOptions`."""

    column: list[str]
    sheet: str | None
    shape: Literal["long", "wide", "relational"] | None
    day_first: bool | None
    decimal: Literal[".", ","] | None
    game: str | None
    undated: bool
    wins: list[str]


table_options = option_group(
    "table",
    {
        "column": (_Columns, []),
        "sheet": (_Sheet, None),
        "shape": (_Shape, None),
        "day_first": (_DayFirst, None),
        "decimal": (_Decimal, None),
        "game": (_Game, None),
        "undated": (_Undated, False),
        "wins": (_Wins, []),
    },
)
"""Decorates a command that takes `TableOptions` as its argument `table`."""


def import_options(table: TableOptions) -> "ImportOptions":
    # Deferred: the importers load libraries for spreadsheets and XML, which other commands do not need.
    from importers import reading

    others: dict[str, Any] = {**table}
    meanings = []
    for column in others.pop("column"):
        name, sign, word = column.rpartition("=")
        if not sign:
            raise typer.BadParameter(f"{column!r} does not have the form HEADER=MEANING.")
        try:
            meanings.append((name, reading.meaning(word.strip())))
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None
    try:
        wins = reading.wins(others.pop("wins"))
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    return reading.ImportOptions(meanings, wins=wins, **others)


if TYPE_CHECKING:
    from importers.reading import ImportOptions

app = typer.Typer()

_STDIN: Final = Path("-")

_Paths = Annotated[
    list[Path],
    typer.Argument(metavar="FILE...", help="Files in any supported format; - reads from stdin.", show_default=False),
]
_KeepValid = Annotated[bool, typer.Option("--keep-valid", help="Import a match that has an error up to that error.")]
_DryRun = Annotated[bool, typer.Option("--dry-run", help="Show the result without importing anything.")]
_Yes = Annotated[
    bool, typer.Option("--yes", help="Tables and lists: import them also if the guessed reading is not sure.")
]
_Reading = Annotated[
    int | None,
    typer.Option(min=1, metavar="NUMBER", help="Tables and lists: if the reading is not sure, take the one shown so."),
]
_Forget = Annotated[
    bool, typer.Option("--forget", help="Tables: forget the mapping that was confirmed for the header of the file.")
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
    reading: _Reading = None,
    forget: _Forget = False,
    largest: _Largest = MAX_MEGABYTES,
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

    A table or list is shown by its first plays before anything is written. If
    its reading is not sure, the command shows those that are possible and asks;
    without a terminal it imports nothing of that file unless --yes, --reading
    or --column is given. The mapping of a table that was confirmed so is kept
    for files with the same header.

    The exit code is 1 if any match was left out.
    """
    if list_ or undo is not None:
        _batches(context, undo, alone=not paths and not (list_ and undo is not None), as_json=as_json)
        return
    if not paths:
        raise typer.BadParameter("Give the files to import.")
    if yes and reading not in (None, 1):
        raise typer.BadParameter("--yes takes reading 1; give only --reading.")
    options = import_options(table)
    question = Question(1 if yes else reading, is_dry_run=dry_run, is_quiet=as_json)
    with importing(
        cli_context(context).address,
        [path.name for path in paths],
        dry_run=dry_run,
        keep_valid=keep_valid,
        max_megabytes=largest,
        confirm=question,
        forget=forget,
    ) as files:
        for path in paths:
            _read(path, files, options)
    summary = _in_words_of_commands(files.summary, question)
    if as_json:
        print_json(asdict(summary))
    else:
        _print(summary, "would be " if dry_run else "")
    if any(problem.lost for problem in summary.problems):
        raise typer.Exit(1)


def _in_words_of_commands(summary: Summary, question: Question) -> Summary:
    """The summary without the remarks that were shown with the question."""
    summary.problems = [replace(problem, message=for_commands(problem.message)) for problem in summary.problems]
    summary.remarks = [
        replace(remark, message=for_commands(remark.message))
        for remark in summary.remarks
        if remark not in question.shown
    ]
    return summary


def _batches(context: typer.Context, start: str | None, *, alone: bool, as_json: bool) -> None:
    """The imports so far, or one of them withdrawn."""
    if not alone:
        raise typer.BadParameter("--list and --undo go without a file and without each other.")
    if start is None:
        _print_batches(context, as_json=as_json)
    else:
        _undo_batch(context, start, as_json=as_json)


def _print_batches(context: typer.Context, *, as_json: bool) -> None:
    """Print all imports, newest first."""
    found = batches(cli_context(context).store)
    if as_json:
        print_json([{"batch": one.id, "file": one.file, "at": one.at, "matches": one.matches} for one in found])
        return
    for one in found:
        typer.echo(f"{one.id}  {one.at[:16]}Z  {one.matches} matches  {plain(one.file)}")
    if not found:
        print_error("Nothing has been imported yet.")


def _undo_batch(context: typer.Context, start: str, *, as_json: bool) -> None:
    """Undo the import whose id starts with `start`, and say what was left."""
    with bulk.in_bulk(cli_context(context).address) as records, terminal.progress_bar("undo") as progress:
        batch = find_batch(records.store, start)
        result = undo_import(records, MatchIndex(records.store, records), batch, progress)
    if as_json:
        left = [{"match": match, "why": why} for match, why in result.left]
        print_json({"batch": batch.id, "withdrawn": list(result.withdrawn), "left": left})
        return
    for match, why in result.left:
        print_error(f"{match} was left: {why}")
    typer.echo(f"withdrawn {len(result.withdrawn)}, left {len(result.left)}")


def _read(path: Path, files: FileImport, options: "ImportOptions") -> None:
    try:
        file: BufferedReader = path.open("rb") if path != _STDIN else BufferedReader(BytesIO(sys.stdin.buffer.read()))
    except OSError as error:
        files.summary.refuse(str(path), "", f"The file cannot be read: {(error.strerror or '').lower()}.")
        return
    with file, terminal.progress_bar(path.name) as progress:
        files.read(str(path), file, options, progress)


def _print(summary: Summary, would: str) -> None:
    for source in summary.sources:
        if source.matches:
            typer.echo(f"{source.file}: {source.format}, {source.matches} matches")
    for remark in summary.remarks:
        typer.echo(f"{remark.file}: {remark.message}")
    for problem in summary.problems:
        place = ", ".join(filter(None, (problem.file, problem.where)))
        about = f"{place}: " if place else ""
        print_error(f"{about}{problem.message}{'' if problem.lost else ' (Imported anyway.)'}")
    if summary.matches:
        typer.echo(f"{summary.seats} seats, {would}new people {summary.people}")
    typer.echo(
        f"{would}new {summary.new}, {would}changed {summary.changed}, unchanged {summary.unchanged},"
        f" {would}refused {summary.refused}"
    )
    if summary.batch:
        typer.echo(f"batch {summary.batch}; `partie import --undo {summary.batch}` takes it out again")
