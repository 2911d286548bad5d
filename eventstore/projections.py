"""Disposable read tables, rebuilt from the log: what lists and the library page read, so that they never fold.

The tables may be dropped at any time; `Library` makes them again. They are brought up to date when they are read, from
the checkpoint on, and only the matches that changed are folded.
"""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypedDict, Unpack

from pydantic import TypeAdapter

from core.game import Points
from eventstore import codec, facts, notes, people
from eventstore.notes import NoteWritten
from eventstore.records import MATCHES, Match, Records
from eventstore.statistics.plays import Details, Played
from eventstore.store import Changed, Store

EDITION: Final = 6
"""Raised whenever a row would come out differently; tables of another edition are made again."""

AT_ONCE: Final = 10_000
"""Rows of the log that are looked at before what changed is written."""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One match as lists show it. `depth` is `moves`, `rounds` or `final`; `state` is `open`, `finished`,
    `closed`, or `damaged` for a match that cannot be read (`partie verify` says why).

    `game` is the game's key, `game_title` what people call it. `events` counts rows of the log, the header included.
    `options` are the game's, `parent` is the match it was forked from.
    """

    id: str
    game: str
    game_title: str
    title: str | None
    players: tuple[str, ...]
    scores: tuple[Points, ...] | None
    winners: tuple[int, ...]
    played_on: str | None
    place: str | None
    tags: tuple[str, ...]
    depth: str
    events: int
    version: int
    state: str
    sources: tuple[str, ...]
    parent: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)


class Wanted(TypedDict, total=False):
    """Which matches: those that fit all that is given, None fits all.

    `game` is a key or a title, `person` a name or several, all of whom played; with `only` nobody else did. `seats` is
    the number of players; `since` and `until` are dates, both included; the rest is as in a `MatchRow`. `ids` are the
    matches to choose from.
    """

    game: str | None
    person: str | Sequence[str] | None
    only: bool
    seats: int | None
    place: str | None
    tag: str | None
    depth: str | None
    state: str | None
    since: str | None
    until: str | None
    ids: Collection[str] | None


_ROWS: Final = TypeAdapter(MatchRow)
_NOTES: Final = TypeAdapter(NoteWritten)
_PLAYED: Final = TypeAdapter(Played)
_ALL_PLAYED: Final = TypeAdapter(tuple[Played, ...])
_DETAILS: Final = TypeAdapter(tuple[Details, ...])

_OVER: Final = "state IN ('finished', 'closed') AND row ->> 'parent' IS NULL"


class Kept(NamedTuple):
    """A match as the tables keep it; `played` and `details` are JSON, empty for a damaged match.

    `recorded` is the position of its first event.
    """

    row: MatchRow
    recorded: int
    bgg_id: int | None = None
    played: str = ""
    details: str = ""


class Folded(NamedTuple):
    """What the tables keep of some streams. `bookmarks` are those of the matches whose notes are among them.

    Notes are JSON; with them stands the position of the row that last changed the notes of the match.
    """

    matches: tuple[Kept, ...] = ()
    bookmarks: Mapping[str, tuple[int, tuple[str, ...]]] = MappingProxyType({})


class Library:
    """The matches of a store as rows, newest first."""

    def __init__(self, store: Store, records: Records) -> None:
        self._store, self._tables, self._records = store, store.tables, records

    def matches(
        self, *, limit: int = -1, offset: int = 0, behind: str | None = None, **wanted: Unpack[Wanted]
    ) -> tuple[MatchRow, ...]:
        """Rows that fit, by date played, then by age of the record, the newest first; `limit` -1 is none.

        `behind` is the id of the match after which to go on: no row comes twice when matches are added meanwhile.
        """
        self.catch_up()
        where, values = self._where(wanted)
        if behind is not None:
            place = "coalesce(played_on, ''), recorded"
            where += f" AND ({place}) < (SELECT {place} FROM matches WHERE id = ?)"
            values.append(behind)
        sql = f"SELECT row FROM matches WHERE {where} ORDER BY played_on DESC, recorded DESC LIMIT ? OFFSET ?"
        rows = self._tables.query(sql, (*values, limit, offset))
        names = self._records.people()
        return tuple(_row(row, names) for (row,) in rows)

    def ids(self, **wanted: Unpack[Wanted]) -> tuple[str, ...]:
        """Ids of the matches that fit, in the order they were first recorded: a fork after what it was forked from."""
        self.catch_up()
        where, values = self._where(wanted)
        return tuple(
            id for (id,) in self._tables.query(f"SELECT id FROM matches WHERE {where} ORDER BY recorded", values)
        )

    def count(self, **wanted: Unpack[Wanted]) -> int:
        """How many matches fit."""
        self.catch_up()
        where, values = self._where(wanted)
        ((found,),) = self._tables.query(f"SELECT count(*) FROM matches WHERE {where}", values)
        return int(found)

    def before(self, row: MatchRow) -> tuple[MatchRow, ...]:
        """The matches of the same game that were played before this one, the newest first."""
        rows = self.matches(game=row.game_title, until=row.played_on)
        return rows[[other.id for other in rows].index(row.id) + 1 :]

    def bookmarks(self, limit: int = -1) -> tuple[tuple[MatchRow, NoteWritten], ...]:
        """Notes to come back to and their matches, the ones set last first; -1 is no limit."""
        self.catch_up()
        sql = "SELECT row, note FROM bookmarks JOIN matches ON id = match ORDER BY position DESC LIMIT ?"
        names = self._records.people()
        return tuple((_row(row, names), _NOTES.validate_json(note)) for row, note in self._tables.query(sql, (limit,)))

    def row(self, id: str) -> MatchRow | None:
        """The row of one match; None when there is none."""
        self.catch_up()
        found = self._tables.query("SELECT row FROM matches WHERE id = ?", (id,))
        return _row(found[0][0], self._records.people()) if found else None

    def forks(self, id: str) -> tuple[MatchRow, ...]:
        """The matches that were forked from this one, the oldest first."""
        self.catch_up()
        rows = self._tables.query("SELECT row FROM matches WHERE row ->> 'parent' = ? ORDER BY recorded", (id,))
        names = self._records.people()
        return tuple(_row(row, names) for (row,) in rows)

    def played(self, **wanted: Unpack[Wanted]) -> tuple[Played, ...]:
        """Matches that fit, for statistics: by date played, unknown dates first, then by age of the record.

        Open matches are left out until they are over, and forks always: nobody played them at a table.
        """
        self.catch_up()
        where, values = self._where(wanted)
        sql = f"SELECT played FROM matches WHERE {_OVER} AND {where} ORDER BY played_on, recorded"
        told = ",".join(row for (row,) in self._tables.query(sql, values))
        return _now(_ALL_PLAYED.validate_json(f"[{told}]"), self._records.people())

    def details(self, **wanted: Unpack[Wanted]) -> dict[str, tuple[Details, ...]]:
        """How each seat came to its points, by id of the matches that fit and were recorded closely enough."""
        self.catch_up()
        where, values = self._where(wanted)
        sql = f"SELECT id, details FROM matches WHERE details > '[]' AND {_OVER} AND {where}"
        return {id: _DETAILS.validate_json(told) for id, told in self._tables.query(sql, values)}

    def games(self) -> tuple[str, ...]:
        """Titles of the games there are matches of, in alphabetical order."""
        self.catch_up()
        rows = self._tables.query("SELECT DISTINCT game_title FROM matches ORDER BY 1")
        return tuple(title for (title,) in rows)

    def places(self) -> tuple[str, ...]:
        """Where matches were played, in alphabetical order."""
        self.catch_up()
        rows = self._tables.query("SELECT DISTINCT place FROM matches WHERE place IS NOT NULL ORDER BY 1")
        return tuple(place for (place,) in rows)

    def tags(self) -> tuple[str, ...]:
        """The tags matches carry, in alphabetical order."""
        self.catch_up()
        return tuple(tag for (tag,) in self._tables.query("SELECT DISTINCT tag FROM tags ORDER BY 1"))

    def players(self) -> tuple[str, ...]:
        """Names of the people who played, in alphabetical order."""
        self.catch_up()
        names = self._records.people()
        seated = self._tables.query("SELECT DISTINCT person FROM seats")
        return tuple(sorted({names.name(person) for (person,) in seated} - {people.SOMEBODY}, key=str.casefold))

    def checkpoint(self) -> str:
        """The checkpoint of the log up to which the tables tell; what was computed from them holds until it changes."""
        self.catch_up()
        return self._reached() or ""

    def catch_up(self, progress: Callable[[int], None] = lambda done: None) -> int:
        """Bring the tables up to date and give the number of matches that were folded.

        `progress` is told that number now and then.
        """
        reached = self._reached()
        if reached is None:
            self._make()
        checkpoint, folded = reached or "", 0
        while changed := self._store.changed(checkpoint, limit=AT_ONCE):
            page = fold(self._records, changed)
            self._write(page, checkpoint, changed.checkpoint)
            checkpoint = changed.checkpoint
            folded += len(page.matches)
            progress(folded)
        return folded

    def rebuild(self, progress: Callable[[int], None] = lambda done: None) -> int:
        """Throw the tables away and make them again from the log; gives the number of matches."""
        self._drop()
        return self.catch_up(progress)

    def refill(
        self, pages: Iterable[Folded], checkpoint: str, progress: Callable[[int], None] = lambda done: None
    ) -> int:
        """Make the tables again of what others folded, the whole log up to `checkpoint`; gives the number of matches.

        Until the last page is written, whoever reads the tables folds for itself: none reads half of them.
        """
        self._drop()
        self._make()
        folded = 0
        for page in pages:
            self._write(page, "", "")
            folded += len(page.matches)
            progress(folded)
        self._write(Folded(), "", checkpoint)
        return folded

    def _drop(self) -> None:
        with self._tables.transaction() as connection:
            connection.execute("DROP TABLE IF EXISTS projections")

    def _reached(self) -> str | None:
        """How far the tables have got; None: there are none of this edition."""
        if not self._tables.query("SELECT 1 FROM sqlite_master WHERE name = 'projections'"):
            return None
        found = self._tables.query("SELECT * FROM projections")  # Only the first column is the same in every edition.
        return str(found[0][1]) if found and found[0][0] == EDITION else None

    def _make(self) -> None:
        with self._tables.transaction() as connection:
            if self._reached() is not None:  # Another program was faster.
                return
            for table in ("projections", "matches", "seats", "tags", "bookmarks"):
                connection.execute(f"DROP TABLE IF EXISTS {table}")
            connection.execute("CREATE TABLE projections (edition INTEGER NOT NULL, checkpoint TEXT NOT NULL) STRICT")
            connection.execute("INSERT INTO projections VALUES (?, '')", (EDITION,))
            connection.execute(
                "CREATE TABLE matches (id TEXT PRIMARY KEY, game TEXT NOT NULL, game_title TEXT NOT NULL,"
                " played_on TEXT, recorded INTEGER NOT NULL, seats INTEGER NOT NULL, place TEXT, depth TEXT NOT NULL,"
                " state TEXT NOT NULL, row TEXT NOT NULL, bgg_id INTEGER, played TEXT NOT NULL,"
                " details TEXT NOT NULL) STRICT"
            )
            connection.execute(
                "CREATE TABLE bookmarks (match TEXT NOT NULL, note TEXT NOT NULL, position INTEGER) STRICT"
            )
            connection.execute("CREATE INDEX forks ON matches (row ->> 'parent') WHERE row ->> 'parent' IS NOT NULL")
            connection.execute("CREATE INDEX matches_by_game ON matches (game_title)")
            connection.execute("CREATE INDEX matches_by_place ON matches (place)")
            connection.execute("CREATE INDEX matches_by_date ON matches (played_on DESC, recorded DESC)")
            connection.execute(
                "CREATE TABLE seats (person TEXT NOT NULL, match TEXT NOT NULL, seat INTEGER NOT NULL,"
                " PRIMARY KEY (person, match, seat)) STRICT, WITHOUT ROWID"
            )
            connection.execute("CREATE INDEX seats_by_match ON seats (match)")
            connection.execute(
                "CREATE TABLE tags (tag TEXT NOT NULL, match TEXT NOT NULL,"
                " PRIMARY KEY (tag, match)) STRICT, WITHOUT ROWID"
            )
            connection.execute("CREATE INDEX tags_by_match ON tags (match)")
            connection.execute("CREATE INDEX bookmarks_by_match ON bookmarks (match)")

    def _write(self, page: Folded, before: str, after: str) -> None:
        """Keep the page, and go on from the checkpoint `after`, unless another program has left `before` already."""
        with self._tables.transaction() as connection:
            for id, (position, marked) in page.bookmarks.items():
                connection.execute("DELETE FROM bookmarks WHERE match = ?", (id,))
                rows = [(id, note, position) for note in marked]
                connection.executemany("INSERT INTO bookmarks VALUES (?,?,?)", rows)
            for kept in page.matches:
                _keep(connection, kept)
            connection.execute("UPDATE projections SET checkpoint = ? WHERE checkpoint = ?", (after, before))

    def _where(self, wanted: Wanted) -> tuple[str, list[object]]:
        clauses, values = ["1"], list[object]()

        def fits(clause: str, *given: object) -> None:
            clauses.append(clause)
            values.extend(given)

        if (ids := wanted.get("ids")) is not None:
            fits("id IN (SELECT value FROM json_each(?))", json.dumps(list(ids)))
        if (game := wanted.get("game")) is not None:
            same = "bgg_id IN (SELECT bgg_id FROM matches WHERE game_title = ? COLLATE NOCASE)"
            fits(f"(? IN (game, game_title) OR {same})", game, game)
        everybody, meant = self._records.people(), list[str]()
        person = wanted.get("person") or ()
        for name in [person] if isinstance(person, str) else person:
            ids = [id for one in everybody.named(name) for id in everybody.ids(one)]
            fits(f"id IN (SELECT match FROM seats WHERE person IN ({_places(ids)}))", *ids)
            meant += ids
        if wanted.get("only"):
            other = f"SELECT 1 FROM seats WHERE match = id AND person NOT IN ({_places(meant)})"
            fits(f"NOT EXISTS ({other})", *meant)
        for column in ("seats", "place", "depth", "state"):
            if (value := wanted.get(column)) is not None:
                fits(f"{column} = ?", value)
        if (tag := wanted.get("tag")) is not None:
            fits("id IN (SELECT match FROM tags WHERE tag = ?)", tag)
        if (since := wanted.get("since")) is not None:
            fits("played_on >= ?", since)
        if (until := wanted.get("until")) is not None:
            fits("substr(played_on, 1, ?) <= ?", len(until), until)
        return " AND ".join(clauses), values


def fold(records: Records, streams: Iterable[Changed]) -> Folded:
    """What the tables keep of these streams, as the log of `records` tells it; of other streams they keep nothing."""
    matches, bookmarks = list[Kept](), dict[str, tuple[int, tuple[str, ...]]]()
    for stream, first, last in streams:
        if stream.startswith(MATCHES):
            matches.append(_kept(records, stream.removeprefix(MATCHES), first))
        elif stream.startswith(notes.STREAMS):
            id = stream.removeprefix(notes.STREAMS)
            marked = [_NOTES.dump_json(note).decode() for note in records.notes(id) if note.bookmark]
            bookmarks[id] = (last, tuple(marked))
    return Folded(tuple(matches), bookmarks)


def _kept(records: Records, id: str, recorded: int) -> Kept:
    try:
        match = records.match(id)
        details = _DETAILS.dump_json(facts.details(match)).decode()  # First, as it folds for everything.
        played = facts.played(match, recorded)
        return Kept(summary(match), recorded, played.bgg_id, _PLAYED.dump_json(played).decode(), details)
    except Exception:  # Damage, or an event that today's rules refuse, can raise anything; lists must go on.
        damaged = MatchRow(id, "", "", None, (), None, (), None, None, (), "moves", 0, 0, "damaged", ())
        return Kept(damaged, recorded)


def _keep(connection: Any, kept: Kept) -> None:
    row = kept.row
    columns = {
        "id": row.id,
        "recorded": kept.recorded,
        "game": row.game,
        "game_title": row.game_title,
        "bgg_id": kept.bgg_id,
        "played_on": row.played_on,
        "seats": len(row.players),
        "place": row.place,
        "depth": row.depth,
        "state": row.state,
        "row": _ROWS.dump_json(row).decode(),
        "played": kept.played,
        "details": kept.details,
    }
    newer = [column for column in columns if column not in ("id", "recorded")]
    written = connection.execute(
        f"INSERT INTO matches ({', '.join(columns)}) VALUES ({_places(columns)})"
        f" ON CONFLICT (id) DO UPDATE SET {', '.join(f'{column} = excluded.{column}' for column in newer)}"
        " WHERE excluded.row ->> 'version' >= row ->> 'version'",
        tuple(columns.values()),
    )
    if not written.rowcount:  # Another program was here with a later version.
        return
    connection.execute("DELETE FROM seats WHERE match = ?", (row.id,))
    connection.executemany(
        "INSERT INTO seats VALUES (?,?,?)", [(person, row.id, seat) for seat, person in enumerate(row.players)]
    )
    connection.execute("DELETE FROM tags WHERE match = ?", (row.id,))
    connection.executemany("INSERT INTO tags VALUES (?,?)", [(tag, row.id) for tag in {*row.tags}])


def _places(values: Collection[object]) -> str:
    return ",".join("?" * len(values))


def summary(match: Match) -> MatchRow:
    """What the tables keep of a match: its row with person ids for names."""
    outcome = match.outcome
    scores = match.now.scores
    return MatchRow(
        id=match.id,
        game=match.game.KEY,
        game_title=match.game_title,
        title=match.header.title,
        players=match.header.players,
        scores=None if all(points is None for points in scores) else scores,
        winners=outcome.winners if outcome else (),
        played_on=match.header.played_on,
        place=match.header.place,
        tags=match.header.tags,
        depth=facts.depth(match),
        events=len(match.log) - match.offset,
        version=match.version,
        state=match.state,
        sources=match.sources,
        parent=match.parent,
        options=codec.encode_options(match.options),
    )


def _row(row: str, names: people.People) -> MatchRow:
    kept = _ROWS.validate_json(row)
    return replace(kept, players=tuple(map(names.name, kept.players)))


def _now(matches: tuple[Played, ...], everybody: people.People) -> tuple[Played, ...]:
    """The matches with the ids that stand for the people now, and one title for what BoardGameGeek calls one game."""
    titles = Counter((played.bgg_id, played.game) for played in matches if played.bgg_id)
    usual = {id: title for (id, title), _ in sorted(titles.items(), key=lambda each: each[1])}

    def told(played: Played) -> Played:
        title = usual.get(played.bgg_id or 0, played.game)
        if title == played.game and not any(sitting.person in everybody.merged for sitting in played.seats):
            return played
        seats = [replace(sitting, person=everybody.one(sitting.person)) for sitting in played.seats]
        return replace(played, game=title, seats=tuple(seats))

    return tuple(map(told, matches))
