"""The search of the match lists: words that begin a word of a title, a person, a place or a tag, or a date played.

Texts are compared folded: without letter case, accents and punctuation. A match is found if it has every word.
"""

import json
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from eventstore.matches.people import People
from eventstore.readmodels.database import ReadDatabase, distinct_texts

MAX_WORDS: Final = 8
"""Number of words that are looked for; more make no list shorter."""

_BASE: Final = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})
"""Letters that Unicode does not take apart."""

_APOSTROPHES: Final = dict.fromkeys(map(ord, "'\u2018\u2019\u02bc\u00b4`"))
_IS_DATE: Final = re.compile(r"\d{3,4}|\d{4}-[\d-]{0,5}")
_COLUMNS: Final = {"game_title": "game_title", "title": "title", "place": "place"}
"""SQL of the texts of a match; each has an index."""


def to_sql(text: str, database: ReadDatabase, people: People) -> tuple[str, list[object]]:
    """The condition on the table of matches that a match is found by the text, and the values of its placeholders."""
    words = text.casefold().split()[:MAX_WORDS]
    if not words:
        return "TRUE", []
    columns = {sql: distinct_texts(database, "matches", sql) for sql in _COLUMNS.values()}
    tags = distinct_texts(database, "tags", "tag")
    clauses, values = list[str](), list[object]()
    for word in words:
        listed = "(SELECT value FROM json_each(?))"
        either = [f"{sql} IN {listed}" for sql in columns]
        values += [_those_with(word, texts) for texts in columns.values()]
        either.append(f"id IN (SELECT match FROM tags WHERE tag IN {listed})")
        either.append(f"id IN (SELECT match FROM seats WHERE person IN {listed})")
        values += [_those_with(word, tags), json.dumps(_people(word, people))]
        if _IS_DATE.fullmatch(word):
            either.append("(played_on >= ? AND played_on < ?)")
            values += [word, f"{word}~"]
        clauses.append(f"({' OR '.join(either)})")
    return " AND ".join(clauses), values


def _those_with(word: str, texts: Sequence[str]) -> str:
    return json.dumps([text for text in texts if _has(word, text)])


def _people(word: str, people: People) -> list[str]:
    """All ids of the people with the word in a name of theirs, also in an earlier one."""
    named = {id for id, name in people.names.items() if _has(word, name)}
    named |= {id for id, names in people.former.items() if any(_has(word, name) for name in names)}
    return [id for one in {people.one(id) for id in named} for id in people.ids(one)]


def _has(word: str, text: str) -> bool:
    return f" {folded(word)}" in f" {folded(text)}"


@lru_cache(8192)
def folded(text: str) -> str:
    """The text without letter case, accents and apostrophes, other punctuation as one space."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_APOSTROPHES))
    letters = "".join(letter for letter in decomposed if not unicodedata.combining(letter)).translate(_BASE)
    return " ".join("".join(letter if letter.isalnum() else " " for letter in letters).split())
