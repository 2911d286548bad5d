"""The addresses at which other devices of the network reach this machine, and the link that pairs them.

A browser sends the part of the link after `#` to no server, so that the code is in no log and no `Referer`, and a
messenger that previews the link does not use it up.
"""

import re
import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

PATH: Final = "pairing"
"""Path of the pairing page."""

PAGE: Final = re.compile(r"([a-z]+(/[\w-]{1,40}){0,2})?(\?[\w=&%.+-]*)?", re.ASCII)
"""A page of the viewer, relative to its root: it names no other site."""

_ELSEWHERE: Final = {socket.AF_INET: ("203.0.113.1", 9), socket.AF_INET6: ("2001:db8::1", 9)}
"""Addresses of no machine (RFC 5737, RFC 3849): they have a route, and nothing is ever sent to them."""


def lan_addresses(host: str) -> tuple[str, ...]:
    """The addresses for other devices of a server that listens on `host`, the likeliest first; none on loopback."""
    try:
        listens = ip_address(host)
    except ValueError:
        return () if host == "localhost" else (host,)
    if not listens.is_unspecified:
        return () if listens.is_loopback else (host,)
    family = socket.AF_INET if listens.version == 4 else socket.AF_INET6
    return ranked(_named_addresses(family), _routed_address(family))


def http_address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def ranked(addresses: Iterable[str], routed: str | None) -> tuple[str, ...]:
    """The addresses that other devices can use: private ones first, and `routed` before the others of its kind."""
    result = {ip_address(address.partition("%")[0]) for address in (*addresses, *([routed] if routed else []))}
    usable = [one for one in result if not (one.is_loopback or one.is_link_local or one.is_unspecified)]

    def rank(one: IPv4Address | IPv6Address) -> tuple[bool, bool, str]:
        return not one.is_private, str(one) != routed, str(one)

    return tuple(map(str, sorted(usable, key=rank)))


def _named_addresses(family: socket.AddressFamily) -> list[str]:
    """The addresses that this machine knows under its own name; on some systems none but that of loopback."""
    try:
        return [str(found[4][0]) for found in socket.getaddrinfo(socket.gethostname(), None, family)]
    except OSError:
        return []


def _routed_address(family: socket.AddressFamily) -> str | None:
    """The address from which this machine reaches other networks, by its routing table; None: it reaches none."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect(_ELSEWHERE[family])  # Without a packet: it only chooses the route.
            return str(asking.getsockname()[0])
    except OSError:
        return None


def pairing_link(root: str, code: str, page: str = "") -> str:
    """`root` is the address of the viewer, without a slash at the end; an empty page is the first one."""
    return f"{root}/{PATH}#{code}{page and '/'}{page}"


def parse(text: str) -> tuple[str, str]:
    """The code, and the page or an empty text, from a link, from what is behind its `#`, or from a code alone."""
    code, _, page = text.strip().rpartition("#")[2].partition("/")
    return code, page if PAGE.fullmatch(page) else ""
