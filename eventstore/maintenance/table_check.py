"""Whether the read tables hold the rows that a fresh fold of the log gives, up to the checkpoint they claim."""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from eventstore.maintenance.findings import Finding
from eventstore.matches import notes, people
from eventstore.matches.match import MATCHES
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.database import read_model_db
from eventstore.readmodels.play_counts import are_counts_right
from eventstore.readmodels.play_tables import Play
from eventstore.readmodels.population import Population, kinds
from eventstore.readmodels.projection import DAMAGED, MATCH_COLUMNS, ProjectionBatch, fold
from eventstore.readmodels.rating_tables import are_ratings_right
from eventstore.readmodels.review_tables import changed_reviews
from eventstore.readmodels.shared_projector import projector_of
from eventstore.readmodels.tables import MATCH_TABLES, Coverage
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
_EXTRA_BOOKMARKS: Final = f"The read tables have bookmarks of matches without notes: {_REMEDY}"
_CHANGED_REVIEW: Final = (
    "A kept review of the match is not as it was computed; it is not shown, and `partie review` computes it again."
)

_PLAY_ORDER: Final = {"plays": "match", "results": "seat", "sources": "seat, place"}

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
        """Whether the tables claim to cover at least a part of the log."""
        try:
            return self._valid_coverage() is not None
        except (CorruptStore, ValueError):  # Reported by `overall`.
            return False

    def is_cut_off(self) -> bool:
        """Whether the log ends before the checkpoint of the tables."""
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
        noted = {name.removeprefix(notes.STREAMS) for name in streams if name.startswith(notes.STREAMS)}
        bookmarked = {id for (id,) in self._tables.query("SELECT DISTINCT match FROM bookmarks")}
        has_notes = all(self._store.read(notes.stream(id)) for id in bookmarked - noted)
        return None if has_notes else _EXTRA_BOOKMARKS

    def _are_ratings_right(self) -> bool:
        people = self._records.people()
        return all(
            are_ratings_right(Population(self._tables, people, "simulated + 0 = ?", (kind,), kind), kind)
            for kind in kinds(self._tables)
        )

    def _is_wrong_about_people(self, coverage: Coverage) -> bool:
        """Whether the version of the people stream is not between those at the checkpoint and now."""
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
            table_rows = self._table_rows(folded)
            wrong_streams = [
                stream
                for stream, rows in _expected_rows(folded).items()
                if stream not in changed and not _is_same(rows, table_rows[stream]) and self._is_wrong(stream)
            ]
        except (CorruptStore, ValueError):
            return [_UNREADABLE]
        ids = dict.fromkeys(stream.removeprefix(notes.STREAMS).removeprefix(MATCHES) for stream in wrong_streams)
        damaged = {id for id in ids if any(DAMAGED in row for row in table_rows.get(MATCHES + id, ())[:1])}
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
        """Whether the tables are certainly wrong about a stream, though other programs may write to both meanwhile."""
        while True:
            coverage = self._valid_coverage()
            if coverage is None or (changed := self._streams_changed_since(coverage)) is None or stream in changed:
                return False
            rows = self._store.read(stream)
            folded = fold(self._records, [StreamChange(stream, rows[0].position, rows[-1].position)])
            if _is_same(_expected_rows(folded)[stream], self._table_rows(folded)[stream]):
                return False
            if self._valid_coverage() == coverage and not self._store.read(stream, after=rows[-1].version):
                return True

    def _table_rows(self, folded: ProjectionBatch) -> dict[str, list[tuple[Any, ...]]]:
        """The rows of the tables for the folded streams, in the order of `_expected_rows`."""
        rows = {stream: list[tuple[Any, ...]]() for stream in _expected_streams(folded)}
        ids = json.dumps([projected.id for projected in folded.matches])
        among = "IN (SELECT value FROM json_each(?)) ORDER BY"
        if folded.matches:
            columns = ", ".join(MATCH_COLUMNS)
            for sql in (
                f"SELECT id, {columns} FROM matches WHERE id {among} id",
                f"SELECT match, * FROM seats WHERE match {among} seat",
                f"SELECT match, tag FROM tags WHERE match {among} tag",
                f"SELECT match, kind, value FROM facts WHERE match {among} kind, value",
                *(f"SELECT match, * FROM {table} WHERE match {among} {order}" for table, order in _PLAY_ORDER.items()),
            ):
                for id, *row in self._tables.query(sql, (ids,)):
                    rows[MATCHES + id].append(tuple(row))
        sql = f"SELECT match, note, position FROM bookmarks WHERE match {among} place"
        for id, *row in self._tables.query(sql, (json.dumps([*folded.bookmarks]),)):
            rows[notes.STREAMS + id].append(tuple(row))
        return rows


def _expected_streams(folded: ProjectionBatch) -> list[str]:
    matches = [MATCHES + projected.id for projected in folded.matches]
    return matches + [notes.STREAMS + id for id in folded.bookmarks]


def _expected_rows(folded: ProjectionBatch) -> Mapping[str, list[tuple[Any, ...]]]:
    """The rows of all tables by stream: for a match its row, seats, tags, facts and play, for notes bookmarks."""
    rows = dict[str, list[tuple[Any, ...]]]()
    for projected in folded.matches:
        rows[MATCHES + projected.id] = [
            projected.columns,
            *projected.seats,
            *((tag,) for tag in sorted(projected.tags, key=str.encode)),
            *projected.facts,
            *_play_rows(projected.play),
        ]
    for id, (position, bookmarks) in folded.bookmarks.items():
        rows[notes.STREAMS + id] = [(note, position) for note in bookmarks]
    return rows


def _play_rows(play: Play | None) -> list[tuple[Any, ...]]:
    return [play.play, *play.results, *sorted(play.sources, key=lambda row: (row.seat, row.place))] if play else []


def _is_same(expected: Sequence[tuple[Any, ...]], found: Sequence[tuple[Any, ...]]) -> bool:
    return list(expected) == list(found)
