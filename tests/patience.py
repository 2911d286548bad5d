"""How long a test waits for what must come: longer on a slow machine, and on one that is busy with other things."""

import os
import sys
import time
from collections.abc import Callable
from typing import Final

QUIET_S: Final = 0.05
"""What the work of `_work` takes on two quiet cores of 2026."""


LONGEST_S: Final = 120
"""The longest wait, on the machine of the start: a test says what did not come before it is ended as one that hangs."""


def patience(seconds: float) -> float:
    """So many seconds on a quiet machine; here and now perhaps more, as work takes longer."""
    return min(seconds * max(SLOWNESS, _load()), max(seconds, LONGEST_S) * SLOWNESS)


def until(is_so: Callable[[], object], seconds: float = 30, *, why: Callable[[], str] | None = None) -> None:
    """Wait for what must come. Fails with `why()` when it has not come in time."""
    give_up = time.monotonic() + patience(seconds)
    while not is_so():
        assert time.monotonic() < give_up, why() if why else "It does not come to it."
        time.sleep(0.02)


def _load() -> float:
    """The programs that want to work, for each core."""
    return os.getloadavg()[0] / (os.cpu_count() or 1) if hasattr(os, "getloadavg") else 1


def _work() -> float:
    began = time.perf_counter()
    sum(number * number for number in range(1_000_000))
    return time.perf_counter() - began


SLOWNESS: Final = max(1, _load(), _work() / QUIET_S)
"""How much longer work takes than on a quiet machine, measured at the start; at least 1."""

if __name__ == "__main__":
    print(round(patience(float(sys.argv[1]))))
