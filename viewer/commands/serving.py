"""Commands of the service: `serve` and `view`, and `token` and `login` with `new`, `list` and `revoke`."""

import errno
import os
import signal
import socket
import webbrowser
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from threading import Thread
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Final, NoReturn

import typer

from eventstore.access.grants import Access, Role
from eventstore.matches.repository import utc_now
from viewer import settings
from viewer.commands.cli_errors import print_error, refuse
from viewer.commands.context import CliContext, Json, cli_context, print_json
from viewer.language import translate

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection
    from starlette.types import ASGIApp

    from eventstore.service.server import Network
    from eventstore.service.state import AppState

app = typer.Typer()
tokens = typer.Typer(no_args_is_help=True, help="Manage the access tokens of `partie serve`.")
logins = typer.Typer(no_args_is_help=True, help="Manage the roles of users who log in with an identity provider.")

RoleOption = Annotated[
    Role,
    typer.Option(
        "--role", help="viewer: read; annotator: also write notes; recorder: also record.", show_default=False
    ),
]
OneMatch = Annotated[
    str | None, typer.Option("--match", metavar="MATCH", help="Limit the role to this match, by id or unique prefix.")
]

Port = Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")]

SHUTDOWN_TIMEOUT_S: Final = 10
"""Seconds that open requests have to finish when the service stops."""


@app.command()
def serve(
    context: typer.Context,
    port: Port = 8501,
    host: Annotated[
        str, typer.Option(help="The address to listen on; other than loopback it requires tokens.")
    ] = "127.0.0.1",
    with_tokens: Annotated[
        bool, typer.Option("--tokens", help="Require tokens on a loopback address too, for use behind a proxy.")
    ] = False,
    no_viewer: Annotated[bool, typer.Option("--no-viewer", help="Serve the HTTP API without the pages.")] = False,
    proxy: Annotated[
        list[str],
        typer.Option(
            metavar="ADDRESS", help="A reverse proxy, as address or network, whose X-Forwarded-For is trusted."
        ),
    ] = [],  # noqa: B006
) -> None:
    """Serve the pages and the HTTP API to this machine or to others, until Ctrl+C."""
    cli = cli_context(context)
    proxies = [*map(_network, proxy)]
    asks = with_tokens or not is_loopback(host) or (not no_viewer and _has_providers())
    refuse_taken(host, port)
    print_error(f"Partie is at {_address(host, port)} and serves {cli.name}")
    state = _app_state(cli, asks, _no_login if no_viewer else _login_of)
    has_access = state.access.grants()
    if state.tokens_required and not has_access.tokens and not has_access.logins:
        print_error("There are no tokens yet; `partie token new --role recorder` creates one.")
    _run(state, host, port, _service_alone(state) if no_viewer else _with_pages(state), proxies, log=True)


@app.command()
def view(
    context: typer.Context,
    port: Port = 8501,
    host: Annotated[str, typer.Option(help="The loopback address to listen on.")] = "127.0.0.1",
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser window.")] = False,
) -> None:
    """Open the pages in a browser and serve them to this machine only, until Ctrl+C."""
    cli = cli_context(context)
    _ = cli.store  # Opened here, so that an error is printed and not shown on a page.
    refuse_taken(host, port)
    if not is_loopback(host):
        refuse(f"`partie view` serves this machine only; use `partie serve --host {host}`, which requires tokens.")
    print_error(f"Partie is at {_address(host, port)} and shows {cli.name}")
    state = _app_state(cli, _has_providers(), _login_of)
    _run(state, host, port, _with_pages(state), browser=None if no_browser else _address(host, port))


def _app_state(
    cli: CliContext, tokens_required: bool, login_of: "Callable[[HTTPConnection], str | None]"
) -> "AppState":
    """The state of the service; sets the environment variables that the pages of this process read."""
    from eventstore.service.capacity import raise_handle_limit
    from eventstore.service.state import AppState

    raise_handle_limit()
    os.environ[settings.VARIABLE] = cli.address
    if tokens_required:
        os.environ[settings.GUARDED] = "yes"
    return AppState(cli.records, cli.index, tokens_required, login_of=login_of, translate=translate)


def _no_login(connection: "HTTPConnection") -> None:
    """Without the pages nobody logs in."""


def _login_of(connection: "HTTPConnection") -> str | None:
    from viewer.session import login_of  # Deferred: takes seconds to load.

    return login_of(connection)


