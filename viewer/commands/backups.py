"""Commands that copy the store: `backup`, `restore`, `copy`."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from eventstore.maintenance import backup, copying
from eventstore.store.open_store import open_store, require_existing
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store_url import redacted_url
from viewer.commands import terminal
from viewer.commands.cli_errors import refuse
from viewer.commands.context import cli_context

app = typer.Typer()


@app.command("backup")
def back_up(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to create.", show_default=False)],
) -> None:
    """Copy the store to a new file and verify the copy; other programs can record meanwhile."""
    path = cli_context(context).path
    require_existing(str(path))
    with terminal.progress_bar("backup") as progress, closing(SqliteStore(path)) as store:
        matches = backup.backup(store, file, progress)
    typer.echo(f"{matches} matches written to {file} and checked")


@app.command("restore")
def put_back(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup.", show_default=False)],
    force: Annotated[
        bool, typer.Option("--force", help="Replace a store that is not empty; its old file is renamed and kept.")
    ] = False,
) -> None:
    """Restore a backup as the store, which must be empty or missing."""
    path = cli_context(context).path
    with terminal.progress_bar("restore") as progress:
        matches, before = backup.restore(file, path, force=force, progress=progress)
    if before:
        typer.echo(f"the previous store is now {before}")
    typer.echo(f"{matches} matches restored to {path}")


@app.command("copy")
def copy_store(
    context: typer.Context,
    to: Annotated[
        str, typer.Option("--to", metavar="PATH|URI", help="The target: a file or a database.", show_default=False)
    ],
    source: Annotated[
        str | None, typer.Option("--from", metavar="PATH|URI", help="The source. Default: the store of --store.")
    ] = None,
) -> None:
    """Copy the store to another one and compare all events; repeat it to resume an interrupted copy."""
    source = source or cli_context(context).address
    if source == to:
        refuse("A store cannot be copied to itself.")
    require_existing(source)
    with (
        closing(open_store(source)) as read,
        closing(open_store(to)) as written,
        terminal.progress_bar("copy") as progress,
    ):
        added = copying.copy(read, written, progress)
    typer.echo(f"{added} events copied from {redacted_url(source)} to {redacted_url(to)}; all events were compared")
