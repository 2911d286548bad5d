"""The search of the match lists: words that begin a word of a title, a person, a place, a tag, a comment, a note or a
photo, and the days played.

Texts are compared folded. A match is found if it has every word; signs alone are no word.
"""

import datetime
import json
import re
import zlib
from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Final, NamedTuple, TypeAlias

from core.folding import folded
from eventstore.matches.people import People
from eventstore.readmodels.database import ReadDatabase, distinct_texts
from eventstore.readmodels.search_dates import LANGUAGES, DatePeriod, read_periods
from eventstore.readmodels.text_tables import MAX_LETTERS

MAX_WORDS: Final = 8
"""Number of words and periods that are looked for; more make no list shorter."""

_MANY: Final = 2_000
"""Rows from which a word is common."""

_NOTHING: Final = "[]"

_BITS: Final = 62
"""All bits are those of a positive number in SQLite and PostgreSQL."""

_LISTED: Final = "(SELECT value FROM json_each(?))"

_IS_DATE: Final = re.compile(r"\d{3,4}|\d{4}( \d{1,2}){1,2}")
"""A folded word that may begin a date."""

AFTER: Final = "\U0010ffff"
"""Behind a word, a text that is after all that begin with it."""

_Condition: TypeAlias = tuple[str, Sequence[object]]
"""SQL, and the values of its placeholders."""

_COLUMNS: Final = {"game_title": "game_title", "title": "title", "place": "place"}
"""SQL of the texts of a match; each has an index."""


class MatchSearch(NamedTuple):
    """The content of a search text: a match must have all the folded words, and be of all the periods.

    A period that is `bare` is also met by a match with its word.
    """

    words: tuple[str, ...] = ()
    periods: tuple[DatePeriod, ...] = ()


def read_search(text: str, today: datetime.date, languages: Sequence[str] = LANGUAGES) -> MatchSearch:
    """Read a text, with the names of months and days in these languages."""
    parts = read_periods(text, today, languages)
    parts = [part for part in parts if not isinstance(part, str) or any(map(str.isalnum, part))][:MAX_WORDS]
    words = tuple(dict.fromkeys(folded(part)[:MAX_LETTERS] for part in parts if isinstance(part, str)))
    return MatchSearch(words, tuple(part for part in parts if not isinstance(part, str)))


def people_bits(ids: Iterable[str]) -> int:
    """One bit for each id, several ids may have the same: who has none of the bits of a match has no seat at it."""
    return reduce(or_, (1 << zlib.crc32(id.encode()) % _BITS for id in ids), 0)


def to_sql(search: MatchSearch, database: ReadDatabase, people: People) -> _Condition:
    """The condition on the table of matches that a match is found."""
    if not any(search):
        return "TRUE", []
    words = _Words(database, people)
    years = _years(database) if search.periods else range(0)
    clauses = [words.clause(word) for word in search.words]
    for period in search.periods:
        clause = _in_period(period.prefixes(years))
        either = [words.clause(folded(period.said).split()[-1])] if period.bare else []
        clauses.append(_joined("OR", [clause, *either]))
    return _joined("AND", clauses)


def _joined(operator: str, conditions: Sequence[_Condition]) -> _Condition:
    """All of the conditions or one of them; there is no match where none is given."""
    sql = f" {operator} ".join(clause for clause, _ in conditions)
    return f"({sql or 'FALSE'})", [value for _, values in conditions for value in values]


def _years(database: ReadDatabase) -> range:
    """All years in which matches were played."""
    ((first, last),) = database.query("SELECT min(played_on), max(played_on) FROM matches")
    return range(int(first[:4]), int(last[:4]) + 1) if first else range(0)


def _in_period(prefixes: Sequence[str]) -> _Condition:
    """The condition that a match was played on a day that begins with one of these texts."""
    days = [prefix for prefix in prefixes if len(prefix) == len("2026-11-20")]
    others = [prefix for prefix in prefixes if prefix not in days] if len(days) < len(prefixes) else []
    listed: list[_Condition] = [(f"played_on IN {_LISTED}", [json.dumps(days)])] if days else []
    return _joined("OR", [*map(_begins_with, others), *listed])


