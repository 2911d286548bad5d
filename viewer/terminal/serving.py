"""Commands around the service: `serve`, and `token` and `login` with `new`, `list` and `revoke`."""

import os
import signal
from datetime import UTC, datetime, timedelta
from socket import socket
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Final, NoReturn

import typer

from eventstore.access import Access, Role
from eventstore.records import utc_now
from viewer import home
from viewer.terminal.desk import Desk, Json, desk, print_json
from viewer.terminal.group import refuse, say
from viewer.terminal.upkeep import is_loopback, refuse_taken

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from eventstore.service.house import House

app = typer.Typer()
tokens = typer.Typer(no_args_is_help=True, help="Tokens that let others in where a service is reached from outside.")
logins = typer.Typer(no_args_is_help=True, help="People who log in at an identity provider, and what they may do.")

RoleGiven = Annotated[Role, typer.Option("--role", help="Look; write notes too; record too.", show_default=False)]
OneMatch = Annotated[
    str | None, typer.Option("--match", metavar="MATCH", help="Only for this match, by id or how it begins.")
]

PATIENCE: Final = 10
"""Seconds that requests have to end when the service stops."""


@app.command()
def serve(
    context: typer.Context,
    port: Annotated[int, typer.Option(min=1, max=65535)] = 8501,
    host: Annotated[
        str, typer.Option(help="The address to listen on; from any but this machine's own, tokens are required.")
    ] = "127.0.0.1",
    with_tokens: Annotated[
        bool, typer.Option("--tokens", help="Require tokens here too, as behind a proxy that others reach.")
    ] = False,
    no_viewer: Annotated[
        bool, typer.Option("--no-viewer", help="The service alone, without pages to look at.")
    ] = False,
) -> None:
    """Let programs and other devices record and follow matches over HTTP; Ctrl+C ends it."""
    try:
        from eventstore.service.house import House
        from viewer.serving import has_providers
    except ImportError:
        refuse("The service needs more packages: install partie[service].")
    kept = desk(context)
    asks = with_tokens or not is_loopback(host) or (not no_viewer and has_providers())
    house = House(kept.records, kept.library, asks)
    refuse_taken(host, port)
    say(f"Partie is at http://{_written(host)}:{port} and keeps {kept.name}")
    granted = house.access.grants()
    if house.tokens_required and not granted.tokens and not granted.logins:
        say("Nobody has a token yet: `partie token new --role recorder` makes one.")
    os.environ[home.VARIABLE] = kept.address
    if house.tokens_required:
        os.environ[home.GUARDED] = "yes"
    _run(house, host, port, no_viewer)


def _run(house: "House", host: str, port: int, no_viewer: bool) -> None:
    import uvicorn

    from eventstore.service.watch import log_to_stderr

    served: ASGIApp
    if no_viewer:
        from eventstore.service.application import application

        served = application(house)
    else:
        from viewer.serving import together  # It takes seconds, which a service without pages need not.

        served = together(house)

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket] | None = None) -> None:
            await super().startup(sockets)
            log_to_stderr()  # Once more, as Streamlit sets up logging when it starts.

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            house.feed.end()  # Those who follow would never hang up by themselves.
            super().handle_exit(sig, frame)

    config = uvicorn.Config(
        served,
        host,
        port,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=PATIENCE,
    )
    # The server gives the signal on when everybody was answered: the store is to be closed before this ends.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _end)
    log_to_stderr()
    Server(config).run()


def _end(number: int, frame: FrameType | None) -> NoReturn:
    raise typer.Exit


def _written(host: str) -> str:
    return f"[{host}]" if ":" in host else host


@tokens.command("new")
def new_token(
    context: typer.Context,
    role: RoleGiven,
    match: OneMatch = None,
    days: Annotated[int | None, typer.Option("--days", min=1, max=36_500, help="Only for so many days.")] = None,
) -> None:
    """Make a token and print it, this once: the store keeps only what it is known again by."""
    kept = desk(context)
    id = kept.records.find(match) if match is not None else None
    typer.echo(_access(kept).make_token(role, id, _after(days) if days else None))


@tokens.command("list")
def list_tokens(context: typer.Context, as_json: Json = False) -> None:
    """The tokens there are, by the word behind `partie_`."""
    made = _access(desk(context)).grants().tokens.values()
    if as_json:
        print_json([{"id": one.id, "role": one.role, "match": one.match, "expires": one.expires} for one in made])
        return
    for one in made:
        until = f"until {one.expires}" if one.expires else ""
        typer.echo("  ".join(filter(None, (one.id, one.role, one.match or "every match", until))))


@tokens.command("revoke")
def revoke_token(
    context: typer.Context,
    id: Annotated[str, typer.Argument(metavar="TOKEN", help="Its word in the list.", show_default=False)],
) -> None:
    """Let a token open nothing any more."""
    _access(desk(context)).revoke(id)


@logins.command("new")
def new_login(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="LOGIN", help="An e-mail address that the provider has verified.")],
    role: RoleGiven,
    match: OneMatch = None,
) -> None:
    """Let in whoever logs in by this name; the store keeps only what it is known again by."""
    kept = desk(context)
    _access(kept).allow_login(name, role, kept.records.find(match) if match is not None else None)


@logins.command("list")
def list_logins(context: typer.Context, as_json: Json = False) -> None:
    """What people who log in may do, each by a word of ours: their names are not kept."""
    known = _access(desk(context)).grants().logins.values()
    if as_json:
        print_json([{"id": one.id, "role": one.role, "match": one.match} for one in known])
        return
    for one in known:
        typer.echo("  ".join((one.id, one.role, one.match or "every match")))


@logins.command("revoke")
def revoke_login(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="LOGIN", help="The name, or its word in the list.")],
) -> None:
    """Let somebody in no more."""
    _access(desk(context)).revoke_login(name)


def _after(days: int) -> str:
    until = datetime.now(UTC) + timedelta(days=days)
    return until.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _access(kept: Desk) -> Access:
    return Access(kept.store, "local", utc_now)
