"""Keeps the read tables up to date with the log: folds the matches that changed, or all of them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from core import games
from eventstore.matches import people
from eventstore.matches.match import MATCHES
from eventstore.matches.people import PersonForgotten
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.projection import ProjectionBatch, ProjectionRow, Remarks, fold
from eventstore.readmodels.tables import Coverage, ReadTables
from eventstore.store.store import FullDisk, ReplacedStore, Store, StreamChange

BATCH_SIZE: Final = 10_000
"""Rows of the log per batch; the tables are written after each batch."""

MATCHES_PER_WRITE: Final = 2_000
"""Matches per transaction of a rebuild from small batches: each transaction waits for the disk."""


class Projector:
    """Brings the read tables of a store up to date; several programs may do so at once."""

    def __init__(self, store: Store, matches: MatchRepository, tables: ReadTables) -> None:
        self._store, self._records, self._tables = store, matches, tables
        self._failed = set[str]()
        self.gave_up = False
        """True if a read missed the newest events, as another program was bringing the tables up to date, or as the
        disk is full.
        """

    def coverage(self) -> Coverage | None:
        """The part of the log that the tables cover; None: there are none of this version."""
        return self._tables.coverage()

    def people_version(self) -> int:
        """The version of the people stream. Rows folded from now on name no person who was forgotten up to it."""
        return self._records.people_repository.version()

    def catch_up(self, progress: Callable[[int], None] = lambda done: None) -> int:
        """Bring the tables up to date and return the number of matches that were folded.

        `progress` gets that number after each batch. Where the disk is full the tables are read as they are.
        """
        try:
            return self._catch_up(progress)
        except FullDisk:
            if self.coverage() is None:
                raise
            self.gave_up = True
            return 0
        except ReplacedStore:  # The log may be one that was restored.
            self._tables.drop()
            return self._catch_up(progress)

    def is_behind(self) -> bool:
        """True if a read would miss what is in the log, as another program brings the tables up to date, or as the disk
        is full.
        """
        coverage = self.coverage() if self.gave_up else None
        self.gave_up = coverage is not None and bool(self._store.changed_streams(coverage.checkpoint, limit=1))
        return self.gave_up

    def _catch_up(self, progress: Callable[[int], None]) -> int:
        folded = self._fold_found_games(self._ensure_coverage())
        while True:
            coverage = self._ensure_coverage()
            changed = self._store.changed_streams(coverage.checkpoint, limit=BATCH_SIZE)
            if not changed:
                return folded
            people_version = coverage.people_version
            if any(each.stream == people.STREAM for each in changed):
                forgotten, people_version = self._people_since(people_version)
                if forgotten:
                    self._tables.drop()  # Earlier rows may name a person who is forgotten now.
                    continue
            batch = self._fold(changed, self._tables)
            if self._tables.write(batch, coverage, Coverage(changed.checkpoint, people_version)):
                folded += len(batch.matches)
                progress(folded)

    def _fold_found_games(self, coverage: Coverage) -> int:
        """Fold the matches anew whose game was missing and is there now; returns their number."""
        if not (streams := self.of_found_games()):
            return 0
        self._failed.update(name.removeprefix(MATCHES) for name in streams)  # The game may fail on them again.
        batch = fold(self._records, (StreamChange(name, *self._positions(name)) for name in streams))
        return len(batch.matches) if self._tables.write(batch, coverage, coverage) else 0

    def of_found_games(self) -> list[str]:
        """The streams of matches whose game was missing when they were folded, and is there now."""
        missing = self._tables.missing()
        found = {(key, rules) for key, rules in {match[:2] for match in missing} if games.is_usable(key, rules)}
        return [MATCHES + id for key, rules, id in missing if (key, rules) in found and id not in self._failed]

    def _positions(self, stream: str) -> tuple[int, int]:
        rows = self._store.read(stream)
        return rows[0].position, rows[-1].position

    def _people_since(self, version: int) -> tuple[bool, int]:
        """True if a person was forgotten after this version of the people stream, and its version now."""
        rows = self._store.read(people.STREAM, after=version)
        forgotten = any(row.type == PersonForgotten.__name__ for row in rows)
        return forgotten, rows[-1].version if rows else version

    def drop(self) -> None:
        """Drop the content of the tables, those of other versions included."""
        self._tables.drop()

    def rebuild(self, progress: Callable[[int], None] = lambda done: None) -> int:
        """Drop the tables and rebuild them from the log; returns the number of matches."""
        self._tables.drop()
        return self.catch_up(progress)

    def rebuild_from(
        self,
        fold: Callable[[], Iterable[ProjectionBatch]],
        coverage: Coverage,
        progress: Callable[[int], None] = lambda done: None,
    ) -> int:
        """Rebuild the tables from batches that `fold` lets other processes fold by `fold_part`, the whole log as of
        `coverage`; returns the number of matches that were folded.
        """
        return self.rebuild_by(lambda start: self._written(_joined(fold()), start), coverage, progress)

    def rebuild_by(
        self,
        write: Callable[[Coverage], Iterable[int]],
        coverage: Coverage,
        progress: Callable[[int], None] = lambda done: None,
    ) -> int:
        """The same with rows that `write` lets be written, by `write_part` with the coverage that it is given; it gives
        the number of matches of each part.

        The checkpoint stays at the start until the last part is written, so that a reader meanwhile folds the log
        itself and never reads incomplete tables. A rebuild that was ended before leaves its rows to the next one.
        """
        start = self._begun(coverage.people_version)
        folded = 0
        for number in write(start):
            folded += number
            progress(folded)
        forgotten, people_version = self._people_since(coverage.people_version)
        if forgotten:  # Meanwhile: the parts may still name a person.
            return self.rebuild(progress)
        self._tables.write(ProjectionBatch(), start, coverage._replace(people_version=people_version))
        return folded

    def _begun(self, people_version: int) -> Coverage:
        """The coverage of the tables that a rebuild fills: empty ones, or those of one that was ended."""
        begun = self.coverage()
        if begun is None or begun.checkpoint or not self.can_go_on():
            begun = Coverage("", people_version)
            self._tables.drop()
            self._tables.create(begun)
        return begun

    def can_go_on(self) -> bool:
        """True if the tables are of this log, and of a time since which nobody was forgotten."""
        coverage = self.coverage()
        if coverage is None or not self._store.holds(coverage.checkpoint):
            return False
        newest = self._tables.newest()
        if newest and [row.position for row in self._store.read(MATCHES + newest[0])[:1]] != [newest[1]]:
            return False
        return not self._people_since(coverage.people_version)[0]

    @property
    def _part_tables(self) -> ReadTables:
        """The tables that a rebuild fills."""
        return self._tables

    def fold_part(self, streams: Sequence[StreamChange]) -> ProjectionBatch:
        """The rows of a part of a rebuild that are not written yet."""
        return self._fold(streams, self._part_tables)

    def write_part(self, batch: ProjectionBatch, start: Coverage) -> None:
        """Write a part of the rows of a rebuild; nothing where it does not go on."""
        self._part_tables.write(batch, start, start)

    def _fold(self, streams: Sequence[StreamChange], tables: ReadTables) -> ProjectionBatch:
        """The rows of these streams, but for those that are in the tables."""
        ids = [each.stream.removeprefix(MATCHES) for each in streams if each.stream.startswith(MATCHES)]
        return fold(self._records, streams, tables.chains(ids))

    def _written(self, batches: Iterable[ProjectionBatch], start: Coverage) -> Iterator[int]:
        for batch in batches:
            self.write_part(batch, start)
            yield len(batch.matches)

    def _ensure_coverage(self) -> Coverage:
        """The part of the log that the tables cover; creates them when they are missing or belong to another log."""
        while (coverage := self.coverage()) is None or not self._store.holds(coverage.checkpoint):
            if coverage is not None:
                self._tables.drop()
            self._tables.create(Coverage("", self.people_version()))
        return coverage


def _joined(batches: Iterable[ProjectionBatch]) -> Iterator[ProjectionBatch]:
    """The newest rows of these batches, in fewer of them."""
    matches, remarks = dict[str, ProjectionRow](), dict[str, Remarks]()
    for batch in batches:
        for row in batch.matches:
            if row.id not in matches or matches[row.id].version <= row.version:
                matches[row.id] = row
        for stream, own in batch.remarks.items():
            remarks[stream] = max(own, remarks.get(stream, own), key=lambda each: each.position)
        if len(matches) >= MATCHES_PER_WRITE:
            yield ProjectionBatch(tuple(matches.values()), remarks)
            matches, remarks = {}, {}
    yield ProjectionBatch(tuple(matches.values()), remarks)
