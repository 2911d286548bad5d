"""The check of the read tables, up to the checkpoint they claim: they are made anew beside, and compared."""

import json
from collections import Counter
from collections.abc import Collection
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

from eventstore.maintenance.findings import Finding
from eventstore.matches import notes, people, photos
from eventstore.matches.match import MATCHES
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.database import ReadDatabase, read_model_db
from eventstore.readmodels.play_counts import are_counts_right
from eventstore.readmodels.population import Population, kinds
from eventstore.readmodels.projection import DAMAGED, ProjectionBatch, fold
from eventstore.readmodels.rating_tables import are_ratings_right
from eventstore.readmodels.review_tables import changed_reviews
from eventstore.readmodels.shared_projector import projector_of
from eventstore.readmodels.tables import MATCH_TABLES, Coverage, ReadTables
from eventstore.readmodels.text_tables import TEXT_TABLES
from eventstore.store.sqlite_file import SqliteFile
from eventstore.store.store import CorruptStore, StreamChange

_MAX_LAG_ROWS: Final = 10_000
"""Maximum number of rows that the tables may be behind the log and still be checked."""

_REMEDY: Final = "`partie rebuild` makes them anew."
_DIFFERENT: Final = f"The read tables say something else of the match than its log: {_REMEDY}"
_UNLISTED: Final = "The read tables cannot hold what the log says of the match, so that lists show it as damaged."
_UNREADABLE: Final = Finding("", 0, f"The read tables are damaged, not all of them can be read any more: {_REMEDY}")
_EXTRA: Final = f"The read tables list matches that the log does not have: {_REMEDY}"
_WRONG_ABOUT_PEOPLE: Final = f"The read tables do not know how far they cover the stream of people: {_REMEDY}"
_WRONG_SUMS: Final = f"The read tables do not add up: {_REMEDY}"
_WRONG_RATINGS: Final = f"The read tables have ratings that the plays do not give: {_REMEDY}"
_EXTRA_REMARKS: Final = f"The read tables have bookmarks, notes or photos of matches without any: {_REMEDY}"
_CHANGED_REVIEW: Final = (
    "A kept review of the match is not as it was computed; it is not shown, and `partie review` computes it again."
)

_StreamRows: TypeAlias = dict[str, Counter[tuple[Any, ...]]]
"""The rows of all tables by the stream they belong to: for a match its row, seats, tags ..., for notes bookmarks."""

CUT_OFF: Final = Finding(
    "",
    0,
    "The log does not reach as far as the read tables have seen it: what was recorded last is cut off, or another log"
    f" stands in its place. If the log is known to be right, {_REMEDY}",
)


