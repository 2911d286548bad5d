"""The client address that limits are counted for."""

from ipaddress import IPv6Address, ip_address, ip_network

from starlette.requests import HTTPConnection


def client_address(connection: HTTPConnection) -> str:
    """The counted address of a client; behind a configured proxy the forwarded one."""
    return counted(connection.client.host) if connection.client else ""


def counted(host: str) -> str:
    """The host, or its /64 network for IPv6, as an IPv6 host usually has all addresses of that network."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((int(address) >> 64 << 64, 64)))


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
