"""The command that copies a whole store: `copy`."""

from contextlib import closing
from typing import Annotated

import typer

from eventstore.store import copying
from eventstore.store.store_url import open_store, redacted_url, require_existing
from viewer.commands import match_text
from viewer.commands.cli_errors import refuse
from viewer.commands.context import cli_context

app = typer.Typer()


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
        match_text.progress_bar("copy") as progress,
    ):
        added = copying.copy(read, written, progress)
    typer.echo(f"{added} events copied from {redacted_url(source)} to {redacted_url(to)}; all events were compared")