def _service_alone(state: "AppState") -> "ASGIApp":
    from eventstore.service.app import create_app

    return create_app(state)


def _with_pages(state: "AppState") -> "ASGIApp":
    from viewer.asgi import create_site  # Deferred: takes seconds to load, and only the pages need it.

    return create_site(state)


def _has_providers() -> bool:
    from viewer.asgi import has_providers

    return has_providers()


def _run(
    state: "AppState",
    host: str,
    port: int,
    served: "ASGIApp",
    proxies: Sequence["Network"] = (),
    *,
    log: bool = False,
    browser: str | None = None,
) -> None:
    """Serve until a signal; `log` logs requests, `browser` is the address to open after the start."""
    from eventstore.service.capacity import capacity
    from eventstore.service.observability import log_to_stderr
    from eventstore.service.server import LimitedServer

    class Server(LimitedServer):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            log_to_stderr(requests=log)  # Again: Streamlit configures logging when it starts.
            if browser:
                Thread(target=webbrowser.open, args=(browser,), daemon=True).start()

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            state.feed.end()  # Clients of the event stream never disconnect on their own.
            super().handle_exit(sig, frame)

    # The server raises the signal again after the last response; this handler lets the command close the store first.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _end)
    log_to_stderr(requests=log)
    Server(served, capacity(), proxies, host=host, port=port, timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S).run()


def _end(number: int, frame: FrameType | None) -> NoReturn:
    raise typer.Exit


def _network(text: str) -> "Network":
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise typer.BadParameter(f"--proxy is an address or a network such as 10.0.0.0/8, not {text!r}.") from None


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def refuse_taken(host: str, port: int) -> None:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            refuse(f"Port {port} is in use by another program; choose another one with --port.")
        refuse(f"Cannot listen on {host}, port {port}: {(error.strerror or str(error)).lower()}.")


@tokens.command("new")
def new_token(
    context: typer.Context,
    role: RoleOption,
    match: OneMatch = None,
    days: Annotated[
        int | None,
        typer.Option(
            "--days",
            min=1,
            max=36_500,
            metavar="NUMBER",
            help="The number of days until it expires. Default: it does not expire.",
        ),
    ] = None,
) -> None:
    """Create a token and print it; it cannot be printed again, as only its digest is stored."""
    cli = cli_context(context)
    id = cli.records.find(match) if match is not None else None
    typer.echo(_access(cli).make_token(role, id, _after(days) if days else None))


@tokens.command("list")
def list_tokens(context: typer.Context, as_json: Json = False) -> None:
    """List the tokens by id, which is the part after `partie_`."""
    made = _access(cli_context(context)).grants().tokens.values()
    if as_json:
        print_json([{"id": one.id, "role": one.role, "match": one.match, "expires": one.expires} for one in made])
        return
    for one in made:
        until = f"until {one.expires}" if one.expires else ""
        typer.echo("  ".join(filter(None, (one.id, one.role, one.match or "every match", until))))


@tokens.command("revoke")
def revoke_token(
    context: typer.Context,
    id: Annotated[
        str, typer.Argument(metavar="TOKEN", help="The id of the token, from `token list`.", show_default=False)
    ],
) -> None:
    """Revoke a token."""
    _access(cli_context(context)).revoke(id)


@logins.command("new")
def new_login(
    context: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="LOGIN", help="An e-mail address that the identity provider has verified.")
    ],
    role: RoleOption,
    match: OneMatch = None,
) -> None:
    """Grant a role to a login; only the digest of its e-mail address is stored."""
    cli = cli_context(context)
    _access(cli).allow_login(name, role, cli.records.find(match) if match is not None else None)


@logins.command("list")
def list_logins(context: typer.Context, as_json: Json = False) -> None:
    """List the logins by id with their roles; their e-mail addresses are not stored."""
    accounts = _access(cli_context(context)).grants().logins.values()
    if as_json:
        print_json([{"id": one.id, "role": one.role, "match": one.match} for one in accounts])
        return
    for one in accounts:
        typer.echo("  ".join((one.id, one.role, one.match or "every match")))


@logins.command("revoke")
def revoke_login(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="LOGIN", help="The e-mail address, or the id from `login list`.")],
) -> None:
    """Revoke the role of a login."""
    _access(cli_context(context)).revoke_login(name)


def _after(days: int) -> str:
    until = datetime.now(UTC) + timedelta(days=days)
    return until.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _access(cli: CliContext) -> Access:
    return Access(cli.store, "local", utc_now)
