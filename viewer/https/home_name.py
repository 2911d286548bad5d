"""The name `partie.local` in the network, and its certificate: both follow the addresses of this machine."""

import logging
import socket
import ssl
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from ipaddress import ip_address
from threading import Event, Thread
from typing import Final

from zeroconf import NonUniqueNameException, ServiceInfo, Zeroconf

from viewer.https.authority import NAME, Authority

log: Final = logging.getLogger("partie.service")

LOOK_S: Final = 60
"""Seconds between two looks at the addresses and the clock."""

_TYPE: Final = "_https._tcp.local."


class HomeName:
    """Announces the name and renews the certificate while a server runs."""

    def __init__(
        self, authority: Authority, port: int, addresses: Callable[[], Sequence[str]], now: Callable[[], datetime]
    ) -> None:
        self._authority, self._port, self._addresses, self._now = authority, port, addresses, now
        authority.make(now())
        authority.renew(now(), addresses())
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
        if self._authority.renew(self._now(), addresses):
            self.context.load_cert_chain(self._authority.leaf_file)
        if addresses and addresses != self._announced:
            self._announce(addresses)

    def _announce(self, addresses: tuple[str, ...]) -> None:
        if self._zeroconf:  # It is bound to the interfaces of before.
            self._zeroconf.close()
        self._zeroconf = Zeroconf()
        service = ServiceInfo(
            _TYPE,
            f"Partie on {socket.gethostname().partition('.')[0]}.{_TYPE}",
            port=self._port,
            addresses=[ip_address(address).packed for address in addresses],
            server=f"{NAME}.",
        )
        self._zeroconf.register_service(service, allow_name_change=True)
        self._announced = addresses

    def _run(self) -> None:
        while True:
            try:
                self.look()
            except (OSError, NonUniqueNameException) as error:  # No network, or a disk that is full: it may come back.
                log.error("home name failed", extra={"fields": {"error": type(error).__name__}})
                with suppress(OSError):
                    self._announced = ()
            if self._ended.wait(LOOK_S):
                return
