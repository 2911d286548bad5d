"""Whether the read tables hold the rows that a fresh fold of the log gives, up to the checkpoint they claim."""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from eventstore.maintenance.integrity import Finding
from eventstore.matches import notes, people
from eventstore.matches.match import MATCHES
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.database import read_model_db
from eventstore.readmodels.index import MatchIndex, Reached, columns_of
from eventstore.readmodels.projection import ProjectionBatch, fold
from eventstore.store.store import CorruptStore, StreamChange

_MOST_BEHIND: Final = 10_000
"""Maximum number of rows that the tables may be behind the log and still be checked."""

_REMEDY: Final = "`partie rebuild` makes them anew."
_DIFFERENT: Final = f"The read tables say something else of the match than its log: {_REMEDY}"
_UNREADABLE: Final = Finding("", 0, f"The read tables are damaged, not all of them can be read any more: {_REMEDY}")
_EXTRA: Final = f"The read tables list matches that the log does not have: {_REMEDY}"
_AHEAD: Final = f"The read tables know of more events in the stream of people than it has: {_REMEDY}"

CUT_OFF: Final = Finding(
    "",
    0,
    "The log does not reach as far as the read tables have seen it: what was recorded last is cut off, or another log"
    f" stands in its place. If the log is known to be right, {_REMEDY}",
)


class TableCheck:
    """Compares the read tables of the store of `records` with its log, stream by stream; changes nothing."""

    def __init__(self, records: MatchRepository) -> None:
        self._records, self._store = records, records.store
        self._tables = read_model_db(self._store)
        self._library = MatchIndex(self._store, records)

    def claims_something(self) -> bool:
        """Whether the tables claim to cover at least a part of the log."""
        try:
            return self._claim() is not None
        except (CorruptStore, ValueError):  # Reported by `overall`.
            return False

    def is_cut_off(self) -> bool:
        """Whether the log ends before the checkpoint that the tables have reached."""
        try:
            reached = self._library.reached()
            return reached is not None and not self._store.holds(reached.checkpoint)
        except (CorruptStore, ValueError):  # Reported by `overall`.
            return False

    def overall(self, streams: Collection[str]) -> list[Finding]:
        """Findings about the tables as a whole; `streams` are the names of all streams."""
        try:
            reached = self._claim()
            if reached is None:
                return []
            if reached.people > len(self._store.read(people.STREAM)):
                return [Finding("", 0, _AHEAD)]
            named = "SELECT id FROM matches UNION SELECT match FROM seats UNION SELECT match FROM tags"
            listed = {id for (id,) in self._tables.query(f"{named} UNION SELECT match FROM bookmarks")}
            known = {name.removeprefix(MATCHES) for name in streams if name.startswith(MATCHES)}
            is_same = listed <= known or self._claim() != reached or listed <= set(self._records.ids())
            return [] if is_same else [Finding("", 0, _EXTRA)]
        except (CorruptStore, ValueError):
            return [_UNREADABLE]

    def differing(self, folded: ProjectionBatch) -> list[Finding]:
        """Findings for those of these matches whose rows in the tables differ."""
        try:
            reached = self._claim()
            if reached is None or (behind := self._behind(reached)) is None:
                return []
            found = self._found(folded)
            wrong = [
                stream
                for stream, rows in _expected(folded).items()
                if stream not in behind and not _is_same(rows, found[stream]) and self._is_wrong(stream)
            ]
        except (CorruptStore, ValueError):
            return [_UNREADABLE]
        ids = dict.fromkeys(stream.removeprefix(notes.STREAMS).removeprefix(MATCHES) for stream in wrong)
        return [Finding(id, len(self._store.read(MATCHES + id)), _DIFFERENT) for id in ids]

    def _claim(self) -> Reached | None:
        """How far the tables claim to cover the log; None: they claim nothing, or belong to another log."""
        reached = self._library.reached()
        return reached if reached and reached.checkpoint and self._store.holds(reached.checkpoint) else None

    def _behind(self, reached: Reached) -> set[str] | None:
        """The streams that changed since the tables were brought up to date; None: too many rows to check."""
        changed = self._store.changed_streams(reached.checkpoint, limit=_MOST_BEHIND)
        return None if self._store.changed_streams(changed.checkpoint, limit=1) else {each.stream for each in changed}

    def _is_wrong(self, stream: str) -> bool:
        """Whether the tables are certainly wrong about a stream, though other programs may write to both meanwhile."""
        while True:
            reached = self._claim()
            if reached is None or (behind := self._behind(reached)) is None or stream in behind:
                return False
            rows = self._store.read(stream)
            folded = fold(self._records, [StreamChange(stream, rows[0].position, rows[-1].position)])
            if _is_same(_expected(folded)[stream], self._found(folded)[stream]):
                return False
            if self._claim() == reached and not self._store.read(stream, after=rows[-1].version):
                return True

    def _found(self, folded: ProjectionBatch) -> dict[str, list[tuple[Any, ...]]]:
        """The rows of the tables for the folded streams, in the order of `_expected`."""
        found = {stream: list[tuple[Any, ...]]() for stream in _expected_streams(folded)}
        ids = json.dumps([kept.row.id for kept in folded.matches])
        among = "IN (SELECT value FROM json_each(?)) ORDER BY"
        if folded.matches:
            columns = ", ".join(columns_of(folded.matches[0]))
            for sql in (
                f"SELECT id, {columns} FROM matches WHERE id {among} id",
                f"SELECT match, person, seat FROM seats WHERE match {among} seat, person",
                f"SELECT match, tag FROM tags WHERE match {among} tag",
            ):
                for id, *row in self._tables.query(sql, (ids,)):
                    found[MATCHES + id].append(tuple(row))
        sql = f"SELECT match, note, position FROM bookmarks WHERE match {among} rowid"
        for id, *row in self._tables.query(sql, (json.dumps([*folded.bookmarks]),)):
            found[notes.STREAMS + id].append(tuple(row))
        return found


def _expected_streams(folded: ProjectionBatch) -> list[str]:
    return [MATCHES + kept.row.id for kept in folded.matches] + [notes.STREAMS + id for id in folded.bookmarks]


def _expected(folded: ProjectionBatch) -> Mapping[str, list[tuple[Any, ...]]]:
    """The rows of all tables by stream: for a match its row, its seats and its tags, for notes the bookmarks."""
    rows = dict[str, list[tuple[Any, ...]]]()
    for kept in folded.matches:
        seats = sorted((seat, person) for seat, person in enumerate(kept.row.players))
        rows[MATCHES + kept.row.id] = [
            tuple(columns_of(kept).values()),
            *((person, seat) for seat, person in seats),
            *((tag,) for tag in sorted({*kept.row.tags}, key=str.encode)),
        ]
    for id, (position, marked) in folded.bookmarks.items():
        rows[notes.STREAMS + id] = [(note, position) for note in marked]
    return rows


def _is_same(expected: Sequence[tuple[Any, ...]], found: Sequence[tuple[Any, ...]]) -> bool:
    return list(expected) == list(found)
