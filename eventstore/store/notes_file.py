"""Notes beside the file of a store: the settings of its backups, their results, its last upgrade.

They are not part of the store: without them nothing is lost but what they say. Keys of newer versions are kept.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any


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
    """Set these keys of the notes: written beside, then renamed, so that a power cut leaves old or new ones."""
    path = notes_path(store)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("w", encoding="utf-8") as file:
            json.dump(read_notes(store) | dict(changes), file, ensure_ascii=False, indent=1)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
