"""Forgetting a person for good: out of the log, the read tables and the file, and where the name stands still."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from mmap import ACCESS_READ, mmap
from pathlib import Path

from eventstore import people
from eventstore.match import MATCHES
from eventstore.projections import Library
from eventstore.records import Records
from eventstore.store import Store


@dataclass(frozen=True, slots=True)
class Forgotten:
    """`rows` of the log were written anew.

    `left` tells of every name and account that the file still holds where in the log it stands: that of a namesake, or
    within other words; nowhere where it is no word of the log.
    """

    rows: int
    left: Mapping[str, tuple[str, ...]]


def forget(store: Store, records: Records, library: Library, person: str) -> Forgotten:
    """Take the names and accounts of a person out of the store for ever; the matches stay, with somebody.

    Rebuilds the read tables and writes the whole file anew, which takes a while. Raises as `Register.forget`, and
    UnusableStore while another program is reading the file.
    """
    store.scrub()  # First of all: a file that another program is reading is told before anything is written.
    known = records.people()
    ids, accounts = known.ids(person), known.accounts_of(person)
    names = {name for id in ids for name in (known.names[id], *known.former.get(id, ()))}
    rows = records.register.forget(person)
    library.rebuild()
    store.scrub()
    if store.tables is not store:
        store.tables.scrub()
    written = {*names, *accounts, *(account.partition(":")[2] for account in accounts)}
    return Forgotten(rows, {word: _places(store, word) for word in sorted(written) if _is_in(store.tables.path, word)})


def _is_in(path: Path, word: str) -> bool:
    """Whether the bytes of a word stand anywhere in the store's file, or in a journal beside it, in any letter case."""
    forms = {form.encode() for form in (word, word.lower(), word.upper(), word.title())}
    pattern = re.compile(b"|".join(map(re.escape, forms)), re.IGNORECASE)
    return any(_found(pattern, Path(f"{path}{end}")) for end in ("", "-wal", "-shm"))


def _found(pattern: re.Pattern[bytes], path: Path) -> bool:
    if not path.exists() or not path.stat().st_size:
        return False
    with path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as content:
        return pattern.search(content) is not None


def _places(store: Store, word: str) -> tuple[str, ...]:
    """Where in the log a word stands, within others too: by person, and by match and event."""
    wanted, checkpoint, places = word.casefold(), "", dict[str, None]()
    while rows := store.read_all(checkpoint, limit=10_000):
        checkpoint = rows.checkpoint
        for row in rows:
            if wanted not in row.data.casefold():
                continue
            if row.stream == people.STREAM:
                places[f"person {json.loads(row.data)['person']}"] = None
            else:
                places[f"{row.stream.removeprefix(MATCHES)}, event {row.version}"] = None
    return tuple(places)
