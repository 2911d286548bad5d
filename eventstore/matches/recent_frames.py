"""Frames of the matches that were folded last: a match that goes on is not folded again from its start."""

from collections.abc import Sequence
from threading import Lock
from typing import Final

from core.record import Frame

MOST: Final = 64
"""Number of matches; the frames of a long one take some 100 kB."""


class RecentFrames:
    """The frames by match id, for several threads; those of another version serve as well (`core.record.frames`)."""

    def __init__(self) -> None:
        self._frames: dict[str, tuple[Frame, ...]] = {}
        self._lock = Lock()

    def of(self, id: str) -> tuple[Frame, ...]:
        """The frames of the match that were kept last; empty if there are none."""
        return self._frames.get(id, ())

    def keep(self, id: str, frames: Sequence[Frame]) -> None:
        with self._lock:
            self._frames.pop(id, None)
            self._frames[id] = tuple(frames)
            if len(self._frames) > MOST:
                del self._frames[next(iter(self._frames))]
