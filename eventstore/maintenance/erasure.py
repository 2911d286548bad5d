"""Erases a person from the log, the read tables and the file, and reports where the names remain."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from mmap import ACCESS_READ, mmap
from pathlib import Path
from tempfile import TemporaryDirectory

from eventstore.matches import people
from eventstore.matches.match import MATCHES
from eventstore.matches.name_forms import NameForms, in_bytes
from eventstore.matches.people_repository import written
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.database import SharedDatabase, read_model_db
from eventstore.readmodels.index import MatchIndex
from eventstore.store.sqlite_file import SqliteFile
from eventstore.store.sqlite_library import sqlite3
from eventstore.store.store import Store, StoredEvent
from eventstore.store.stream_state import retry_on_conflict


@dataclass(frozen=True, slots=True)
class Erasure:
    """`rows` is the number of rows of the log that were redacted.

    `left` holds every name and account that the store still contains, with its places in the log: as that of a
    namesake, in words that belong to a game, or within other words. No places: only in the file.
    """

    rows: int
    left: Mapping[str, tuple[str, ...]]


def forget(store: Store, matches: MatchRepository, index: MatchIndex, person: str) -> Erasure:
    """Erase the names, accounts and picture of a person permanently; the matches stay, with an anonymous player.

    Slow: rebuilds the read tables and rewrites the whole file. Raises as `PeopleRepository.forget`, and UnusableStore
    while another program is reading the file.
    """
    store.vacuum()  # First, so that it fails before anything is written if another program is reading the file.
    everybody = matches.people()
    ids, accounts = everybody.ids(person), everybody.accounts_of(person)
    names = {name for id in ids for name in (everybody.names[id], *everybody.former.get(id, ()))}
    matches.portraits.remove_person(ids)
    rows = retry_on_conflict(lambda: matches.people_repository.forget(person))
    index.projector.drop()  # At once, and of all versions: they name the person.
    index.rebuild()
    store.vacuum()
    words = sorted(written(names, accounts))
    places = _places(store, words)
    left = {word for word in words if places[word]} | _beside_the_log(store, words)
    return Erasure(rows, {word: places[word] for word in words if word in left})


def _beside_the_log(store: Store, words: Collection[str]) -> set[str]:
    """Those of the words that are in the file of the store, or in the tables beside its log, in any form."""
    database = read_model_db(store)
    if isinstance(database, SqliteFile):
        with _without_photos(database) as path:
            return {word for word in words if _is_in(path, word)}
    assert isinstance(database, SharedDatabase)
    patterns = {word: in_bytes(word) for word in words}
    return {word for row in database.rows_as_text() for word, pattern in patterns.items() if pattern.search(row)}


@contextmanager
def _without_photos(database: SqliteFile) -> Iterator[Path]:
    """The file to search for names: a copy with zeros in place of photos, whose bytes hold short names by chance."""
    if not database.query("SELECT EXISTS (SELECT * FROM blobs)")[0][0]:
        yield database.path
        return
    with TemporaryDirectory(dir=database.path.parent, prefix=".partie-") as folder:
        path = Path(folder) / database.path.name
        database.copy(path)
        with closing(sqlite3.connect(path, isolation_level=None)) as copied:
            copied.execute("PRAGMA secure_delete=ON")
            copied.execute("DELETE FROM blobs")
        yield path


def _is_in(path: Path, word: str) -> bool:
    """True if a word is anywhere in the store's file, or in a journal beside it, in any form."""
    pattern = in_bytes(word)
    for file in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        if file.exists() and file.stat().st_size:
            with file.open("rb") as opened, mmap(opened.fileno(), 0, access=ACCESS_READ) as content:
                if pattern.search(content):
                    return True
    return False


def _places(store: Store, words: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The places of each word in the log, in any form and also within other words: by person, or by match and event."""
    forms, checkpoint = {word: NameForms([word]) for word in words}, ""
    places = {word: dict[str, None]() for word in forms}
    while rows := store.read_all(checkpoint, limit=10_000):
        checkpoint = rows.checkpoint
        for row in rows:
            texts = "\n\n".join(_texts(row))
            for word, form in forms.items():
                if form.is_in(texts):
                    places[word][_place(row)] = None
    return {word: tuple(occurrences) for word, occurrences in places.items()}


def _place(row: StoredEvent) -> str:
    if row.stream == people.STREAM:
        return f"person {json.loads(row.data)['person']}"
    return f"{row.stream.removeprefix(MATCHES)}, event {row.version}"


def _texts(row: StoredEvent) -> Iterator[str]:
    """All texts of a row that a person may have chosen."""
    yield from (text for text in (row.source, row.idempotency_key, row.recorded_by) if text)
    values = [json.loads(row.data)]
    while values:
        value = values.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            values += [*value, *value.values()]
        elif isinstance(value, list):
            values += value
