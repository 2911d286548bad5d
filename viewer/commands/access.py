"""Commands of access control: `token` and `login` with `new`, `list` and `revoke`."""

import socket
from contextlib import suppress
from datetime import timedelta
from typing import Annotated
from urllib.parse import urlsplit

import typer

from eventstore.access.access import Access
from eventstore.access.grants import Role
from eventstore.matches.repository import utc_now
from eventstore.store.clock import later
from eventstore.store.store_url import is_file
from viewer.commands.cli_errors import refuse
from viewer.commands.context import CliContext, Json, argument, cli_context, option, print_json
from viewer.commands.serving import EVERYWHERE, Port, offer, phone_addresses, secure_address
from viewer.locale.plain_text import plain

tokens = typer.Typer(
    no_args_is_help=True, help="Manage the access tokens of `partie serve`, those of paired devices included."
)
logins = typer.Typer(no_args_is_help=True, help="Manage the roles of users who log in with an identity provider.")

RoleOption = Annotated[Role, option("--role", "viewer: read; annotator: also write notes; recorder: also record.")]
OneMatch = Annotated[str | None, option("--match MATCH", "Limit the role to this match, by id or unique prefix.")]


@tokens.command("new")
def new_token(
    context: typer.Context,
    role: RoleOption,
    match: OneMatch = None,
    days: Annotated[
        int | None,
        option("--days NUMBER", "The number of days until it expires. Default: it does not expire.", min=1, max=36_500),
    ] = None,
) -> None:
    """Create a token and print it; it cannot be printed again, as only its digest is stored."""
    cli = cli_context(context)
    id = cli.records.find(match) if match is not None else None
    typer.echo(_access(cli).make_token(role, id, later(utc_now(), timedelta(days=days)) if days else None))


@tokens.command("pair")
def pair(context: typer.Context, port: Port = 8501) -> None:
    """Show the code with which a phone joins `partie serve --home` or `--phone`, which runs already."""
    cli = cli_context(context)
    if not (addresses := [address for address in phone_addresses(EVERYWHERE, port) if _answers(address)]):
        refuse(f"Partie does not serve the network on port {port}; start it with `partie serve --home`.")
    offer(_access(cli), addresses, home=secure_address(cli.path, port) if is_file(cli.address) else None)


def _answers(address: str) -> bool:
    place = urlsplit(address)
    with suppress(OSError), socket.create_connection((place.hostname, place.port), 3):
        return True
    return False


@tokens.command("list")
def list_tokens(context: typer.Context, as_json: Json = False) -> None:
    """List the tokens by id, which is the part after `partie_`, and the names of paired devices."""
    made = _access(cli_context(context)).grants().tokens.values()
    if as_json:
        print_json(
            [
                {"id": one.id, "role": one.role, "match": one.match, "expires": one.expires, "device": one.device}
                for one in made
            ]
        )
        return
    for one in made:
        until = f"until {one.expires}" if one.expires else ""
        typer.echo(
            "  ".join(filter(None, (one.id, one.role, one.match or "every match", until, plain(one.device or ""))))
        )


@tokens.command("revoke")
def revoke_token(
    context: typer.Context,
    id: Annotated[str, argument("TOKEN", "The id of the token, from `token list`.")],
) -> None:
    """Revoke a token."""
    _access(cli_context(context)).revoke(id)


@logins.command("new")
def new_login(
    context: typer.Context,
    name: Annotated[str, argument("LOGIN", "An e-mail address that the identity provider has verified.")],
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
    name: Annotated[str, argument("LOGIN", "The e-mail address, or the id from `login list`.")],
) -> None:
    """Revoke the role of a login."""
    _access(cli_context(context)).revoke_login(name)


def _access(cli: CliContext) -> Access:
    return Access(cli.store, "local", utc_now)
