"""uvicorn with limits on open connections, on the time to send a request and on the time to read its response."""

import asyncio
import re
from collections.abc import Iterable, Sequence
from functools import partial
from http import HTTPStatus
from ipaddress import IPv4Network, IPv6Network, ip_address
from socket import socket
from ssl import SSLContext
from typing import Any, Final, TypeAlias

import h11
import uvicorn
from anyio.to_thread import current_default_thread_limiter
from fastapi import Response
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from eventstore.service.capacity import Capacity
from eventstore.service.errors import problem_response
from eventstore.service.rate_limit import counted, is_loopback
from eventstore.service.stream_limit import RETRY_AFTER_S

HEAD_TIMEOUT_S: Final = 10.0
"""Maximum time for the whole request head, from the connection or the previous response."""

BODY_TIMEOUT_S: Final = 20.0
BODY_BYTES_PER_S: Final = 500
MAX_BODY_TIME_S: Final = 600.0
"""A body may take `BODY_TIMEOUT_S`, plus one second per `BODY_BYTES_PER_S` bytes received, and no more than this."""

MAX_MESSAGE_BYTES: Final = 4 << 20
"""Maximum bytes of a message of a websocket, for instance a text that is pasted into a page."""

READ_TIMEOUT_S: Final = 60.0
"""Maximum time in which a client reads nothing of a response that fills the buffers."""

Network: TypeAlias = IPv4Network | IPv6Network

_FOLDED: Final = re.compile(rb"\n[ \t]")
"""A header that continues on the next line."""


class StrictConnection(h11.Connection):
    """Refuses requests that a proxy in front may read as another request, or as two."""

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        before = self.trailing_data[0] if self.their_state is h11.IDLE else b""
        event = super().next_event()
        if isinstance(event, h11.Request):
            head = before[: len(before) - len(self.trailing_data[0])]
            names = {name for name, _ in event.headers}
            has_two_lengths = names >= {b"transfer-encoding", b"content-length"}
            is_chunked_too_early = b"transfer-encoding" in names and event.http_version < b"1.1"
            if has_two_lengths or is_chunked_too_early or _FOLDED.search(head):
                raise h11.RemoteProtocolError("The end of this request is not clear.")
        return event