class TableCheck:
    """Compares the read tables of the store of `records` with its log, stream by stream; changes nothing."""

    def __init__(self, matches: MatchRepository) -> None:
        self._records, self._store = matches, matches.store
        self._tables = read_model_db(self._store)
        self._projector = projector_of(self._store, matches)

    def covers_anything(self) -> bool:
        """True if the tables claim to cover at least a part of the log."""
        try:
            return self._valid_coverage() is not None
        except (CorruptStore, ValueError):  # Reported by `overall`.
            return False

    def is_cut_off(self) -> bool:
        """True if the log ends before the checkpoint of the tables."""
        try:
            coverage = self._projector.coverage()
            return coverage is not None and not self._store.holds(coverage.checkpoint)
        except (CorruptStore, ValueError):  # Reported by `overall`.
            return False

    def overall(self, streams: Collection[str]) -> list[Finding]:
        """Findings about the tables as a whole, and about kept reviews; `streams` are the names of all streams."""
        try:
            reviews = [Finding(id, 1, _CHANGED_REVIEW) for id in sorted(changed_reviews(self._tables))]
            coverage = self._valid_coverage()
            sentence = self._overall_defect(coverage, streams) if coverage else None
            return [*reviews, Finding("", 0, sentence)] if sentence else reviews
        except (CorruptStore, ValueError):
            return [_UNREADABLE]

    def _overall_defect(self, coverage: Coverage, streams: Collection[str]) -> str | None:
        if self._is_wrong_about_people(coverage):
            return _WRONG_ABOUT_PEOPLE
        ids = ("SELECT id FROM matches", *(f"SELECT match FROM {table}" for table in MATCH_TABLES))
        table_ids = {id for (id,) in self._tables.query(" UNION ".join(ids))}
        log_ids = {name.removeprefix(MATCHES) for name in streams if name.startswith(MATCHES)}
        is_same = table_ids <= log_ids or self._valid_coverage() != coverage or table_ids <= set(self._records.ids())
        if not is_same:
            return _EXTRA
        if not are_counts_right(self._tables) and self._valid_coverage() == coverage:
            return _WRONG_SUMS
        if not self._are_ratings_right() and self._valid_coverage() == coverage:
            return _WRONG_RATINGS
        remarks = "SELECT source, match FROM texts WHERE source <> 'comment' UNION SELECT 'note', match FROM bookmarks"
        noted = {_STREAMS[source] + match for source, match in self._tables.query(remarks)}
        return None if all(map(self._store.read, noted - {*streams})) else _EXTRA_REMARKS

    def _are_ratings_right(self) -> bool:
        people = self._records.people()
        return all(
            are_ratings_right(Population(self._tables, people, "simulated + 0 = ?", (kind,), kind), kind)
            for kind in kinds(self._tables)
        )

    def _is_wrong_about_people(self, coverage: Coverage) -> bool:
        """True if the version of the people stream is not between those at the checkpoint and now."""
        rows = self._store.read(people.STREAM)
        if self._streams_changed_since(coverage) is None:
            return coverage.people_version > len(rows)
        changed = self._store.changed_streams(coverage.checkpoint, limit=_MAX_LAG_ROWS)
        first = next((each.first for each in changed if each.stream == people.STREAM), None)
        at_checkpoint = sum(first is None or row.position < first for row in rows)
        return not at_checkpoint <= coverage.people_version <= len(rows)

    def differing(self, folded: ProjectionBatch) -> list[Finding]:
        """Findings for those of these matches whose rows in the tables differ."""
        try:
            coverage = self._valid_coverage()
            if coverage is None or (changed := self._streams_changed_since(coverage)) is None:
                return []
            found, anew = _rows(self._tables, folded), _rows_anew(folded)
            wrong_streams = [
                stream
                for stream in anew
                if stream not in changed and found[stream] != anew[stream] and self._is_wrong(stream)
            ]
        except (CorruptStore, ValueError):
            return [_UNREADABLE]
        ids = dict.fromkeys(stream[stream.index("/") + 1 :] for stream in wrong_streams)
        damaged = {
            id for id in ids if any(row[0] == "matches" and DAMAGED in row for row in found.get(MATCHES + id, ()))
        }
        sentences = {id: _UNLISTED if id in damaged else _DIFFERENT for id in ids}
        return [Finding(id, len(self._store.read(MATCHES + id)), why) for id, why in sentences.items()]

    def _valid_coverage(self) -> Coverage | None:
        """The part of the log that the tables claim to cover; None: they claim nothing, or belong to another log."""
        coverage = self._projector.coverage()
        return coverage if coverage and coverage.checkpoint and self._store.holds(coverage.checkpoint) else None

    def _streams_changed_since(self, coverage: Coverage) -> set[str] | None:
        """The streams that the tables are behind of; None: too many rows to check."""
        changed = self._store.changed_streams(coverage.checkpoint, limit=_MAX_LAG_ROWS)
        if self._store.changed_streams(changed.checkpoint, limit=1):
            return None
        return {each.stream for each in changed} | {*self._projector.of_found_games()}

    def _is_wrong(self, stream: str) -> bool:
        """True if the tables are certainly wrong about a stream, though other programs may write to both meanwhile."""
        while True:
            coverage = self._valid_coverage()
            if coverage is None or (changed := self._streams_changed_since(coverage)) is None or stream in changed:
                return False
            rows = self._store.read(stream)
            folded = fold(self._records, [StreamChange(stream, rows[0].position, rows[-1].position)])
            if _rows(self._tables, folded) == _rows_anew(folded):
                return False
            if self._valid_coverage() == coverage and not self._store.read(stream, after=rows[-1].version):
                return True


def _rows_anew(folded: ProjectionBatch) -> _StreamRows:
    """The rows of the folded streams in new tables."""
    with (
        TemporaryDirectory(prefix="partie-") as folder,
        closing(SqliteFile(Path(folder) / "anew.db", synchronous="OFF")) as beside,
    ):
        tables, nothing = ReadTables(beside), Coverage("", 0)
        tables.create(nothing)
        tables.write(folded, nothing, nothing)
        return _rows(beside, folded)


_STREAMS: Final = {"comment": MATCHES, "note": notes.STREAMS, "photo": photos.STREAMS}
"""The start of the names of the streams that texts come from, by their source."""


def _rows(database: ReadDatabase, folded: ProjectionBatch) -> _StreamRows:
    """The rows of the folded streams in the tables of a database, each with the name of its table."""
    names = [*(MATCHES + projected.id for projected in folded.matches), *folded.remarks]
    rows = {name: Counter[tuple[Any, ...]]() for name in names}
    ids = json.dumps([name[name.index("/") + 1 :] for name in names])
    for table in ("matches", *MATCH_TABLES):
        source = "source" if table in TEXT_TABLES else "'note'" if table == "bookmarks" else "'comment'"
        key = "id" if table == "matches" else "match"
        among = f"SELECT {source}, {key}, '{table}', * FROM {table} WHERE {key} IN (SELECT value FROM json_each(?))"
        for source, id, *row in database.query(among, (ids,)):
            if (name := _STREAMS[source] + id) in rows:
                rows[name][tuple(row)] += 1
    return rows
