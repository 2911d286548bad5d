"""One bound on the request bodies that a service holds, from their arrival until they are answered."""

import sys
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from fastapi import HTTPException
from starlette.requests import HTTPConnection

from core.messages import message

SMALL_BYTES: Final = 1 << 16
"""A body up to this size is not counted and needs no token: every connection has a buffer of this size anyway."""

MAX_HELD_BYTES: Final = 64 << 20
"""Maximum bytes of all larger bodies together."""

MAX_BYTES_OF_CLIENT: Final = 16 << 20
"""Maximum bytes of those that one client sends: a picture of the maximum size, and some more."""

RETRY_AFTER_S: Final = 5


def announced_bytes(connection: HTTPConnection) -> int | None:
    """The Content-Length of a request; None without one. A length that is no number is larger than any limit."""
    length = connection.headers.get("content-length")
    if length is None:
        return None
    return int(length) if length.isdecimal() and len(length) < 15 else sys.maxsize


class TooManyBytes(HTTPException):
    """The bodies that are held leave no room for another one: 503."""

    def __init__(self) -> None:
        retry = {"Retry-After": str(RETRY_AFTER_S)}
        super().__init__(503, message("Too many large requests are being received; try again later."), retry)


class BodyLimit:
    """The bytes of all bodies that are held and counted. Bound to one event loop."""

    def __init__(self) -> None:
        self._held = Counter[str]()
        """By client, those of clients without a limit under the empty name."""

    @contextmanager
    def body(self) -> Iterator["HeldBody"]:
        """An empty body, which is released at the end."""
        body = HeldBody(self._held)
        try:
            yield body
        finally:
            body.release()


class HeldBody:
    """A body that is received in `chunks`, counted with `size` bytes for the `client`."""

    def __init__(self, held: Counter[str]) -> None:
        self._held = held
        self.chunks = deque[bytes]()
        self.size, self.client = 0, ""

    def grow(self, size: int, client: str) -> None:
        """Count it with this size; `client` is empty where no client has a limit of its own. Raises TooManyBytes."""
        more = size - self.size
        if self._held.total() + more > MAX_HELD_BYTES or (client and self._held[client] + more > MAX_BYTES_OF_CLIENT):
            raise TooManyBytes
        self._held[client] += more
        self.size, self.client = size, client

    def release(self) -> None:
        self.chunks.clear()
        self._held[self.client] -= self.size
        if not self._held[self.client]:
            del self._held[self.client]
        self.size = 0
