"""Limits on streams that stay open: server-sent events of followers, websockets of pages."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from fastapi import HTTPException
from starlette.requests import HTTPConnection

from core.messages import message
from eventstore.service.capacity import capacity
from eventstore.service.rate_limit import client_address

RETRY_AFTER_S: Final = 30


class TooManyStreams(HTTPException):
    """No further stream is opened: 429 at the limit of the address, 503 at a limit of the service."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(status, sentence, {"Retry-After": str(RETRY_AFTER_S)})


class StreamLimit:
    """At most `total` open streams; without a token at most half of them, and an eighth (at least 8) from one address.

    Bound to one event loop.
    """

    def __init__(self, total: int) -> None:
        self.total = total
        self.anonymous = total // 2
        self.per_address = max(8, total // 8)
        self._open = 0
        self._anonymous = Counter[str]()

    @contextmanager
    def slot(self, connection: HTTPConnection, *, is_authenticated: bool) -> Iterator[None]:
        """Count one stream for as long as it is open. Raises TooManyStreams."""
        if is_authenticated:
            with self._counted():
                yield
            return
        address = client_address(connection)
        if self._anonymous[address] >= self.per_address:
            most = message("At most {most} streams may be open from one address; try later.", most=self.per_address)
            raise TooManyStreams(429, most)
        if self._anonymous.total() >= self.anonymous:
            raise TooManyStreams(503, message("Too many streams are open; try again later."))
        with self._counted():
            self._anonymous[address] += 1
            try:
                yield
            finally:
                self._anonymous[address] -= 1
                if not self._anonymous[address]:
                    del self._anonymous[address]

    @contextmanager
    def _counted(self) -> Iterator[None]:
        if self._open >= self.total:
            raise TooManyStreams(503, message("Too many streams are open; try again later."))
        self._open += 1
        try:
            yield
        finally:
            self._open -= 1


class StreamLimits:
    """The limits of one service, derived from the file handles of its process."""

    def __init__(self) -> None:
        limits = capacity()
        self.followers = StreamLimit(limits.followers)
        self.pages = StreamLimit(limits.pages)
