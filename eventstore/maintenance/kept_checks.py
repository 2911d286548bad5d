"""Findings of a check of a store so far, in a file beside it, so that one that was ended goes on there.

The file has one line of JSON for the store and for each chunk of streams. What stands in it is believed: the streams in
it are as they were when they were checked.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from core.errors import InvalidInput
from core.json_text import WrongShape
from core.json_types import json_type
from core.messages import message
from eventstore.maintenance.findings import Finding, Report
from eventstore.store.store import CorruptStore, StoreReader

Checked: TypeAlias = tuple[Report, list[Finding]]
"""The report on some streams, and the findings about their rows in the read tables."""


class _Begun(NamedTuple):
    """The program, the checkpoint after the first row of the store, and when the check was begun (ISO 8601, UTC)."""

    partie: str
    store: str
    at: str


class _Chunk(NamedTuple):
    """The digest of the names of some streams, and what was found in them."""

    streams: str
    checked: Checked


_BEGUN: Final = json_type(_Begun)
_CHUNK: Final = json_type(_Chunk)


class KeptChecks:
    """The chunks that are checked. `begun` is when the check was begun that this one goes on with; None: it is new."""

    def __init__(self, known: dict[str, Checked], keep: Callable[[_Chunk], None], begun: str | None) -> None:
        self._known, self._keep, self.begun = known, keep, begun

    def get(self, names: Sequence[str]) -> Checked | None:
        """The findings in the streams of these names; None: they are not checked yet."""
        return self._known.get(_digest(names))

    def keep(self, names: Sequence[str], checked: Checked) -> None:
        self._keep(_Chunk(_digest(names), checked))


@contextmanager
def kept_checks(path: Path, store: StoreReader, now: str) -> Iterator[KeptChecks]:
    """The checks in the file at `path`, which is made if it is not there, and deleted when the check ended.

    Raises InvalidInput for a file that holds no check of this store by this version of Partie.
    """
    own = _Begun(version("partie"), _first(store), now)
    begun, known, length = _read(path, own) if path.exists() and path.stat().st_size else (None, {}, 0)
    with path.open("r+b" if path.exists() else "wb") as file:
        file.truncate(length)  # A line that was begun when the check was ended.
        file.seek(length)

        def write(line: str) -> None:
            file.write(line.encode("utf-8", "backslashreplace") + b"\n")
            file.flush()

        if begun is None:
            write(_BEGUN.text(own, whole=True))
        yield KeptChecks(known, lambda chunk: write(_CHUNK.text(chunk, whole=True)), begun)
    path.unlink()


def _first(store: StoreReader) -> str:
    """The checkpoint after the first row, by which a store is recognized; empty if it cannot be read."""
    try:
        return store.read_all(limit=1).checkpoint
    except CorruptStore:
        return ""


def _read(path: Path, own: _Begun) -> tuple[str, dict[str, Checked], int]:
    """The time when the check was begun, its findings, and the length of its whole lines in bytes."""
    lines = [line for line in path.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
    try:
        begun = _BEGUN.of_text(lines[0].decode())
        chunks = [_CHUNK.of_text(line.decode()) for line in lines[1:]]
    except (IndexError, UnicodeDecodeError, WrongShape):
        raise InvalidInput(message("{path} is no file of a check that was ended.", path=str(path))) from None
    if begun._replace(at=own.at) != own:
        raise InvalidInput(
            message(
                "{path} is of a check of another store, or by another version of Partie; give another file.",
                path=str(path),
            )
        )
    return begun.at, {chunk.streams: chunk.checked for chunk in chunks}, sum(map(len, lines))


def _digest(names: Sequence[str]) -> str:
    return sha256("\n".join(names).encode("utf-8", "surrogatepass")).hexdigest()