def _begins_with(prefix: str) -> _Condition:
    """The condition that a match was played on a day that begins with this."""
    return "(moment >= ? AND moment < ?)", [prefix, f"{prefix}~"]


class _Words:
    """The conditions that matches have words; the texts of titles, places and tags are read once."""

    def __init__(self, database: ReadDatabase, people: People) -> None:
        self._database, self._people = database, people
        self._known = {sql: distinct_texts(database, "matches", sql) for sql in _COLUMNS.values()}
        self._tags = distinct_texts(database, "tags", "tag")

    def clause(self, word: str) -> _Condition:
        """The condition that a word of the match begins with this one; only of places that have such a word at all.

        That of a common word begins with what the row of the match alone tells: SQLite looks into other tables only
        for the rows that have all words by that.
        """
        places = [_Place("matches", sql, (_those_with(word, texts),)) for sql, texts in self._known.items()]
        places += [_Place("tags", "tag", (_those_with(word, self._tags),))]
        places += [_Place("seats", "person", (_people(word, self._people),))]
        places = [place for place in places if place.values != (_NOTHING,)]
        written = [_Place("words", "word", (first, first + AFTER)) for first in word.split()]
        rows = {place: self._rows(place) for place in (*places, *written)}
        is_common = any(number > _MANY for number in rows.values())
        if not all(rows[place] for place in written):
            written = []
        either = [place.condition(is_common=is_common) for place in places]
        either += [_joined("AND", [place.condition(is_common=is_common) for place in written])] * bool(written)
        likely = [place.likely(rows[place]) for place in (*places, *written[:1])]
        if _IS_DATE.fullmatch(word):
            dated = [_begins_with(word.replace(" ", "-"))]
            either, likely = either + dated, likely + dated
        found = _joined("OR", either)
        return _joined("AND", [_joined("OR", likely), found]) if is_common else found

    def _rows(self, place: "_Place") -> int:
        """The number of rows that have one of the values; all beyond `_MANY` are one more."""
        rows = f"SELECT 1 FROM {place.table} WHERE {place.is_one} LIMIT {_MANY + 1}"
        ((number,),) = self._database.query(f"SELECT count(*) FROM ({rows}) AS found", place.values)
        return int(number)


class _Place(NamedTuple):
    """A column in which a word was found: one of the values of a JSON list, or between two texts."""

    table: str
    column: str
    values: tuple[str, ...]

    @property
    def is_one(self) -> str:
        """The condition on a row of the table."""
        return f"{self.column} IN {_LISTED}" if len(self.values) == 1 else f"{self.column} >= ? AND {self.column} < ?"

    def condition(self, *, is_common: bool) -> _Condition:
        """The condition that a match has one of the values.

        Of a common word not all matches are read: the newest ones are looked at until there are enough. So no index of
        the values may be used: the concatenation prevents it.
        """
        if is_common:
            by_row = self if len(self.values) > 1 else self._replace(column=f"{self.column} || ''")
            exists = f"EXISTS (SELECT 1 FROM {self.table} WHERE {self.table}.match = matches.id AND {by_row.is_one})"
            return by_row.is_one if self.table == "matches" else exists, self.values
        listed = f"id IN (SELECT match FROM {self.table} WHERE {self.is_one})"
        return self.is_one if self.table == "matches" else listed, self.values

    def likely(self, rows: int) -> _Condition:
        """A condition that each match with one of the values meets, without a look at its rows in other tables."""
        if self.table == "seats":
            return "people_bits & ? <> 0", [people_bits(json.loads(self.values[0]))]
        if self.table == "matches":
            return self.condition(is_common=True)
        return self.condition(is_common=False) if rows <= _MANY else ("TRUE", [])


def _those_with(word: str, texts: Sequence[str]) -> str:
    return json.dumps([text for text in texts if has_word(word, text)])


def _people(word: str, people: People) -> str:
    """All ids of the people with the word in a name of theirs, also in an earlier one."""
    named = {id for id, name in people.names.items() if has_word(word, name)}
    named |= {id for id, names in people.former.items() if any(has_word(word, name) for name in names)}
    return json.dumps([id for one in {people.one(id) for id in named} for id in people.ids(one)])


def has_word(word: str, text: str) -> bool:
    """True if a word of the text begins with this folded one."""
    return f" {word}" in f" {folded(text)}"