class LimitedProtocol(H11Protocol):
    """An HTTP connection that measures how long it has been waiting for its client."""

    def __init__(self, limits: "ConnectionLimits", *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.conn = StrictConnection(h11.SERVER)
        self._limits = limits
        self._unread_since: float | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._restart_wait()
        if not self._limits.admit(self):
            transport.write(_REFUSAL)
            transport.close()

    @property
    def is_waiting(self) -> bool:
        """True if the client has yet to send the next request, or the rest of one."""
        return self._wants_head or self.cycle.more_body

    @property
    def is_unread(self) -> bool:
        """True if the client reads the response more slowly than it is sent."""
        return self._unread_since is not None

    def is_overdue(self, now: float) -> bool:
        if self._unread_since is not None:
            return now - self._unread_since > READ_TIMEOUT_S
        if self._wants_head:
            return now - self._since > HEAD_TIMEOUT_S
        # While reading is paused, the service is slow, not the client.
        if self.cycle.more_body and not self.flow.read_paused:
            return now - self._since > min(BODY_TIMEOUT_S + self._received / BODY_BYTES_PER_S, MAX_BODY_TIME_S)
        return False

    def data_received(self, data: bytes) -> None:
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._restart_wait()
        self.last_received = self.loop.time()
        self._received += len(data)

    def send_400_response(self, msg: str) -> None:
        """Answer to bytes that are no request, unless a response is on its way, and close the connection."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(_INVALID)
        self.transport.close()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._restart_wait()

    def pause_writing(self) -> None:
        self._unread_since = self.loop.time()
        super().pause_writing()

    def resume_writing(self) -> None:
        self._unread_since = None
        super().resume_writing()

    @property
    def _wants_head(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _restart_wait(self) -> None:
        """Restart the wait for the next head, or for the body after it."""
        self._since = self.last_received = self.loop.time()
        self._received = 0


class ConnectionLimits:
    """Decides which connections stay open. `proxies` and this machine have no limit per address."""

    def __init__(self, capacity: Capacity, proxies: Sequence[Network] = ()) -> None:
        self._max_connections, self._reserve = capacity.connections, capacity.local_reserve
        self._proxies = proxies

    def admit(self, new: LimitedProtocol) -> bool:
        """True if there is room for a new connection.

        If there is none, the connection that has waited longest for its client is closed in favor of the new one:
        incomplete requests block no other client.
        """
        if len(new.connections) <= self._max_connections // 4:
            return True
        connections = [each for each in new.connections if not each.transport.is_closing()]
        host = new.client[0] if new.client else ""
        if is_loopback(host):
            return len(connections) <= self._max_connections or _make_room(connections, new)
        if len(connections) > self._max_connections - self._reserve:
            return _make_room(connections, new)
        if self._is_proxy(host):
            return True
        own = [each for each in connections if _address(each) == counted(host)]
        return len(own) <= self._max_connections // 4 or _make_room(own, new)

    def _is_proxy(self, host: str) -> bool:
        return any(ip_address(host) in network for network in self._proxies)


def _address(connection: object) -> str:
    """The address of an HTTP connection or a websocket."""
    client: tuple[str, int] | None = getattr(connection, "client", None)
    return counted(client[0]) if client else ""


def _make_room(connections: Iterable[object], new: LimitedProtocol) -> bool:
    others = [each for each in connections if isinstance(each, LimitedProtocol) and each is not new]
    for idle in ([each for each in others if each.is_waiting], [each for each in others if each.is_unread]):
        if idle:
            min(idle, key=lambda each: each.last_received).transport.abort()
            return True
    return False


class LimitedServer(uvicorn.Server):
    """A server for `app` within the limits of `capacity`; accepts forwarded addresses only from `proxies`.

    With `secure`, a port and its TLS context, the app is served there over https too.
    """

    def __init__(
        self,
        app: ASGIApp,
        capacity: Capacity,
        proxies: Sequence[Network] = (),
        *,
        secure: tuple[int, SSLContext] | None = None,
        **options: Any,
    ) -> None:
        self._capacity, self._secure = capacity, secure
        protocol: Any = partial(LimitedProtocol, ConnectionLimits(capacity, proxies))
        config = uvicorn.Config(
            app,
            http=protocol,
            ws="websockets-sansio",
            ws_max_size=MAX_MESSAGE_BYTES,
            backlog=capacity.backlog,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=[str(network) for network in proxies],
            log_config=None,
            access_log=False,
            server_header=False,
            **options,
        )
        super().__init__(config)

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        if self._secure:
            self.servers.append(await self._listen(*self._secure))
        # After the startup of the app, which sets it too.
        current_default_thread_limiter().total_tokens = self._capacity.threads

    async def _listen(self, port: int, context: SSLContext) -> asyncio.Server:
        config = self.config

        def protocol() -> asyncio.Protocol:
            return config.http_protocol_class(  # type: ignore[call-arg]
                config=config, server_state=self.server_state, app_state=self.lifespan.state
            )

        loop = asyncio.get_running_loop()
        return await loop.create_server(protocol, config.host, port, ssl=context, backlog=config.backlog)

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:  # Once a second.
            now = asyncio.get_running_loop().time()
            for connection in list(self.server_state.connections):
                if isinstance(connection, LimitedProtocol) and connection.is_overdue(now):
                    connection.transport.abort()
        return await super().on_tick(counter)


def _last_response(refusal: Response) -> bytes:
    """The bytes of a response without an app, after which the connection is closed."""
    head = b"".join(name + b": " + value + b"\r\n" for name, value in refusal.raw_headers)
    status = f"HTTP/1.1 {refusal.status_code} {HTTPStatus(refusal.status_code).phrase}\r\nConnection: close\r\n"
    return status.encode() + head + b"\r\n" + bytes(refusal.body)


_REFUSAL: Final = _last_response(
    problem_response(503, "Too many connections are open; try again later.", {"Retry-After": str(RETRY_AFTER_S)})
)
"""For a connection that exceeds the limit."""

_INVALID: Final = _last_response(problem_response(400, "This is no valid HTTP request."))
