"""The tables of kept reviews and of searched exercises, beside the read tables; they can be dropped at any time.

Beside each content is its digest: content that was changed since counts as missing and is computed again.
"""

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

from eventstore.readmodels.database import ReadDatabase

REVIEWS: Final = (
    "CREATE TABLE reviews (match TEXT NOT NULL, effort TEXT NOT NULL, version INTEGER NOT NULL,"
    " chain TEXT NOT NULL, revision INTEGER NOT NULL, seed INTEGER NOT NULL, format INTEGER NOT NULL,"
    " seats TEXT NOT NULL, seats_digest TEXT NOT NULL, review BLOB NOT NULL, review_digest TEXT NOT NULL,"
    " PRIMARY KEY (match, effort)) STRICT"
)

EXERCISES: Final = (
    "CREATE TABLE exercises (match TEXT NOT NULL, version INTEGER NOT NULL, chain TEXT NOT NULL,"
    " revision INTEGER NOT NULL, iterations INTEGER NOT NULL, pairs INTEGER NOT NULL,"
    " found TEXT NOT NULL, digest TEXT NOT NULL,"
    " PRIMARY KEY (match, version)) STRICT"
)

FORMAT: Final = 3
"""Raised when the content of a review changes in a way that older readers or rows do not fit."""


def has_table(database: ReadDatabase, statement: str) -> bool:
    """True if the database holds the table that this statement creates, and no other object of its name."""
    return database.created_with(_name(statement)) == statement


def ensure_table(database: ReadDatabase, connection: Any, statement: str) -> None:
    """Create the table, in place of another object of its name, in the transaction of the connection."""
    if not has_table(database, statement):
        database.drop_object(connection, _name(statement))
        connection.execute(statement)


def content_digest(key: Sequence[object], content: bytes) -> str:
    """The digest that is stored beside content under this key."""
    return sha256(json.dumps([*key]).encode() + content).hexdigest()


def changed_reviews(database: ReadDatabase) -> frozenset[str]:
    """The ids of the matches of which a kept review is not as it was computed."""
    if not has_table(database, REVIEWS):
        return frozenset()
    columns = "match, chain, effort, revision, seats, seats_digest, review, review_digest"
    rows = database.query(f"SELECT {columns} FROM reviews WHERE format = ?", (FORMAT,))
    return frozenset(
        key[0]
        for *key, seats, seats_digest, review, digest in rows
        if (seats_digest, digest) != (content_digest(key, seats.encode()), content_digest(key, review))
    )


def _name(statement: str) -> str:
    return statement.split()[2]
