"""The phone in place of a server: its store, the one person who uses it, its clock, its language, its secret for draws."""

import gc
import importlib.metadata
from pathlib import Path
from secrets import token_bytes
from typing import Final

from core import games
from eventstore.access.grants import LOCAL
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.sqlite_exclusive import ExclusiveStore

__all__ = ["answer", "empty_journal", "open_store", "preload"]


class Pocket:
    """What the answers need: the store with its read tables, open once in this worker."""

    def __init__(self, path: Path) -> None:
        self.store: Final = ExclusiveStore(path)
        self.records: Final = MatchRepository(self.store, by=LOCAL.by)
        self.index: Final = MatchIndex(self.store, self.records)
        self.secret: Final = token_bytes(32)
        """Draws of a repeated request are the same while the worker lives; later its idempotency key finds the first."""


_open: list[Pocket] = []


def open_store(path: str) -> None:
    _open[:] = [Pocket(Path(path))]


def empty_journal() -> None:
    """Move everything into the one file that is the store."""
    _open[0].store._truncate_journal()


def preload() -> None:
    """Import what answers need, for a memory snapshot; afterwards no file is open."""
    games.every()
    importlib.metadata.FastPath.__new__.cache_clear()  # type: ignore[attr-defined]  # It keeps the archives of the path open.
    gc.collect()


def answer(method: str, path: str, headers: str, body: bytes | None) -> tuple[int, str, bytes]:
    """The status, the headers as JSON and the content of the answer."""
    raise NotImplementedError
