"""The command that writes all matches, or those that are wanted, to take away: `export-all`."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, BinaryIO

import typer
from rich.progress import Progress

from eventstore.records import Records
from eventstore.wanted import Wanted
from viewer.terminal import words
from viewer.terminal.desk import GameName, PersonName, Since, Until, desk
from viewer.terminal.group import say

app = typer.Typer()


class Form(StrEnum):
    """Forms a whole store can be written in."""

    archive = "archive"
    tables = "tables"
    bgstats = "bgstats"


@app.command("export-all")
def export_all(
    context: typer.Context,
    out: Annotated[Path, typer.Argument(metavar="PATH", help="A file; for tables a folder.", show_default=False)],
    form: Annotated[
        Form,
        typer.Option(
            "--as",
            help="Scripts that `partie import` reads back; tables as CSV and Parquet; an export as of BG Stats.",
        ),
    ] = Form.archive,
    game: GameName = None,
    person: PersonName = None,
    since: Since = None,
    until: Until = None,
    force: Annotated[bool, typer.Option("--force", help="Write over files that are there already.")] = False,
) -> None:
    """Write all matches, or those that are wanted, into one file or a folder of tables."""
    wanted = Wanted(game=game, person=person, since=since, until=until)
    ids = desk(context).library.ids(**wanted)
    if form is Form.bgstats:  # The app knows no matches that are still open.
        unfinished = {*desk(context).library.ids(**(wanted | Wanted(state="open")))}
        ids = tuple(id for id in ids if id not in unfinished)
    from eventstore.export import tables  # Arrow takes a second to load, which the other commands need not wait for.

    paths = [out / name for name in tables.FILES] if form is Form.tables else [out]
    with whole(paths, force=force) as files, _progress(ids) as shown:
        left_out = _write(form, desk(context).records, shown, files)
    typer.echo(f"{len(ids) - len(left_out)} matches written to {out}")
    for id in left_out:
        say(f"Match {id} cannot be read and was left out; `partie verify {id}` says why.")
    if left_out:
        raise typer.Exit(1)


def _write(form: Form, records: Records, ids: Iterator[str], files: Sequence[BinaryIO]) -> tuple[str, ...]:
    from eventstore.export import archive, bgstats, tables

    match form:
        case Form.archive:
            return archive.write(records, ids, *files)
        case Form.tables:
            return tables.write(records, ids, dict(zip(tables.FILES, files, strict=True)))
        case Form.bgstats:
            return bgstats.write(records, ids, *files)


@contextmanager
def whole(paths: Sequence[Path], *, force: bool) -> Iterator[list[BinaryIO]]:
    """Files to write, which appear under their names only once all of them are complete.

    Raises ValueError for one that is there already, unless `force` says to write over it.
    """
    if taken := [path for path in paths if path.exists() and not force]:
        raise ValueError(f"{taken[0]} is there already; --force writes over it.")
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
    """The ids, with a bar on stderr that shows how many are done; no bar when that is not a terminal."""
    out = words.console(stderr=True)
    with Progress(console=out, transient=True, disable=not out.is_terminal) as progress:
        yield iter(progress.track(ids, description="export"))
