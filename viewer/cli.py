"""The command line `partie`: its global options and all commands.

A command is imported when it is called: most need little, and the list of all of them needs none.
"""

import os
from importlib import import_module
from typing import Annotated, Any, Final, NamedTuple

import typer
from typer import _click
from typer.core import TyperCommand
from typer.main import get_group

from viewer import settings
from viewer.commands.cli_errors import ErrorGroup


class _Part(NamedTuple):
    """A command or a group of commands: its module in `viewer.commands`, the first line of its help, its app there."""

    module: str
    help: str
    app: str = "app"


GROUPS: Final = frozenset({"games", "people", "plays", "template", "stats", "photo", "service", "token", "login"})

COMMANDS: Final[dict[str, _Part]] = {
    "new": _Part("recording", "Create a match and print its id; the next step is a hint on stderr."),
    "record": _Part("recording", "Record the next events of a match: all of them, or none if one is refused."),
    "close": _Part("recording", "Close a match that its rules did not end."),
    "describe": _Part(
        "recording",
        "Correct the header of a match (players, date, place, tags, title), and note what belongs to the play.",
    ),
    "fork": _Part("recording", "Create a match that shares the events up to VERSION with this one, and print its id."),
    "note": _Part("recording", "Add a note to an event and print the id of the note."),
    "claim": _Part(
        "recording", "Record the final points that the players counted; the computed score does not change."
    ),
    "adjust": _Part("recording", "Add points to a seat, or subtract some, by a ruling of the players."),
    "undo": _Part("corrections", "Record that the players took back the last events."),
    "correct": _Part("corrections", "Replace events that were recorded wrongly; without --with, remove them."),
    "history": _Part(
        "corrections",
        "List the corrections and take-backs of a match: recorder, time, reason, events before and after.",
    ),
    "reinstate": _Part("corrections", "Reverse a correction or take-back."),
    "withdraw": _Part(
        "corrections",
        "Leave matches out of lists, statistics and exports; they stay in the log and can be brought back.",
    ),
    "list": _Part("listing", "List matches, newest first; withdrawn ones only with --withdrawn."),
    "show": _Part("reading", "Show the board and the scores of a match, now or after an event."),
    "moves": _Part("reading", "List the events of a match with their points by source."),
    "legal": _Part("reading", "List the legal moves of the seat whose turn it is."),
    "review": _Part("reviewing", "Review a match: what luck and choices changed, and which moves were better."),
    "rule": _Part(
        "rules",
        "Print the text of a rule, such as C-LINE-2; the rules of a game or of the record; or the games with rules.",
    ),
    "import": _Part("importing", "Import matches from files; a match that is in the store already is not added again."),
    "export": _Part("exporting", "Export a match to a file or to stdout."),
    "export-all": _Part("exporting", "Export all matches, or a selection, to one file or a folder of tables."),
    "validate": _Part("format", "Check match files against the format; nothing is stored."),
    "conform": _Part("format", "Try a reader of match files, in any language, with the vectors of the format."),
    "verify": _Part(
        "maintenance", "Check that no stored data was changed or damaged and that the current rules accept all matches."
    ),
    "rebuild": _Part("maintenance", "Rebuild the read models (lists, statistics) from the event log."),
    "pocket": _Part(
        "pocket", "Write Partie as a folder of files, which any https host serves to phones that then need no server."
    ),
    "demo": _Part("maintenance", "Add simulated matches to the store, to try out the program."),
    "backup": _Part(
        "backups", "Copy the store to a new file and verify the copy; other programs can record meanwhile."
    ),
    "keeping": _Part("backups", "Show where the store lies, its backups and when they were tried; set their folders."),
    "restore": _Part("backups", "Restore a backup as the store, which must be empty or missing."),
    "copy": _Part(
        "backups", "Copy the store to another one and compare all events; repeat it to resume an interrupted copy."
    ),
    "merge": _Part("merging", "Bring everything of another store into this one; the other store is not changed."),
    "serve": _Part("serving", "Serve the pages and the HTTP API to this machine or to others, until Ctrl+C."),
    "service": _Part("service", "Keep `partie serve` running, from the start of the system on."),
    "view": _Part("serving", "Open the pages in a browser and serve them to this machine only, until Ctrl+C."),
    "price": _Part("questions", "Note the price of a game, for the cost per play.", "prices"),
    "games": _Part("games", "List the games, write a package with a game, check one."),
    "people": _Part("people", "List, merge, split, rename and forget players."),
    "plays": _Part("plays", "Join two records of one play."),
    "template": _Part("templates", "List, show, add and remove the templates of score sheets."),
    "stats": _Part("statistics", "Statistics of many matches: by person, by game, head to head."),
    "photo": _Part("photos", "Attach photos to matches, without location or other metadata."),
    "token": _Part("access", "Manage the access tokens of `partie serve`, those of paired devices included.", "tokens"),
    "login": _Part("access", "Manage the roles of users who log in with an identity provider.", "logins"),
}


class Commands(ErrorGroup):
    """The group of all commands, each as its line in the list of all until it is called."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.commands = {name: TyperCommand(name, help=part.help) for name, part in COMMANDS.items()}

    def resolve_command(
        self, ctx: _click.Context, args: list[str]
    ) -> tuple[str | None, _click.Command | None, list[str]]:
        name, found, rest = super().resolve_command(ctx, args)
        return name, found and command(name or ""), rest


def command(name: str) -> _click.Command:
    """A command or a group of `COMMANDS`, with its module."""
    part = COMMANDS[name]
    group = get_group(getattr(import_module(f"viewer.commands.{part.module}"), part.app))
    if name not in GROUPS:
        return group.commands[name]
    group.name = name
    return group


app = typer.Typer(cls=Commands, no_args_is_help=True, pretty_exceptions_enable=False)


def _print_version(requested: bool) -> None:
    if requested:
        from importlib.metadata import version

        from eventstore.store.sqlite_schema import SCHEMA

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
    from eventstore.process_settings import apply_process_settings
    from viewer.commands.context import CliContext

    apply_process_settings()
    context.obj = CliContext(os.path.expanduser(store) if store else settings.store_address())
    context.call_on_close(context.obj.close)
