"""The command that copies a whole store: `copy`."""

from contextlib import closing
from typing import Annotated

import typer

from eventstore import copying
from eventstore.opening import open_store, refuse_missing, shown
from viewer.terminal import words
from viewer.terminal.desk import desk
from viewer.terminal.group import refuse

app = typer.Typer()


@app.command("copy")
def copy_store(
    context: typer.Context,
    to: Annotated[str, typer.Option("--to", metavar="PATH|URI", help="To a file or a database.", show_default=False)],
    source: Annotated[
        str | None, typer.Option("--from", metavar="PATH|URI", help="Source; default: the store of all commands.")
    ] = None,
) -> None:
    """Copy the whole store to another one and compare both; run it again to continue an interrupted copy."""
    source = source or desk(context).address
    if source == to:
        refuse("A store cannot be copied to itself.")
    refuse_missing(source)
    with closing(open_store(source)) as read, closing(open_store(to)) as written, words.bar("copy") as progress:
        added = copying.copy(read, written, progress)
    typer.echo(f"{added} events copied from {shown(source)} to {shown(to)}; all events were compared")
