"""Notes beside the file of a store: the settings of its backups, their results, its last upgrade.

They are not part of the store: without them nothing is lost but what they say. Keys of newer versions are kept.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]


def notes_path(store: Path) -> Path:
    return store.with_name(f"{store.stem}.keeping.json")


def read_notes(store: Path) -> dict[str, Any]:
    """The notes beside the store; empty if there are none, or none that can be read."""
    try:
        notes = json.loads(notes_path(store).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return notes if isinstance(notes, dict) else {}


def change_notes(store: Path, changes: Mapping[str, Any]) -> None:
    """Set these keys of the notes: written beside, then renamed, so that a power cut leaves old or new ones.

    Of two programs the second waits for the first, or one would write back what the other has changed.
    """
    path = notes_path(store)
    draft = path.with_name(f".{path.name}")
    with _locked(draft) as file:
        try:
            file.truncate(0)  # A program that was killed may have left it.
            json.dump(read_notes(store) | dict(changes), file, ensure_ascii=False, indent=1)
            file.flush()
            os.fsync(file.fileno())
            if not fcntl:
                file.close()  # Windows renames no open file, and has no such lock.
            draft.replace(path)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise


@contextmanager
def _locked(draft: Path) -> Iterator[TextIO]:
    """The draft, open to append, which no other program has locked and none has renamed meanwhile."""
    while True:
        with draft.open("a", encoding="utf-8") as file:
            if fcntl:
                fcntl.flock(file, fcntl.LOCK_EX)
            if _is_at(draft, file):
                yield file
                return


def _is_at(path: Path, file: TextIO) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False
