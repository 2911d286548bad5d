"""The search of the match lists: words that begin a word of a title, a person, a place or a tag, or a date played.

Texts are compared folded. A match is found if it has every word; signs alone are no word.
"""

import json
import re
from collections.abc import Sequence
from typing import Final

from core.folding import folded
from eventstore.matches.people import People
from eventstore.readmodels.database import ReadDatabase, distinct_texts

MAX_WORDS: Final = 8
"""Number of words that are looked for; more make no list shorter."""

_MANY: Final = 2_000
"""Rows from which a word is common."""

_LISTED: Final = "(SELECT value FROM json_each(?))"

_IS_DATE: Final = re.compile(r"\d{3,4}|\d{4}-[\d-]{0,5}")
_COLUMNS: Final = {"game_title": "game_title", "title": "title", "place": "place"}
"""SQL of the texts of a match; each has an index."""


def to_sql(text: str, database: ReadDatabase, people: People) -> tuple[str, list[object]]:
    """The condition on the table of matches that a match is found by the text, and the values of its placeholders."""
    words = [word for word in text.casefold().split() if any(map(str.isalnum, word))][:MAX_WORDS]
    if not words:
        return "TRUE", []
    known = {sql: distinct_texts(database, "matches", sql) for sql in _COLUMNS.values()}
    tags = distinct_texts(database, "tags", "tag")
    clauses, values = list[str](), list[object]()
    for word in words:
        places = [("matches", sql, _those_with(word, texts)) for sql, texts in known.items()]
        places += [("tags", "tag", _those_with(word, tags)), ("seats", "person", json.dumps(_people(word, people)))]
        is_common = any(_is_common(database, *place) for place in places)
        either = [_found(table, column, is_common=is_common) for table, column, _ in places]
        values += [listed for _, _, listed in places]
        if _IS_DATE.fullmatch(word):
            either.append("(played_on >= ? AND played_on < ?)")
            values += [word, f"{word}~"]
        clauses.append(f"({' OR '.join(either)})")
    return " AND ".join(clauses), values


def _is_common(database: ReadDatabase, table: str, column: str, listed: str) -> bool:
    """True if more than `_MANY` rows of a table have one of the listed values (JSON)."""
    rows = f"SELECT 1 FROM {table} WHERE {column} IN {_LISTED} LIMIT {_MANY + 1}"
    ((number,),) = database.query(f"SELECT count(*) FROM ({rows}) AS found", (listed,))
    return int(number) > _MANY


def _found(table: str, column: str, *, is_common: bool) -> str:
    """The condition that a match has one of the listed values.

    Of a common word not all matches are read: the newest ones are looked at until there are enough. So no index of the
    values may be used: the concatenation prevents it.
    """
    if table == "matches":
        return f"{column} || '' IN {_LISTED}" if is_common else f"{column} IN {_LISTED}"
    if is_common:
        return f"EXISTS (SELECT 1 FROM {table} WHERE {table}.match = matches.id AND {column} || '' IN {_LISTED})"
    return f"id IN (SELECT match FROM {table} WHERE {column} IN {_LISTED})"


def _those_with(word: str, texts: Sequence[str]) -> str:
    return json.dumps([text for text in texts if _has(word, text)])


def _people(word: str, people: People) -> list[str]:
    """All ids of the people with the word in a name of theirs, also in an earlier one."""
    named = {id for id, name in people.names.items() if _has(word, name)}
    named |= {id for id, names in people.former.items() if any(_has(word, name) for name in names)}
    return [id for one in {people.one(id) for id in named} for id in people.ids(one)]


def _has(word: str, text: str) -> bool:
    return f" {folded(word)}" in f" {folded(text)}"
