"""The output of `partie serve --phone`: the addresses that pair a phone, and a QR code."""

import shutil
import sys
from collections.abc import Sequence

import typer

from eventstore.access.access import PAIRING_TIME, Access
from viewer.commands.cli_errors import print_error, refuse
from viewer.pairing import qr_code
from viewer.pairing.addresses import http_address, lan_addresses, pairing_link


def addresses(host: str, port: int) -> tuple[str, ...]:
    """The addresses for phones of a server that will listen on `host`; ends the command if there are none."""
    found = lan_addresses(host)
    if not found:
        refuse(
            f"No phone can reach {host}: leave --host out."
            if host not in ("0.0.0.0", "::")
            else "This machine has no address in a network: connect it to the network of the phone."
        )
    return tuple(http_address(address, port) for address in found)


def offer(access: Access, addresses: Sequence[str]) -> None:
    """Make a pairing code for a recorder, and print it for a phone as an address on stdout, with a QR code for people.

    Another one is printed on stderr for a browser on this machine. Prints nothing without addresses.
    """
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
        "The connection is plain HTTP, which others in the same network can overhear; docs/access.md explains TLS.",
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
