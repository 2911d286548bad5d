"""Lists of matches, people and tags, read from the disposable read tables: no list folds a match.

Every read first brings the tables up to date from their checkpoint on, and only the matches that changed are folded.
"""

import datetime
import json
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any, Final, NamedTuple, Unpack

from core import games
from core.json_types import json_type
from eventstore.matches import people
from eventstore.matches.notes import NoteWritten
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels import milestones, search
from eventstore.readmodels.database import distinct_texts, read_model_db
from eventstore.readmodels.filters import IS_SIMULATED, IS_WITHDRAWN, MatchFilter, limit_of, to_sql
from eventstore.readmodels.plays_of import as_of_today, decode_details, decode_plays, usual_titles
from eventstore.readmodels.population import Population, is_restricted, kinds
from eventstore.readmodels.projection import MatchRow
from eventstore.readmodels.projector import Projector
from eventstore.readmodels.search import MatchSearch
from eventstore.readmodels.shared_projector import projector_of
from eventstore.readmodels.text_tables import WrittenText
from eventstore.statistics.play_facts import Milestones
from eventstore.statistics.plays import PlayedMatch, PlayedSeat
from eventstore.store.store import Store

_ROWS: Final = json_type(MatchRow)
_NOTES: Final = json_type(NoteWritten)

_NEWEST: Final = "ORDER BY moment DESC"

_WAS_PLAYED: Final = "state IN ('finished', 'closed') AND (parent IS NULL OR id IN (SELECT match FROM plays))"
"""Of forks those that a person chose in place of the match: they have a row among the plays."""
_IS_COUNTED: Final = f"counted = 1 AND {_WAS_PLAYED}"


class DatedMatch(NamedTuple):
    """A match with the day it was played on and what tells its game; `seats` is their number."""

    id: str
    played_on: str
    game_title: str
    bgg_id: int | None
    seats: int


