"""The name `partie.local` in the network, and its certificate: both follow the addresses of this machine.

A name that another machine answers to is left to it: this one is then `partie-2.local`, and keeps that name.
"""

import logging
import re
import socket
import ssl
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from datetime import datetime
from ipaddress import ip_address
from threading import Event, Thread
from typing import Final

from zeroconf import (  # type: ignore[attr-defined]
    AddressResolver,
    EventLoopBlocked,
    NonUniqueNameException,
    ServiceInfo,
    Zeroconf,
)

from viewer.https.authority import Authority

log: Final = logging.getLogger("partie.service")

LOOK_S: Final = 60
"""Seconds between two looks at the addresses and the clock."""

_TYPE: Final = "_https._tcp.local."

ANSWER_MS: Final = 1500
"""Time in which another machine must answer to a name."""

_NUMBERED: Final = re.compile(r"(?:-\d+)?\.local$")


def free_name(wanted: str, own: Sequence[str]) -> str:
    """The wanted name, or with a number the first one that no machine with another address answers to."""
    names = (wanted, *(_NUMBERED.sub(f"-{number}.local", wanted) for number in range(2, 10)))
    try:
        with closing(Zeroconf(use_asyncio=False)) as network:
            return next((name for name in names if not _others(network, name, own)), wanted)
    except OSError:  # There is no network yet, as after a power cut.
        return wanted


def _others(network: Zeroconf, name: str, own: Sequence[str]) -> set[str]:
    """The addresses of other machines that answer to the name."""
    asked = AddressResolver(f"{name}.")
    asked.request(network, ANSWER_MS)
    return {address.partition("%")[0] for address in asked.parsed_addresses()} - {*own}


class HomeName:
    """Announces the name and renews the certificate while a server runs."""

    def __init__(
        self,
        authority: Authority,
        port: int,
        addresses: Callable[[], Sequence[str]],
        now: Callable[[], datetime],
        name: str | None = None,
    ) -> None:
        """`name` is the wanted one, None: that of before."""
        self._authority, self._port, self._addresses, self._now = authority, port, addresses, now
        self.wanted = name or authority.name()
        self.name = free_name(self.wanted, addresses())
        authority.make(now())
        authority.renew(now(), addresses(), self.name)
        self.context: ssl.SSLContext = authority.context()
        self._announced: tuple[str, ...] = ()
        self._zeroconf: Zeroconf | None = None
        self._ended = Event()

    def start(self) -> None:
        Thread(target=self._run, name="home name", daemon=True).start()

    def close(self) -> None:
        """Take the name back."""
        self._ended.set()
        if self._zeroconf:
            self._zeroconf.close()

    def look(self) -> None:
        """Follow the addresses and the clock: a new certificate where it is due, the name at the new addresses."""
        addresses = tuple(self._addresses())
        if self._authority.renew(self._now(), addresses, self.name):
            self.context.load_cert_chain(self._authority.leaf_file)
        if addresses and addresses != self._announced:
            self._announce(addresses)

    def _announce(self, addresses: tuple[str, ...]) -> None:
        if self._zeroconf:  # It is bound to the interfaces of before.
            self._zeroconf.close()
        self._zeroconf = Zeroconf(use_asyncio=False)
        service = ServiceInfo(
            _TYPE,
            f"Partie on {socket.gethostname().partition('.')[0]}.{_TYPE}",
            port=self._port,
            addresses=[ip_address(address).packed for address in addresses],
            server=f"{self.name}.",
        )
        self._zeroconf.register_service(service, allow_name_change=True)
        self._announced = addresses

    def _run(self) -> None:
        while True:
            try:
                self.look()
            except (
                OSError,
                NonUniqueNameException,
                EventLoopBlocked,
            ) as error:  # No network, a full disk, a busy machine.
                log.error("home name failed", extra={"fields": {"error": type(error).__name__}})
                with suppress(OSError):
                    self._announced = ()
            if self._ended.wait(LOOK_S):
                return
