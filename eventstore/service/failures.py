"""Failed guesses by client address: of tokens, and of match ids without a token."""

import time
from collections import deque
from collections.abc import Callable
from threading import Lock
from typing import Final

from starlette.requests import HTTPConnection

from eventstore.service.client_address import client_address

MOST: Final = 20
"""Maximum failures of one address within `WINDOW` seconds; further guesses are refused."""

WINDOW: Final = 60.0


class Failures:
    """The failures of each address within the last `WINDOW` seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._times: dict[str, deque[float]] = {}
        """By address, in the order of the last failure."""
        self._lock = Lock()

    def note(self, connection: HTTPConnection) -> None:
        with self._lock:
            now, address = self._now(), client_address(connection)
            times = self._times.pop(address, None) or deque[float](maxlen=MOST)
            times.append(now)
            self._times[address] = times
            while (first := next(iter(self._times))) != address and self._times[first][-1] <= now - WINDOW:
                del self._times[first]

    def wait(self, connection: HTTPConnection) -> int:
        """Seconds until this address may guess again; usually 0."""
        with self._lock:
            times = self._times.get(client_address(connection), deque[float]())
            left = times[0] + WINDOW - self._now() if len(times) == MOST else 0
            return 1 + int(left) if left > 0 else 0