class MatchIndex:
    """The matches of a store as rows of the read tables; with `ids` only these matches are visible.

    Without `simulated` lists leave out the simulated matches, unless the criterion `simulated` selects them; each of
    them can still be read by its id.
    """

    def __init__(
        self,
        store: Store,
        matches: MatchRepository,
        ids: Collection[str] | None = None,
        *,
        simulated: bool = True,
        projector: Projector | None = None,
    ) -> None:
        self._store, self._database, self._records, self._ids = store, read_model_db(store), matches, ids
        self._simulated = simulated
        self.projector = projector or projector_of(store, matches)

    def counted(self) -> "MatchIndex":
        """The matches that statistics count: all but the simulated ones, which count as long as there are no others."""
        if not self._simulated or not self.count(simulated=True) or not self.count(simulated=False):
            return self
        return MatchIndex(self._store, self._records, self._ids, simulated=False, projector=self.projector)

    def matches(
        self, *, limit: int = -1, offset: int = 0, after: str | None = None, **criteria: Unpack[MatchFilter]
    ) -> tuple[MatchRow, ...]:
        """Rows that fit, by date played, then by age of the record, newest first; `limit` -1: no limit.

        `after` is the id of the match after which to continue: no row is repeated when matches are added meanwhile.
        """
        is_after, values = "TRUE", list[object]()
        if after is not None:
            is_after, values = "moment < (SELECT moment FROM matches WHERE id = ?)", [after]
        newest = f"AND {is_after} {_NEWEST} LIMIT ? OFFSET ?"
        names = self._records.people()
        return tuple(
            _decode_row(row, names)
            for (row,) in self._select("row", criteria, newest, *values, limit_of(limit), offset)
        )

    def ids(self, **criteria: Unpack[MatchFilter]) -> tuple[str, ...]:
        """Ids of the matches that fit, in the order of their first rows: a fork comes after its parent."""
        return tuple(id for (id,) in self._select("id", criteria, "ORDER BY recorded"))

    def count(self, *, at_most: int | None = None, **criteria: Unpack[MatchFilter]) -> int:
        """The number of matches that fit; with `at_most` no more are looked for."""
        if at_most is not None:
            return len(self._select("1", criteria, "LIMIT ?", at_most))
        ((found,),) = self._select("count(*)", criteria)
        return int(found)

    def bookmarks(self, limit: int = -1) -> tuple[tuple[MatchRow, NoteWritten], ...]:
        """Bookmarked notes and their matches, last changed first; `limit` -1: no limit."""
        self.catch_up()
        is_listed, values = self._is_listed("id")
        bookmarked = f"bookmarks JOIN matches ON id = match WHERE {is_listed}"
        sql = f"SELECT row, note FROM {bookmarked} ORDER BY position DESC LIMIT ?"
        names, rows = self._records.people(), self._database.query(sql, (*values, limit_of(limit)))
        return tuple((_decode_row(row, names), _NOTES.of_text(note)) for row, note in rows)

    def row(self, id: str) -> MatchRow | None:
        """The row of one match; None when there is none."""
        self.catch_up()
        is_visible, values = self._is_visible("id")
        rows = self._database.query(f"SELECT row FROM matches WHERE id = ? AND {is_visible}", (id, *values))
        return _decode_row(rows[0][0], self._records.people()) if rows else None

    def forks(self, id: str) -> tuple[MatchRow, ...]:
        """The matches that were forked from this one and are not withdrawn, oldest first."""
        self.catch_up()
        is_visible, values = self._is_visible("id")
        is_fork = f"parent = ? AND NOT {IS_WITHDRAWN}"
        sql = f"SELECT row FROM matches WHERE {is_fork} AND {is_visible} ORDER BY recorded"
        rows = self._database.query(sql, (id, *values))
        names = self._records.people()
        return tuple(_decode_row(row, names) for (row,) in rows)

    def parents(self) -> dict[str, str]:
        """Of each fork, withdrawn ones included, the match that it was forked from."""
        self.catch_up()
        is_visible, values = self._is_visible("id")
        forks = f"SELECT id, parent FROM matches WHERE parent IS NOT NULL AND {is_visible}"
        return dict(self._database.query(forks, values))

    def played(
        self, *, last: int = -1, with_uncounted: bool = False, **criteria: Unpack[MatchFilter]
    ) -> tuple[PlayedMatch, ...]:
        """Matches that fit, for statistics: by date played, unknown dates first, then by age of the record.

        Open matches are left out until they are over, and always forks, which were not played at a table, and matches
        that are noted as not counted unless they are wanted too. `last` limits them to the newest; -1: no limit.
        """
        is_wanted = _WAS_PLAYED if with_uncounted else _IS_COUNTED
        rows = self._select("played", criteria, f"AND {is_wanted} {_NEWEST} LIMIT ?", limit_of(last))
        played = decode_plays([row for (row,) in reversed(rows)])
        return as_of_today(played, self._records.people(), usual_titles(played))

    def population(self, **criteria: Unpack[MatchFilter]) -> Population:
        """The plays that statistics count and that fit, for queries on the typed columns."""
        self.catch_up()
        everybody = self._records.people()
        if self._ids is None and not is_restricted(criteria):
            known = kinds(self._database)
            if self._simulated and len(known) > 1:
                return Population(self._database, everybody, "TRUE", (), None)
            simulated = int(self._simulated and known == {1})
            return Population(self._database, everybody, "plays.simulated + 0 = ?", (simulated,), simulated)
        is_match, values = self._where(criteria)
        where = f"plays.match IN (SELECT id FROM matches WHERE {is_match})"
        return Population(self._database, everybody, where, tuple(values), None)

    def dated(self, **criteria: Unpack[MatchFilter]) -> list[DatedMatch]:
        """The matches that fit, were played and have a whole date, without an order."""
        columns = ", ".join(DatedMatch._fields)
        rows = self._select(columns, criteria, f"AND {_WAS_PLAYED} AND length(played_on) = {len('2026-11-20')}")
        return list(map(DatedMatch._make, rows))

    def days(self, **criteria: Unpack[MatchFilter]) -> dict[str, str]:
        """The date of each match that fits and was played, by id, as precise as it is known, or an empty text."""
        return dict(self._select("id, coalesce(played_on, '')", criteria, f"AND {_WAS_PLAYED}"))

    def people_of(self, ids: Collection[str]) -> dict[str, tuple[str, ...]]:
        """The people of these visible matches, by id of the match, in the order of their seats."""
        self.catch_up()
        everybody, (is_visible, values) = self._records.people(), self._is_visible("match")
        seats = f"SELECT match, person FROM seats WHERE match IN (SELECT value FROM json_each(?)) AND {is_visible}"
        seated: dict[str, tuple[str, ...]] = {}
        for match, person in self._database.query(f"{seats} ORDER BY match, seat", (json.dumps([*ids]), *values)):
            seated[match] = (*seated.get(match, ()), everybody.one(person))
        return seated

    def texts(self, ids: Collection[str]) -> dict[str, tuple[WrittenText, ...]]:
        """The comments, notes and captions of these visible matches, by id of the match."""
        self.catch_up()
        is_visible, values = self._is_visible("match")
        among = f"FROM texts WHERE match IN (SELECT value FROM json_each(?)) AND {is_visible}"
        texts: dict[str, tuple[WrittenText, ...]] = {}
        sql = f"SELECT match, source, about, text {among} ORDER BY match, source, place"
        for match, *text in self._database.query(sql, (json.dumps([*ids]), *values)):
            texts[match] = (*texts.get(match, ()), WrittenText(*text))
        return texts

    def written_words(self, start: str) -> tuple[str, ...]:
        """The folded words in texts of visible matches that begin with `start`."""
        self.catch_up()
        is_visible, values = self._is_visible("match")
        sql = f"SELECT DISTINCT word FROM words WHERE word >= ? AND word < ? AND {is_visible}"
        return tuple(word for (word,) in self._database.query(sql, (start, start + search.AFTER, *values)))

    def details(self, **criteria: Unpack[MatchFilter]) -> dict[str, tuple[PlayedSeat, ...]]:
        """The sources of each seat's points, by id of the matches that fit and were recorded in enough detail."""
        rows = self._select("id, details", criteria, f"AND details > '[]' AND {_IS_COUNTED}")
        return {id: decode_details(details) for id, details in rows}

    def sources(self, **criteria: Unpack[MatchFilter]) -> dict[str, tuple[str, ...]]:
        """The sources of the matches that fit, by id; without those that were recorded in Partie."""
        rows = self._select("id, sources", criteria, "AND sources <> '[]'")
        return {id: tuple(json.loads(sources)) for id, sources in rows}

    def plays_by_day(self, **criteria: Unpack[MatchFilter]) -> dict[str, int]:
        """The number of matches that statistics count on each date played, as precise as it is known."""
        days = f"AND {_IS_COUNTED} AND played_on IS NOT NULL GROUP BY played_on ORDER BY played_on"
        return dict(self._select("played_on, count(*)", criteria, days))

    def milestones(self, ids: Collection[str]) -> tuple[Milestones, ...]:
        """The places of these matches among the earlier plays of their games, those that statistics count."""
        self.catch_up()
        return milestones.milestones(self._database, self._records.people(), ids, self._ids)

    def games(self) -> tuple[str, ...]:
        """Titles of the games of all matches, in alphabetical order."""
        return self._distinct("matches", "game_title", "id")

    def game_keys(self) -> list[tuple[str, int | None]]:
        """The titles of the games of all visible matches, each with its BoardGameGeek ids, None for matches without."""
        return list(map(tuple, self._select("DISTINCT game_title, bgg_id", {})))

    def years(self) -> tuple[str, ...]:
        """The years in which matches were played."""
        return tuple(dict.fromkeys(day[:4] for day in self._distinct("matches", "played_on", "id")))

    def places(self) -> tuple[str, ...]:
        """Places where matches were played, in alphabetical order."""
        return self._distinct("matches", "place", "id")

    def tags(self) -> tuple[str, ...]:
        """Tags of all matches, in alphabetical order."""
        return self._distinct("tags", "tag", "match")

    def _distinct(self, table: str, column: str, id: str) -> tuple[str, ...]:
        """The values of an indexed column in the rows of listed matches: a seek for each value, not each row."""
        self.catch_up()
        is_listed, values = self._is_listed(id)
        is_there = f"EXISTS (SELECT 1 FROM {table} WHERE {column} = known AND {is_listed})"
        return distinct_texts(self._database, table, column, is_there, values)

    def facts(self) -> dict[str, tuple[str, ...]]:
        """The values of each kind of `filters.FACTS` that matches have, in alphabetical order; no kind without any."""
        self.catch_up()
        is_listed, values = self._is_listed("match")
        found: dict[str, tuple[str, ...]] = {}
        sql = f"SELECT kind, min(value) FROM facts WHERE {is_listed} GROUP BY kind, folded ORDER BY kind, folded"
        for kind, value in self._database.query(sql, values):
            found[kind] = (*found.get(kind, ()), value)
        return found

    def plays_by_person(self) -> dict[str, int]:
        """The number of matches of each person who played, by id, the last to have played first.

        Of the people of one match those who played more often come first, then those of the first seats.
        """
        self.catch_up()
        everybody = self._records.people()
        is_listed, values = self._is_listed("match")
        if self._ids is None:
            last = "FROM seats s WHERE s.person = c.person AND s.hidden = c.hidden ORDER BY moment DESC, seat LIMIT 1"
            values = [int(self._simulated)]
            rows = (
                f"SELECT person, seats, (SELECT moment {last}) AS moment, (SELECT seat {last}) AS seat"
                " FROM seat_counts c WHERE hidden <= ? AND seats <> 0"
            )
        else:
            rows = f"SELECT person, 1 AS seats, moment, seat FROM seats WHERE {is_listed}"
        sql = (
            f"SELECT person, sum(seats) FROM ({rows}) AS played GROUP BY person"
            " ORDER BY max(moment) DESC, sum(seats) DESC, min(seat), person"
        )
        plays = Counter[str]()
        for person, number in self._database.query(sql, values):
            plays[everybody.one(person)] += number
        return {person: number for person, number in plays.items() if person != people.SOMEBODY}

    def last_of_each_game(self, limit: int) -> tuple[MatchRow, ...]:
        """The last match of each of the games played last, the newest first."""
        self.catch_up()
        is_listed, values = self._is_listed("id")
        last = f"SELECT max(moment) FROM matches WHERE {is_listed} AND game_title <> '' GROUP BY game_title"
        sql = f"SELECT row FROM matches WHERE moment IN ({last}) AND {is_listed} ORDER BY moment DESC LIMIT ?"
        names = self._records.people()
        return tuple(_decode_row(row, names) for (row,) in self._database.query(sql, (*values, *values, limit)))

    def unlisted_people(self) -> frozenset[str]:
        """Ids of the people all of whose matches lists leave out: withdrawn ones, and simulated ones if they are."""
        self.catch_up()
        everybody = self._records.people()
        all_seats, (is_listed, values) = "seats WHERE TRUE", self._is_listed("match")
        if self._ids is None:
            all_seats, is_listed, values = "seat_counts WHERE seats <> 0", "hidden <= ?", [int(self._simulated)]
        hidden, others = (
            {everybody.one(person) for (person,) in self._database.query(sql, values)}
            for sql in (
                f"SELECT DISTINCT person FROM {all_seats} AND NOT ({is_listed})",
                f"SELECT DISTINCT person FROM {all_seats} AND {is_listed}",
            )
        )
        return frozenset(hidden - others)

    def checkpoint(self) -> str:
        """The checkpoint of the tables and the visible ids; results computed from them are valid until it changes."""
        self.catch_up()
        visible = "" if self._ids is None else f" {sorted(self._ids)}"
        coverage = self.projector.coverage()
        return f"{coverage.checkpoint if coverage else ''}{visible}"

    def catch_up(self, progress: Callable[[int], None] = lambda done: None) -> int:
        """Bring the tables up to date; see `Projector.catch_up`."""
        return self.projector.catch_up(progress)

    def is_behind(self) -> bool:
        """True if lists and figures miss the newest events; see `Projector.is_behind`."""
        return self.projector.is_behind()

    def rebuild(self, progress: Callable[[int], None] = lambda done: None) -> int:
        """Rebuild the tables; see `Projector.rebuild`."""
        return self.projector.rebuild(progress)

    def _select(self, columns: str, criteria: MatchFilter, rest: str = "", *more: object) -> list[tuple[Any, ...]]:
        """Columns of the matches that fit; `rest` continues the WHERE clause, `more` are its placeholders' values."""
        self.catch_up()
        is_match, values = self._where(criteria)
        return self._database.query(f"SELECT {columns} FROM matches WHERE {is_match} {rest}", (*values, *more))

    def _where(self, criteria: MatchFilter) -> tuple[str, list[object]]:
        """The SQL condition on the table of matches, and the values of its placeholders."""
        everybody = self._records.people()
        if self._ids is not None or criteria.get("ids") is not None:
            # A principal that does not see every match learns no former name by asking for it.
            everybody = everybody.as_called_now()
        is_match, values = to_sql(criteria, everybody)
        asked = criteria.get("search") or MatchSearch()
        asked = search.read_search(asked, datetime.date.today()) if isinstance(asked, str) else asked
        is_found, words = search.to_sql(asked, self._database, everybody)
        is_listed, ids = self._is_visible("id")
        if not self._simulated and criteria.get("simulated") is None:
            is_listed += f" AND NOT {IS_SIMULATED}"
        return f"{is_match} AND {is_found} AND {is_listed}", [*values, *words, *ids]

    def _is_visible(self, column: str) -> tuple[str, list[object]]:
        """The SQL condition that a column holds one of the visible ids, and the values of its placeholders."""
        if self._ids is None:
            return "TRUE", []
        return f"{column} IN (SELECT value FROM json_each(?))", [json.dumps([*self._ids])]

    def _is_listed(self, column: str) -> tuple[str, list[object]]:
        """The same for the matches in lists."""
        is_visible, values = self._is_visible(column)
        hidden = IS_WITHDRAWN if self._simulated else f"{IS_WITHDRAWN} OR {IS_SIMULATED}"
        return f"{is_visible} AND {column} NOT IN (SELECT id FROM matches WHERE {hidden})", values


def _decode_row(text: str, names: people.People) -> MatchRow:
    row: MatchRow = _ROWS.of_text(text)
    missing = row.missing or not games.is_usable(row.game, row.rules)
    return replace(row, players=tuple(map(names.name, row.players)), missing=missing)
