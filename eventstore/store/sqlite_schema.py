"""The tables of a SQLite store, created by migrations; a migration of 0.3.0 or later is never changed."""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:  # The number of the schema is known without the library.
    from eventstore.store.sqlite_library import Database

APPLICATION_ID: Final = 0x50617274
"""`PRAGMA application_id` of a Partie store: `Part` in ASCII."""


def refusing_trigger(table: str, change: str) -> str:
    return (
        f"CREATE TRIGGER {table}_refuse_{change.lower()} BEFORE {change} ON {table}"
        f" BEGIN SELECT RAISE(ABORT, '{table} are never changed or deleted'); END"
    )


def m001_streams_and_events(db: "Database") -> None:
    # No AUTOINCREMENT: rows are never deleted, so no position is used twice, and a commit writes one page less.
    db.execute("CREATE TABLE streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT")
    db.execute("""
        CREATE TABLE events (
            position INTEGER PRIMARY KEY,
            stream INTEGER NOT NULL REFERENCES streams (id),
            version INTEGER NOT NULL,
            type TEXT NOT NULL,
            shape INTEGER NOT NULL,
            data TEXT NOT NULL,
            source TEXT,
            command TEXT,
            recorded_by TEXT NOT NULL,
            recorded_at TEXT NOT NULL,
            happened_at TEXT,
            witness TEXT,
            chain BLOB NOT NULL,
            UNIQUE (stream, version)
        ) STRICT""")
    db.execute("CREATE INDEX events_by_command ON events (stream, command) WHERE command IS NOT NULL")
    db.execute("CREATE UNIQUE INDEX events_by_source ON events (source, stream) WHERE source IS NOT NULL")
    db.execute("""
        CREATE TABLE blobs (
            id INTEGER PRIMARY KEY,
            stream INTEGER NOT NULL REFERENCES streams (id),
            digest TEXT NOT NULL,
            content BLOB NOT NULL,
            UNIQUE (stream, digest)
        ) STRICT""")
    for table in ("events", "streams"):
        for change in ("UPDATE", "DELETE"):
            db.execute(refusing_trigger(table, change))
    db.execute(refusing_trigger("blobs", "UPDATE"))


MIGRATIONS: Final = (m001_streams_and_events,)

OLDEST_SCHEMA: Final = 4
"""The schema of 0.3.0; those of 0.1 and 0.2 are not read."""

SCHEMA: Final = OLDEST_SCHEMA - 1 + len(MIGRATIONS)
"""The number of the newest schema, stored in `PRAGMA user_version`."""
