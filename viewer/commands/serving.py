"""Commands of the service, `serve` and `view`, and the links that give a phone access."""

import errno
import gc
import os
import re
import shutil
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from ipaddress import ip_address, ip_network
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn

import typer

from core import games
from eventstore.access.access import PAIRING_TIME, Access
from eventstore.maintenance.keeper import keeper_of, local_now
from eventstore.process_settings import apply_process_settings
from eventstore.store.sqlite import SqliteStore
from viewer import restarting, settings
from viewer.commands.backups import Folders, KeepOption, add_folders
from viewer.commands.cli_errors import print_error, refuse
from viewer.commands.context import CliContext, cli_context, option
from viewer.locale.language import translate
from viewer.pairing import qr_code
from viewer.pairing.addresses import http_address, lan_addresses, pairing_link
from viewer.texts.rule_texts import rule_address

if TYPE_CHECKING:
    from ssl import SSLContext

    from starlette.requests import HTTPConnection
    from starlette.types import ASGIApp

    from eventstore.service.server import Network
    from eventstore.service.state import AppState
    from viewer.https.home_name import HomeName

app = typer.Typer()

Port = Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")]

EVERYWHERE: Final = "0.0.0.0"
"""All interfaces of this machine."""

SHUTDOWN_TIMEOUT_S: Final = 10
"""Seconds that open requests have to finish when the service stops."""


def _local(text: str | None) -> str | None:
    """The name under `.local`, for which alone the authority of a home vouches."""
    if text is None:
        return None
    label = text.lower().removesuffix(".local")
    if not re.fullmatch(r"[a-z0-9](?:[a-z0-9-]{0,40}[a-z0-9])?", label):
        raise typer.BadParameter("--name is one word of letters, digits and hyphens, such as club.")
    return f"{label}.local"


@app.command()
def serve(
    context: typer.Context,
    port: Port = 8501,
    host: Annotated[
        str | None,
        option(
            "--host",
            "The address to listen on; other than loopback it requires tokens. Default: 127.0.0.1, "
            "with --phone 0.0.0.0.",
        ),
    ] = None,
    home: Annotated[
        bool,
        option(
            "--home",
            "Serve the local network under the name partie.local, over https too, on the port after --port; shows "
            "the QR code of --phone.",
        ),
    ] = False,
    home_name: Annotated[
        str | None,
        option(
            "--name NAME",
            "The name of --home in the network, such as club for club.local; it is remembered. "
            "Default: partie, or partie-2 where another machine has that.",
            callback=_local,
        ),
    ] = None,
    phone: Annotated[
        bool, option("--phone", "Serve the local network, and show a QR code that pairs a phone.")
    ] = False,
    with_tokens: Annotated[
        bool, option("--tokens", "Require tokens on a loopback address too, for use behind a proxy.")
    ] = False,
    no_viewer: Annotated[bool, option("--no-viewer", "Serve the HTTP API without the pages.")] = False,
    only: Annotated[str | None, option("--games KEYS", "Load these games alone, keys separated by commas.")] = None,
    proxy: Annotated[
        list[str],
        option("--proxy ADDRESS", "A reverse proxy, as address or network, whose X-Forwarded-For is trusted."),
    ] = [],  # noqa: B006
    backup: Folders = [],  # noqa: B006
    keep: KeepOption = None,
) -> None:
    """Serve the pages and the HTTP API to this machine or to others, until Ctrl+C."""
    if only is not None:
        os.environ[games.VARIABLE] = only
        apply_process_settings()
    cli = cli_context(context)
    proxies = [*map(_network, proxy)]
    phone = phone or home
    host = host or (EVERYWHERE if phone else "127.0.0.1")
    if phone and no_viewer:
        refuse("--phone and --home need the pages; leave --no-viewer out.")
    # A home starts before its network does, after a power cut.
    is_early = home and host in (EVERYWHERE, "::") and not lan_addresses(host)
    addresses = phone_addresses(host, port) if phone and not is_early else ()
    asks = with_tokens or not is_loopback(host) or (not no_viewer and _pages().has_providers())
    refuse_taken(host, port)
    restarting.restore_if_asked(Path(cli.address))
    if backup or keep:
        add_folders(cli.path, backup, keep)
    name = _home_name(cli.path, host, port, home_name) if home else None
    print_error(f"Partie is at {http_address(host, port)} and serves {cli.name}")
    state = (
        _app_state(cli, asks, lambda connection: None, lambda rule: "")
        if no_viewer
        else _app_state(cli, asks, _login_of)
    )
    if not is_loopback(host):
        os.environ[settings.LISTENS] = f"{host} {port}"
    has_access = state.access.grants()
    if state.tokens_required and not phone and not has_access.tokens and not has_access.logins:
        print_error("There are no tokens yet; `partie token new --role recorder` creates one.")
    served = _service_alone(state) if no_viewer else _pages().create_site(state)
    log = not (phone and sys.stderr.isatty())  # Requests would push the QR code out of the terminal.
    secure = (port + 1, name.context) if name else None
    try:
        _run(
            state, host, port, served, proxies, log=log, secure=secure,
            started=partial(offer, state.access, addresses, home=secure_address(cli.path, port) if home else None),
        )  # fmt: skip
    finally:
        if name:
            name.close()
        if restarting.is_asked():
            restarting.start_anew()


