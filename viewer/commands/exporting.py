"""The command that exports all or selected matches: `export-all`."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, BinaryIO

import typer
from rich.progress import Progress

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from viewer.commands import match_text
from viewer.commands.cli_errors import print_error
from viewer.commands.context import GameName, PersonName, Since, Until, cli_context

app = typer.Typer()


class Form(StrEnum):
    """Formats for the export of a whole store."""

    archive = "archive"
    tables = "tables"
    bgstats = "bgstats"


@app.command("export-all")
def export_all(
    context: typer.Context,
    out: Annotated[
        Path, typer.Argument(metavar="PATH", help="The file to write; for --as tables a folder.", show_default=False)
    ],
    form: Annotated[
        Form,
        typer.Option(
            "--as",
            help="archive: match scripts for `partie import`; tables: CSV and Parquet; bgstats: a file for BG Stats.",
        ),
    ] = Form.archive,
    game: GameName = None,
    person: PersonName = None,
    since: Since = None,
    until: Until = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite existing files.")] = False,
) -> None:
    """Export all matches, or a selection, to one file or a folder of tables."""
    filters = MatchFilter(game=game, person=person, since=since, until=until)
    ids = cli_context(context).library.ids(**filters)
    if form is Form.bgstats:  # The app has no open matches.
        unfinished = {*cli_context(context).library.ids(**(filters | MatchFilter(state="open")))}
        ids = tuple(id for id in ids if id not in unfinished)
    from eventstore.formats import tables  # Deferred: Arrow takes 1 s to load.

    paths = [out / name for name in tables.FILES] if form is Form.tables else [out]
    with whole(paths, force=force) as files, _progress(ids) as titles:
        left_out = _write(form, cli_context(context).records, titles, files)
    typer.echo(f"{len(ids) - len(left_out)} matches written to {out}")
    for id in left_out:
        print_error(f"Match {id} cannot be read and was left out; `partie verify {id}` shows the reason.")
    if left_out:
        raise typer.Exit(1)


def _write(form: Form, records: MatchRepository, ids: Iterator[str], files: Sequence[BinaryIO]) -> tuple[str, ...]:
    from eventstore.formats import archive, bgstats, tables

    match form:
        case Form.archive:
            return archive.write(records, ids, *files)
        case Form.tables:
            return tables.write(records, ids, dict(zip(tables.FILES, files, strict=True)))
        case Form.bgstats:
            return bgstats.write(records, ids, *files)


@contextmanager
def whole(paths: Sequence[Path], *, force: bool) -> Iterator[list[BinaryIO]]:
    """Open files for writing; they are renamed from `.part` to their names only after all are complete.

    Raises ValueError for an existing file, unless `force` allows to overwrite it.
    """
    if taken := [path for path in paths if path.exists() and not force]:
        raise ValueError(f"{taken[0]} already exists; --force overwrites it.")
    parts = [path.with_name(f"{path.name}.part") for path in paths]
    try:
        with ExitStack() as stack:
            for path in paths:
                path.parent.mkdir(parents=True, exist_ok=True)
            yield [stack.enter_context(part.open("wb")) for part in parts]
        for part, path in zip(parts, paths, strict=True):
            part.replace(path)
    finally:
        for part in parts:
            part.unlink(missing_ok=True)


@contextmanager
def _progress(ids: Sequence[str]) -> Iterator[Iterator[str]]:
    """The ids, with a progress bar on stderr if that is a terminal."""
    out = match_text.console(stderr=True)
    with Progress(console=out, transient=True, disable=not out.is_terminal) as progress:
        yield iter(progress.track(ids, description="export"))
