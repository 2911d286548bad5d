"""Forks of matches: a fork shares the events of its parent up to one of them, and continues separately."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from core import record, record_rules
from core.game import Refusal
from core.messages import message
from core.record_events import Entry, Forked, MatchEnded, TakenBack
from eventstore.matches.idempotency import KeyReused, is_new, rows_of
from eventstore.matches.match import MATCHES, Match, Refused
from eventstore.matches.match_reader import MatchReader
from eventstore.matches.match_writer import MatchWriter
from eventstore.store.store import NewEvent, StoredEvent


class Forks:
    """Creates forks of the matches that `reader` reads."""

    def __init__(self, reader: MatchReader, writer: MatchWriter, new_id: Callable[[], str]) -> None:
        self._reader, self._writer, self._new_id = reader, writer, new_id

    def create(
        self,
        match: Match | str,
        at: int,
        continued: Sequence[object],
        new: str | None = None,
        idempotency_key: str | None = None,
    ) -> Match:
        """See `MatchRepository.fork`."""
        if new and idempotency_key is not None and (rows := self._reader.store.read(MATCHES + new)):
            return self._repeated(new, rows, idempotency_key, match, at, continued)
        parent = self._reader.match(match) if isinstance(match, str) else match
        if why := record_rules.absence_refusal(parent.game, Forked(MATCHES + parent.id, parent.version)):
            raise Refused(why)
        versions = [1, *(entry.version for entry in record.effective_entries(parent.log))]
        at = _event_at(parent.log, at)
        if at not in versions:
            raise Refused(
                Refusal("R-STANDS", message("Match {id} has no event {at} to fork from.", id=parent.id, at=at))
            )
        events: list[object] = [Forked(MATCHES + parent.id, parent.version)]
        events += [TakenBack(since) for since in versions[versions.index(at) + 1 :][:1]]
        after, new_rows = self._writer.apply(parent, [*events, *continued])
        id = new or self._new_id()
        stored = self._writer.append(id, new_rows, 0, idempotency_key)
        if idempotency_key is not None and not is_new(stored, new_rows, 0):  # A concurrent repeat was faster.
            return self._repeated(id, stored, idempotency_key, parent, at, continued)
        return _fork(id, parent, after, new_rows)

    def restore(self, id: str, events: Sequence[Any], times: Sequence[str | None]) -> Match:
        """See `MatchRepository.restore_fork`."""
        forked: Forked = events[0]
        parent = self._reader.match(forked.stream.removeprefix(MATCHES), until=forked.version)
        after, rows = self._writer.apply(parent, events, times, allows_repeats=True)
        self._writer.append(id, rows, 0)
        return _fork(id, parent, after, rows)

    def _repeated(
        self,
        fork: str,
        rows: Sequence[StoredEvent],
        idempotency_key: str,
        parent: Match | str,
        at: int,
        continued: Sequence[object],
    ) -> Match:
        """The fork right after the earlier call under this key. Raises KeyReused if that call was a different one."""
        # The first rows of an old fork have no key; they were written at the same time.
        done = rows_of(idempotency_key, rows) or [row for row in rows[:2] if row.recorded_at == rows[0].recorded_at]
        match = self._reader.whole(fork, done)
        parent_id = parent if isinstance(parent, str) else parent.id
        shared = len(match.frames) - len(continued)
        at = _event_at(match.log, at)
        is_same = tuple(frame.event for frame in match.frames[shared:]) == tuple(continued)
        if match.parent == parent_id and is_same and match.frames[shared - 1].version == at:
            return match
        raise KeyReused


def _event_at(log: Sequence[Entry], version: int) -> int:
    """The version of the last effective event, if that of a result which follows it is given."""
    if 1 < version <= len(log) and isinstance(log[version - 1].event, MatchEnded):
        return record.effective_entries(log[:version])[-1].version
    return version


def _fork(id: str, parent: Match, after: Match, rows: Sequence[NewEvent]) -> Match:
    """The fork `id` of `parent`; `after` is the parent with the events of these rows."""
    sources = tuple(row.source for row in rows if row.source)
    fork = replace(after, id=id, offset=parent.version, sources=sources, parent=parent.id)
    return fork.with_log(after.log, after.frames)
