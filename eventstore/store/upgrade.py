"""A store before and after an upgrade of its schema: the copy made before, and the sentence for an older program."""

import shlex
from collections.abc import Callable
from contextlib import closing
from importlib.metadata import version
from itertools import chain, count
from pathlib import Path
from tempfile import TemporaryDirectory

from core.messages import Message, message
from eventstore.store.notes_file import change_notes, read_notes
from eventstore.store.sqlite_library import sqlite3
from eventstore.store.store import UnusableStore


def keep_before_upgrade(store: Path, copy_to: Callable[[Path], None], schema: int, newest: int) -> None:
    """Copy a store of `schema` before it gets the schema `newest`, and note where the copy is.

    The copy lies in the first folder of backups that is there, else beside the store. Raises UnusableStore if it cannot
    be written or is damaged; then the store stays as it is.
    """
    folders = [Path(folder) for folder in read_notes(store).get("folders", ()) if Path(folder).is_dir()]
    folder = folders[0] if folders else store.parent
    names = (f"{store.stem}-of-schema-{schema}{number}{store.suffix}" for number in chain([""], count(-2, -1)))
    copy = next(path for path in (folder / name for name in names) if not path.exists())
    with TemporaryDirectory(dir=folder, prefix=".partie-") as drafts:
        draft = Path(drafts) / copy.name
        copy_to(draft)
        with closing(sqlite3.connect(draft)) as connection:
            ((result,),) = connection.execute("PRAGMA integrity_check(1)").fetchall()
        if result != "ok":
            raise UnusableStore(message("{path} is damaged, so it was not upgraded.", path=str(store)))
        draft.rename(copy)
    change_notes(store, {"upgrade": {"schema": newest, "version": version("partie"), "backup": str(copy)}})


def too_new(path: Path, schema: int, known: int) -> Message:
    """The sentence of a program that knows schemas up to `known` about a store of a newer one."""
    upgrade = read_notes(path).get("upgrade")
    if not isinstance(upgrade, dict) or upgrade.get("schema") != schema:
        return message(
            "{path} was written by a newer version of Partie (schema {schema}, this version knows {known}); "
            "install the newer version to open it.",
            path=str(path),
            schema=schema,
            known=known,
        )
    words = ("partie", "--store", str(path), "restore", "--force", str(upgrade["backup"]))
    return message(
        "{path} was upgraded by Partie {version} (schema {schema}, this version knows {known}); install that version "
        "to open it, or go back to the store of before: `{command}`.",
        path=str(path),
        version=upgrade["version"],
        schema=schema,
        known=known,
        command=shlex.join(words),
    )