def _home_name(store: Path, host: str, port: int, wanted: str | None) -> "HomeName":
    """Announce the name of this machine."""
    from viewer.https.authority import authority_of
    from viewer.https.home_name import HomeName  # Deferred, as others need neither of both.

    refuse_taken(host, port + 1)
    store.parent.mkdir(parents=True, exist_ok=True)
    authority = authority_of(store)
    name = HomeName(authority, port + 1, partial(lan_addresses, host), local_now, wanted)
    name.start()
    if name.name != name.wanted:
        print_error(f"Another machine is {name.wanted}, so this one is {name.name}; --name chooses another name.")
    os.environ[settings.SECURE] = f"https://{name.name}:{port + 1}"
    return name


def secure_address(store: Path, port: int) -> tuple[str, str] | None:
    """The address of a home over https, and the fingerprint of its root; None: it has none."""
    from viewer.https.authority import authority_of, certificate_of

    certificate = certificate_of(store)
    return (f"https://{authority_of(store).name()}:{port + 1}", certificate[1]) if certificate else None


@app.command()
def view(
    context: typer.Context,
    port: Port = 8501,
    host: Annotated[str, option("--host", "The loopback address to listen on.")] = "127.0.0.1",
    no_browser: Annotated[bool, option("--no-browser", "Do not open a browser window.")] = False,
) -> None:
    """Open the pages in a browser and serve them to this machine only, until Ctrl+C."""
    cli = cli_context(context)
    no_browser = restarting.restore_if_asked(Path(cli.address)) or no_browser
    _ = cli.store  # Opened here, so that an error is printed and not shown on a page.
    refuse_taken(host, port)
    if not is_loopback(host):
        refuse(f"`partie view` serves this machine only; use `partie serve --host {host}`, which requires tokens.")
    print_error(f"Partie is at {http_address(host, port)} and shows {cli.name}")
    state = _app_state(cli, _pages().has_providers(), _login_of)
    open_browser = Thread(target=webbrowser.open, args=(http_address(host, port),), daemon=True).start
    try:
        _run(state, host, port, _pages().create_site(state), started=lambda: None if no_browser else open_browser())
    finally:
        if restarting.is_asked():
            restarting.start_anew()


def _app_state(
    cli: CliContext,
    tokens_required: bool,
    login_of: "Callable[[HTTPConnection], str | None]",
    rule_page: Callable[[str], str] = rule_address,
) -> "AppState":
    """The state of the service; sets the environment variables that the pages of this process read."""
    from eventstore.service.capacity import raise_handle_limit
    from eventstore.service.state import AppState

    raise_handle_limit()
    os.environ[settings.VARIABLE] = cli.address
    if tokens_required:
        os.environ[settings.GUARDED] = "yes"
    return AppState(
        cli.records, cli.index, tokens_required, login_of=login_of, translate=translate, rule_page=rule_page
    )


