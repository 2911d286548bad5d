"""Finds pages, indexes, texts and numbers of a store that a failing disk changed, so that they cannot be read."""

import re
from collections.abc import Sequence
from typing import Final

from eventstore.maintenance.findings import Finding
from eventstore.matches.match import MATCHES
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import CorruptStore, StoredEvent, StoreReader

UNREADABLE: Final = "The file is damaged: what it keeps of this cannot be read any more."


def file_findings(store: SqliteStore) -> list[Finding]:
    """Defects of pages and indexes that SQLite finds (at most 20), and rows whose stream has no name."""
    try:
        results = [result for (result,) in store.query("PRAGMA integrity_check(20)") if result != "ok"]
        nameless = store.query(
            "SELECT stream, min(version) FROM events WHERE stream NOT IN (SELECT id FROM streams) GROUP BY stream"
        )
        findings = [_finding_of_sqlite(store, result) for result in results]
        gone = "The name of the stream is gone."
        return findings + [Finding(f"stream {id}", version, gone) for id, version in nameless]
    except CorruptStore:
        return [Finding("", 0, "The file is damaged: not all of it can be read any more.")]


def _finding_of_sqlite(store: SqliteStore, result: str) -> Finding:
    sentence = f"SQLite finds the file damaged: {result.splitlines()[-1]}."
    if position := re.match(r"row (\d+) missing from index \w*events", result):
        row = "SELECT name, version FROM events NOT INDEXED JOIN streams ON streams.id = stream WHERE position = ?"
        for name, version in store.query(row, (int(position[1]),)):
            return Finding(name.removeprefix(MATCHES), version, sentence)
    return Finding("", 0, sentence)


def first_unreadable(store: StoreReader, name: str) -> int:
    """The first unreadable version of a stream."""
    version = 1
    if isinstance(store, SqliteStore):
        row = "SELECT * FROM events WHERE stream = (SELECT id FROM streams WHERE name = ?) AND version = ?"
        try:
            while store.query(row, (name, version)):
                version += 1
        except CorruptStore:
            pass
    return version


def first_malformed(rows: Sequence[StoredEvent]) -> int | None:
    """The first version with a value of a type that its column forbids, as a damaged page may return it."""
    for expected, row in enumerate(rows, start=1):
        texts = (row.type, row.data, row.recorded_by, row.recorded_at)
        optional = (row.source, row.idempotency_key, row.happened_at, row.state_digest)
        if (
            not all(isinstance(text, str) for text in texts)
            or not all(text is None or isinstance(text, str) for text in optional)
            or not isinstance(row.schema_version, int)
            or not isinstance(row.row_hash, bytes)
        ):
            return expected
    return None
