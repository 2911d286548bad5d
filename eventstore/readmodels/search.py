"""The search of the match lists: words that begin a word of a title, a person, a place, a tag, a comment, a note or a
photo, and the days played.

Texts are compared folded. A match is found if it has every word; signs alone are no word.
"""

import datetime
import json
import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from core.folding import folded
from eventstore.matches.people import People
from eventstore.readmodels.database import ReadDatabase, distinct_texts
from eventstore.readmodels.search_dates import LANGUAGES, Period, read_periods
from eventstore.readmodels.text_tables import MAX_LETTERS

MAX_WORDS: Final = 8
"""Number of words and periods that are looked for; more make no list shorter."""

_MANY: Final = 2_000
"""Rows from which a word is common."""

_LISTED: Final = "(SELECT value FROM json_each(?))"

_IS_DATE: Final = re.compile(r"\d{3,4}|\d{4}( \d{1,2}){1,2}")
"""A folded word that may begin a date."""

AFTER: Final = "\U0010ffff"
"""Behind a word, a text that is after all that begin with it."""

_COLUMNS: Final = {"game_title": "game_title", "title": "title", "place": "place"}
"""SQL of the texts of a match; each has an index."""


class Search(NamedTuple):
    """What a text asks for: a match must have all the folded words, and be of all the periods.

    A period that is `bare` is also met by a match with its word.
    """

    words: tuple[str, ...] = ()
    periods: tuple[Period, ...] = ()


def read_search(text: str, today: datetime.date, languages: Sequence[str] = LANGUAGES) -> Search:
    """What the text asks for, with the names of months and days in these languages."""
    parts = read_periods(text, today, languages)
    parts = [part for part in parts if not isinstance(part, str) or any(map(str.isalnum, part))][:MAX_WORDS]
    words = tuple(dict.fromkeys(folded(part)[:MAX_LETTERS] for part in parts if isinstance(part, str)))
    return Search(words, tuple(part for part in parts if not isinstance(part, str)))


def to_sql(search: Search, database: ReadDatabase, people: People) -> tuple[str, list[object]]:
    """The condition on the table of matches that a match is found, and the values of its placeholders."""
    if not any(search):
        return "TRUE", []
    words = _Words(database, people)
    years = _years(database) if search.periods else range(0)
    clauses = [words.clause(word) for word in search.words]
    for period in search.periods:
        clause, values = _in_period(period.prefixes(years))
        if period.bare:
            either, more = words.clause(folded(period.said).split()[-1])
            clause, values = f"({clause} OR {either})", [*values, *more]
        clauses.append((clause, values))
    return " AND ".join(clause for clause, _ in clauses), [value for _, values in clauses for value in values]


def _years(database: ReadDatabase) -> range:
    """All years in which matches were played."""
    ((first, last),) = database.query("SELECT min(played_on), max(played_on) FROM matches")
    return range(int(first[:4]), int(last[:4]) + 1) if first else range(0)


def _in_period(prefixes: Sequence[str]) -> tuple[str, list[object]]:
    """The condition that a match was played on a day that begins with one of these texts."""
    days = [prefix for prefix in prefixes if len(prefix) == len("2026-11-20")]
    others = [prefix for prefix in prefixes if prefix not in days] if len(days) < len(prefixes) else []
    clauses = ["(moment >= ? AND moment < ?)"] * len(others) + [f"played_on IN {_LISTED}"] * bool(days)
    values: list[object] = [value for prefix in others for value in (prefix, f"{prefix}~")]
    return f"({' OR '.join(clauses) or 'FALSE'})", [*values, *([json.dumps(days)] if days else [])]


class _Words:
    """The conditions that matches have words; the texts of titles, places and tags are read once."""

    def __init__(self, database: ReadDatabase, people: People) -> None:
        self._database, self._people = database, people
        self._known = {sql: distinct_texts(database, "matches", sql) for sql in _COLUMNS.values()}
        self._tags = distinct_texts(database, "tags", "tag")

    def clause(self, word: str) -> tuple[str, list[object]]:
        """The condition that a word of the match begins with this one."""
        places = [("matches", sql, _those_with(word, texts)) for sql, texts in self._known.items()]
        places += [("tags", "tag", _those_with(word, self._tags))]
        places += [("seats", "person", json.dumps(_people(word, self._people)))]
        within = [(first, f"{first}{AFTER}") for first in word.split()]
        is_common = any(self._is_common(table, f"{column} IN {_LISTED}", [of]) for table, column, of in places)
        is_common = is_common or any(self._is_common("words", _BEGINS, own) for own in within)
        either = [_found(table, column, is_common=is_common) for table, column, _ in places]
        either.append(f"({' AND '.join([_in_words(is_common=is_common)] * len(within))})")
        values: list[object] = [*(of for _, _, of in places), *(value for own in within for value in own)]
        if _IS_DATE.fullmatch(word):
            either.append("(moment >= ? AND moment < ?)")
            values += [word.replace(" ", "-"), f"{word.replace(' ', '-')}~"]
        return f"({' OR '.join(either)})", values

    def _is_common(self, table: str, condition: str, values: Sequence[object]) -> bool:
        """True if more than `_MANY` rows of a table meet a condition."""
        rows = f"SELECT 1 FROM {table} WHERE {condition} LIMIT {_MANY + 1}"
        ((number,),) = self._database.query(f"SELECT count(*) FROM ({rows}) AS found", values)
        return int(number) > _MANY


_BEGINS: Final = "word >= ? AND word < ?"


def _in_words(*, is_common: bool) -> str:
    """The condition that a comment, a note or a photo has a word that begins with a text, see `_found`."""
    if is_common:
        return f"EXISTS (SELECT 1 FROM words WHERE words.match = matches.id AND {_BEGINS})"
    return f"id IN (SELECT match FROM words WHERE {_BEGINS})"


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
    return json.dumps([text for text in texts if has_word(word, text)])


def _people(word: str, people: People) -> list[str]:
    """All ids of the people with the word in a name of theirs, also in an earlier one."""
    named = {id for id, name in people.names.items() if has_word(word, name)}
    named |= {id for id, names in people.former.items() if any(has_word(word, name) for name in names)}
    return [id for one in {people.one(id) for id in named} for id in people.ids(one)]


def has_word(word: str, text: str) -> bool:
    """True if a word of the text begins with this folded one."""
    return f" {word}" in f" {folded(text)}"