def _pages() -> Any:
    """The module of the pages, which takes seconds to load."""
    return import_module("viewer.site.asgi")


def _service_alone(state: "AppState") -> "ASGIApp":
    from eventstore.service.app import create_app

    return create_app(state)


def _login_of(connection: "HTTPConnection") -> str | None:
    login: str | None = _pages().login_of(connection)
    return login


def _run(
    state: "AppState",
    host: str,
    port: int,
    served: "ASGIApp",
    proxies: Sequence["Network"] = (),
    *,
    log: bool = False,
    secure: "tuple[int, SSLContext] | None" = None,
    started: Callable[[], None],
) -> None:
    """Serve until a signal; `log` logs requests, `started` is called when requests are answered."""
    from eventstore.service.capacity import capacity
    from eventstore.service.observability import log_to_stderr
    from eventstore.service.server import LimitedServer

    class Server(LimitedServer):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                started()

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            state.feed.end()  # Clients of the event stream never disconnect on their own.
            super().handle_exit(sig, frame)

    # The server raises the signal again after the last response; this handler lets the command close the store first.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _end)
    log_to_stderr(requests=log)
    keeper = keeper_of(state.records.store.path) if type(state.records.store) is SqliteStore else None
    if keeper:
        keeper.start()
    try:
        options = {"host": host, "port": port, "timeout_graceful_shutdown": SHUTDOWN_TIMEOUT_S}
        Server(served, capacity(), proxies, secure=secure, **options).run()
    finally:
        if keeper:
            keeper.close()
        state.reviews.close()
        gc.freeze()  # Else the interpreter visits all objects once more at its end: seconds on a busy machine.


def _end(number: int, frame: FrameType | None) -> NoReturn:
    raise typer.Exit


def _network(text: str) -> "Network":
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise typer.BadParameter(f"--proxy is an address or a network such as 10.0.0.0/8, not {text!r}.") from None


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


def phone_addresses(host: str, port: int) -> tuple[str, ...]:
    """The addresses for phones of a server that will listen on `host`; ends the command if there are none."""
    found = lan_addresses(host)
    if not found:
        refuse(
            f"No phone can reach {host}: leave --host out."
            if host not in (EVERYWHERE, "::")
            else "This machine has no address in a network: connect it to the network of the phone."
        )
    return tuple(http_address(address, port) for address in found)


def offer(access: Access, addresses: Sequence[str], *, home: tuple[str, str] | None = None) -> None:
    """Make a pairing code for a recorder, and print it for a phone as an address on stdout, with a QR code for people.

    Another one is printed on stderr for a browser on this machine. Prints no code without addresses. `home` is as of
    `secure_address`.
    """
    if home:
        print_error("Phones that trust this home open {}; its fingerprint is: {}".format(*home))
    if not addresses:
        return
    code = access.make_pairing("recorder")
    links = [pairing_link(address, code) for address in addresses]
    minutes = int(PAIRING_TIME.total_seconds() // 60)
    sentences = [f"Scan the code, or open the address, with one phone within {minutes} minutes; it may then record."]
    if len(links) > 1:
        sentences.append("The code is that of the first address; if the phone cannot open it, type another one.")
    sentences += [
        f"For a browser on this machine: {pairing_link(addresses[0], access.make_pairing('recorder'))}",
        "Paired devices are listed by `partie token list`, and removed by `partie token revoke`.",
        "The connection is plain HTTP, which others in the same network can overhear; "
        + ("its page offers HTTPS." if home else "docs/access.md explains TLS."),
    ]
    for sentence in sentences:
        print_error(sentence)
    for link in links:
        typer.echo(link)
    if sys.stdout.isatty():  # Last, so that nothing pushes the code out of the terminal.
        _draw(links[0])


def _draw(link: str) -> None:
    """Print the QR code, unless the terminal is too narrow or has no block characters."""
    drawn = qr_code.terminal(link)
    try:
        drawn.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return
    if qr_code.columns(drawn) > shutil.get_terminal_size().columns:
        print_error("This terminal is too narrow for the QR code of this address.")
        return
    typer.echo(drawn)
