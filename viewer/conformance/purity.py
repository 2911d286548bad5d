"""The purity of a game and its board: no file, no clock, no network, no randomness but what is passed in.

Calls of C functions are seen by a profile function, files and connections by an audit hook; both watch one match.
"""

import gc
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

_AUDITED: Final = ("open", "os.", "socket.", "subprocess.", "shutil.", "sqlite3.", "urllib.", "time.sleep")
_CLOCKS: Final = frozenset(("now", "utcnow", "today"))
_TIMES: Final = frozenset(("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns"))
_SHARED_RANDOM: Final = random.random.__self__  # type: ignore[attr-defined]  # The generator of the module's functions.

_watching: list[str] | None = None
"""The calls to the outside so far; None: nobody watches. An audit hook cannot be taken away, so it asks this."""

_has_hook = False


@contextmanager
def watched() -> Iterator[list[str]]:
    """The outside that the code within touches, a name for each time; imports are not counted.

    Nothing is collected meanwhile: a collection may call others, who read the clock (`gc.callbacks`).
    """
    global _has_hook, _watching
    if not _has_hook:
        sys.addaudithook(_audit)
        _has_hook = True
    seen: list[str] = []
    _watching, before, collects = seen, sys.getprofile(), gc.isenabled()
    gc.disable()
    sys.setprofile(_profile)
    try:
        yield seen
    finally:
        sys.setprofile(before)
        _watching = None
        if collects:
            gc.enable()


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    if _watching is None or not event.startswith(_AUDITED):
        return
    if not _is_importing():
        _watching.append(event)


def _is_importing() -> bool:
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def _profile(frame: FrameType, event: str, called: Any) -> None:
    if event != "c_call" or _watching is None:
        return
    name, owner = getattr(called, "__name__", ""), getattr(called, "__self__", None)
    if name in _CLOCKS and isinstance(owner, type) and owner.__module__ == "datetime":
        _watching.append(f"datetime.{name}")
    elif name in _TIMES and getattr(owner, "__name__", "") == "time":
        _watching.append(f"time.{name}")
    elif owner is _SHARED_RANDOM or name == "urandom":
        _watching.append(f"random.{name}")
