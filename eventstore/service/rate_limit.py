"""Limit of failed attempts by client address: wrong tokens, and unknown match ids without a token."""

import time
from collections import deque
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Lock
from typing import Final

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


MAX_FAILURES: Final = 20
"""Maximum failures of one address within `WINDOW_S` seconds; further attempts are refused."""

WINDOW_S: Final = 60.0


class FailureLimit:
    """The failures of each address within the last `WINDOW_S` seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._times: dict[str, deque[float]] = {}
        """By address, in the order of the last failure."""
        self._lock = Lock()

    def record(self, connection: HTTPConnection) -> None:
        with self._lock:
            now, address = self._now(), client_address(connection)
            times = self._times.pop(address, None) or deque[float](maxlen=MAX_FAILURES)
            times.append(now)
            self._times[address] = times
            while (first := next(iter(self._times))) != address and self._times[first][-1] <= now - WINDOW_S:
                del self._times[first]

    def retry_after_s(self, connection: HTTPConnection) -> int:
        """Seconds until this address may try again; usually 0."""
        with self._lock:
            times = self._times.get(client_address(connection), deque[float]())
            left = times[0] + WINDOW_S - self._now() if len(times) == MAX_FAILURES else 0
            return 1 + int(left) if left > 0 else 0
