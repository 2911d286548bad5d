"""The tables of what people wrote about a match, comments, notes and captions of photos, and of the words in it."""

import json
from collections.abc import Collection, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from core.folding import folded

TextSource: TypeAlias = Literal["comment", "note", "photo"]

MAX_LETTERS: Final = 100
"""Letters of a word that are kept, and of those that are looked for."""

SCHEMA: Final = (
    "CREATE TABLE texts (match TEXT NOT NULL, source TEXT NOT NULL, place INTEGER NOT NULL, position INTEGER NOT NULL,"
    " about INTEGER, text TEXT NOT NULL, PRIMARY KEY (match, source, place)) STRICT, WITHOUT ROWID",
    "CREATE TABLE words (word TEXT NOT NULL, match TEXT NOT NULL, source TEXT NOT NULL,"
    " PRIMARY KEY (word, match, source)) STRICT, WITHOUT ROWID",
    "CREATE INDEX words_by_match ON words (match, word)",
)
"""`position` is that of the row of the log that last changed texts of this source, 0 for comments; `about` the version
of the match that a text is about, NULL for the whole. Words are folded.
"""

TEXT_TABLES: Final = ("texts", "words")
"""The tables whose rows belong to a match and a source each."""


class MatchText(NamedTuple):
    """A text about a match, or about its event with this version."""

    about: int | None
    text: str


class WrittenText(NamedTuple):
    """A text of a source; comments come before notes and notes before photos."""

    source: TextSource
    about: int | None
    text: str


def shown_texts(texts: Sequence[tuple[int | None, str]]) -> tuple[MatchText, ...]:
    """Those that say something, as every database can hold them: with U+FFFD in place of NUL."""
    return tuple(MatchText(about, text.replace("\0", "\ufffd")) for about, text in texts if text.strip())


def delete_texts(connection: Any, source: TextSource, matches: Collection[str]) -> None:
    for table in TEXT_TABLES:
        connection.execute(
            f"DELETE FROM {table} WHERE source = ? AND match IN (SELECT value FROM json_each(?))",
            (source, json.dumps([*matches])),
        )


def insert_texts(connection: Any, source: TextSource, written: Sequence[tuple[str, int, Sequence[MatchText]]]) -> None:
    """Insert the texts of matches that have none of this source, each with its position, and their words."""
    rows, words = list[tuple[object, ...]](), dict[tuple[str, str, str], None]()
    for match, position, texts in written:
        rows += [(match, source, place, position, text.about, text.text) for place, text in enumerate(texts)]
        words |= {(word[:MAX_LETTERS], match, source): None for text in texts for word in folded(text.text).split()}
    connection.executemany("INSERT INTO texts VALUES (?,?,?,?,?,?)", rows)
    connection.executemany("INSERT INTO words VALUES (?,?,?)", sorted(words))
