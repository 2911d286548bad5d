"""The command line `partie`: its global options and all commands."""

import os
from importlib.metadata import version
from typing import Annotated

import typer

from eventstore.process_settings import apply_process_settings, import_sqlite_utils

import_sqlite_utils()  # Before any module that imports it.

from eventstore.store.sqlite_schema import SCHEMA
from viewer.commands import (
    access,
    backups,
    corrections,
    explorer,
    exporting,
    format,
    games,
    importing,
    maintenance,
    merging,
    people,
    perft,
    photos,
    plays,
    questions,
    reading,
    recording,
    reviewing,
    rules,
    serving,
    statistics,
    templates,
    withdrawing,
)
from viewer.commands.cli_errors import ErrorGroup
from viewer.commands.context import CliContext
from viewer.site import settings

app = typer.Typer(cls=ErrorGroup, no_args_is_help=True, pretty_exceptions_enable=False)
for commands in (
    recording,
    corrections,
    withdrawing,
    reading,
    reviewing,
    rules,
    importing,
    exporting,
    format,
    maintenance,
    backups,
    merging,
    perft,
    serving,
):
    app.registered_commands += commands.app.registered_commands
app.registered_commands += questions.prices.registered_commands
app.add_typer(games.app, name="games")
app.add_typer(people.app, name="people")
app.add_typer(plays.app, name="plays")
app.add_typer(templates.app, name="template")
statistics.app.registered_commands += questions.app.registered_commands
statistics.app.registered_commands += explorer.app.registered_commands
app.add_typer(statistics.app, name="stats")
app.add_typer(photos.app, name="photo")
app.add_typer(access.tokens, name="token")
app.add_typer(access.logins, name="login")


def _print_version(requested: bool) -> None:
    if requested:
        typer.echo(f"partie {version('partie')} (store schema {SCHEMA})")
        raise typer.Exit


@app.callback()
def partie(
    context: typer.Context,
    store: Annotated[
        str | None,
        typer.Option(
            "--store",
            metavar="PATH|URI",
            help=f"The store: a file or postgresql://... Default: {settings.VARIABLE}, else a file in the data folder.",
        ),
    ] = None,
    _version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_print_version,
            is_eager=True,
            help="Print the version and the schema of its SQLite stores.",
        ),
    ] = False,
) -> None:
    """Record, replay and analyze matches of tabletop games.

    MATCH is the id of a match or a unique prefix of it. Exit codes: 0 success, 1 refused, 2 usage error.
    """
    apply_process_settings()
    context.obj = CliContext(os.path.expanduser(store) if store else settings.store_address())
    context.call_on_close(context.obj.close)
