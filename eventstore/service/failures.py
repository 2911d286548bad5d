"""How often one address may guess wrong before it has to wait."""

import time
from collections import Counter, deque
from collections.abc import Callable
from threading import Lock
from typing import Final

from starlette.requests import HTTPConnection

MOST: Final = 20
"""Failures of one address within `WINDOW` seconds; then it has to wait."""

WINDOW: Final = 60.0


class Failures:
    """Who guessed wrong of late: tokens that open nothing, matches that are not there."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lately = deque[tuple[float, str]]()
        self._count = Counter[str]()
        self._lock = Lock()

    def note(self, request: HTTPConnection) -> None:
        with self._lock:
            self._lately.append((self._now(), _address(request)))
            self._count[_address(request)] += 1

    def wait(self, request: HTTPConnection) -> int:
        """Seconds this address has to wait before it is answered again; mostly 0."""
        with self._lock:
            now = self._now()
            while self._lately and self._lately[0][0] <= now - WINDOW:
                _, address = self._lately.popleft()
                self._count[address] -= 1
                if not self._count[address]:
                    del self._count[address]
            if self._count[_address(request)] < MOST:
                return 0
            return 1 + int(WINDOW - (now - self._lately[0][0]))


def _address(request: HTTPConnection) -> str:
    return request.client.host if request.client else ""
