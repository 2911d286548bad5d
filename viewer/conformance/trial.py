"""One try of one law."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Final

TIMEOUT_S: Final = 20.0
"""Seconds after which a try is ended: a game that never answers must not keep its author waiting."""


class _TooLong(BaseException):
    """Raised in the middle of a try; no `except Exception` of a game catches it."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Calling it tries the law; a broken one raises an error whose note names the law and `where` it was tried."""

    law: str
    attempt: Callable[[], object]
    where: str

    def __call__(self) -> None:
        try:
            with _limited():
                self.attempt()
        except Exception as error:
            error.add_note(f"{self.law}: {self.where}")
            raise


@contextmanager
def _limited() -> Iterator[None]:
    """Raise AssertionError if it takes too long; without a limit in a thread, and where the system has no timer."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _stop)
    signal.setitimer(signal.ITIMER_REAL, TIMEOUT_S)
    try:
        yield
    except _TooLong:
        raise AssertionError(f"It did not end within {TIMEOUT_S:g} s.") from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _stop(signal_number: int, frame: FrameType | None) -> None:
    raise _TooLong
