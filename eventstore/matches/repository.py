"""Repository of matches, people, notes and forks: the only module that applies the rules to the store.

Every writing method is atomic and returns the match after the write. It raises `Refused` for an illegal event and
`Conflict` for a stale expected version, and writes nothing in both cases. With an `idempotency_key` a call is
safe to repeat: the same call under the same key writes nothing and returns the first result; another call under that
key raises `KeyReused`.
"""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, TypeVar, cast

from core import games, record, record_events
from core.game import AnyGame, Refusal
from core.messages import message
from core.record import Invalidated
from core.record_events import (
    CloseReason,
    Corrected,
    Entry,
    Forked,
    MatchClosed,
    MatchDescribed,
    MatchStarted,
    TakenBack,
)
from eventstore import codec
from eventstore.matches import notes
from eventstore.matches.idempotency import KeyReused, is_new, refuse_other, rows_of
from eventstore.matches.match import (
    MATCHES,
    Match,
    Refused,
    UnknownMatch,
    apply_events,
    validate_date,
    validate_minutes,
    validate_seats,
    validate_time,
)
from eventstore.matches.notes import Glyph, Mark, NoteChanged, NoteWithdrawn, NoteWritten
from eventstore.matches.people import People, Player, normalized_name
from eventstore.matches.people_repository import PeopleRepository
from eventstore.store.store import Conflict, NewEvent, Store, StoredEvent
from eventstore.store.stream_state import retry_on_conflict

_Note = TypeVar("_Note", NoteWritten, NoteChanged, NoteWithdrawn)


def utc_now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_id() -> str:
    return secrets.token_hex(5)


class MatchRepository:
    """The matches in a store; `by` is stored as the recorder of new rows and not checked.

    The events that a fork shares with its parent are read from `beginnings`, as the store may hide the parent. Without
    `knows_people` a name means a player of the same match or a new person, who is added to `beginnings`.
    """

    def __init__(
        self,
        store: Store,
        *,
        by: str = "local",
        now: Callable[[], str] = utc_now,
        new_id: Callable[[], str] = new_id,
        beginnings: Store | None = None,
        knows_people: bool = True,
    ) -> None:
        self.store = store
        self._beginnings = None if beginnings is None else MatchRepository(beginnings)
        self._by = by
        self._now = now
        self._new_id = new_id
        self.people_repository = PeopleRepository(store, by, now, new_id)
        self._newcomers = None if knows_people else PeopleRepository(beginnings or store, by, now, new_id)

    # Reading

    def match(self, id: str, *, until: int | None = None) -> Match:
        """The match with this id, as of version `until`. Raises UnknownMatch."""
        return self._match(id, self._stored(id), until)

    def find(self, start: str) -> str:
        """The id of the only match whose id starts with `start`. Raises UnknownMatch."""
        if self.store.read(MATCHES + start, after=0):
            return start
        found = [name.removeprefix(MATCHES) for name in self.store.streams(MATCHES + start)] if start else []
        if len(found) == 1:
            return found[0]
        several = f"{len(found)} matches start with {start!r}: {', '.join(found[:5])}."
        raise UnknownMatch(several if found else f"There is no match {start!r}.")

    def ids(self) -> Iterator[str]:
        """Ids of all matches, in the order they were first recorded."""
        return (name.removeprefix(MATCHES) for name in self.store.streams(MATCHES))

    def people(self) -> People:
        """All people of this store."""
        return self.people_repository.people()

    def matches_from(self, source: str) -> tuple[str, ...]:
        """Ids of the matches that were imported from a play of another app (`bgstats:<uuid>`), oldest first."""
        return tuple(name.removeprefix(MATCHES) for name in self.store.streams_from(source))

    def notes(self, id: str) -> tuple[NoteWritten, ...]:
        """The notes on a match that were not withdrawn, oldest first."""
        rows = self.store.read(notes.stream(id))
        return notes.showing(codec.decode_row(notes.EVENTS, row) for row in rows)

    def match_of(self, id: str, rows: Sequence[StoredEvent]) -> Match:
        """The match with this id, from all rows of its stream."""
        return self._match(id, rows)

    def _match(
        self, id: str, rows: Sequence[StoredEvent], until: int | None = None, forks: tuple[str, ...] = ()
    ) -> Match:
        """`forks` are the ids that led to this match: each is a fork of the next, the last a fork of this match."""
        started = codec.decode_row(record_events.RECORD_EVENTS, rows[0])
        if isinstance(started, Forked):
            if id in forks:
                raise codec.NotAnEvent(f"Match {id} is a fork of itself.")
            shared = started.version if until is None else min(until, started.version)
            parent_id, records = started.stream.removeprefix(MATCHES), self._beginnings or self
            parent = records._match(parent_id, records._stored(parent_id), shared, (*forks, id))
            game, log, offset, forked = parent.game, list(parent.log), started.version, parent.id
        elif not isinstance(started, MatchStarted):
            raise codec.NotAnEvent(f"Match {id} does not begin with its header.")
        else:
            game, log, offset, forked = games.find(started.game), [], 0, None
        if until is not None:  # Later rows need not be readable.
            rows = [row for row in rows if offset + row.version <= until]
        read = codec.readers(record_events.RECORD_EVENTS + game.EVENTS)
        try:
            log += [
                Entry(offset + row.version, read[row.type, row.schema_version](row.data), row.happened_at)
                for row in rows
            ]
        except KeyError:
            unknown = next(f"{row.type!r}" for row in rows if (row.type, row.schema_version) not in read)
            raise codec.NotAnEvent(
                f"Match {id} holds an event type {unknown} that this Partie does not know."
            ) from None
        if not log:
            raise UnknownMatch(f"Match {id} has no event {until}.")
        return Match(
            id,
            game,
            codec.decode_options(game, record.header(log).options),
            tuple(log),
            self.people(),
            offset,
            tuple(row.source for row in rows if row.source),
            forked,
        )

    # Recording

    def start(
        self,
        game: AnyGame,
        players: Sequence[str | Player],
        *events: object,
        options: Mapping[str, object] | None = None,
        played_on: str | None = None,
        started_at: str | None = None,
        place: str | None = None,
        tags: Sequence[str] = (),
        title: str | None = None,
        minutes: int | None = None,
        id: str | None = None,
        times: Sequence[str | None] | None = None,
        command: str | None = None,
    ) -> Match:
        """Create a match of these players, in seat order, with the events so far; atomic.

        Unknown players are created. `times` are the times of `events`. An `idempotency_key`
        must always come with the same `id`.
        Raises InvalidInput for a wrong number of players, an invalid name, options or date, and Refused as `record`.
        """
        validate_seats(game, len(players))
        decoded = codec.decode_options(game, dict(options or {}))
        validate_date(played_on)
        validate_time(started_at)
        validate_minutes(minutes)
        seats = tuple(map(_player, players))
        given = codec.encode_options(decoded)
        nobody = ("",) * len(seats)
        started = MatchStarted(game.KEY, nobody, given, played_on, started_at, place, tuple(tags), title, minutes)
        told = (replace(started, players=tuple(player.name for player in seats)), *events)
        moments = (started_at, *(times or [None] * len(events)))
        if id and command is not None and (rows := self.store.read(MATCHES + id)):
            return self._repeated(id, rows, command, told, moments)
        unseated = Match(id or self._new_id(), game, decoded, (Entry(1, started),), People())
        _, new = self._apply(unseated, events, times)  # A refused match creates no people.
        seated = replace(started, players=self._seat(unseated, seats))
        new.insert(0, codec.row(seated, happened_at=started_at))
        stored = self._append(unseated.id, new, 0, command)
        if not is_new(stored, new, 0):  # A concurrent repeat was faster.
            return self._repeated(unseated.id, stored, command, told, moments)
        return self._match(unseated.id, stored)

    def record(
        self,
        id: str,
        *events: object,
        expected_version: int | None = None,
        idempotency_key: str | None = None,
        times: Sequence[str | None] | None = None,
        reseated: Sequence[Player] = (),
    ) -> Match:
        """Append events of the game or of the record to a match; atomic.

        The players of a `MatchDescribed` are given by name, as in `start`; `reseated` gives the players of all seats if
        names are not enough. `expected_version` None: any version; `times` are the times of `events`.
        """
        rows = self._stored(id)
        match = self._match(id, rows)
        moments = times or [None] * len(events)
        if rows_of(idempotency_key, rows):
            return self._repeated(id, rows, idempotency_key, events, moments)
        if expected_version is not None and expected_version != match.version:
            raise Conflict(MATCHES + id, expected_version, match.version)
        if forks := [index for index, event in enumerate(events) if isinstance(event, Forked)]:
            raise Refused(Refusal("R-FORK", "A fork must start a new match; this match has already started."), forks[0])
        grown, new = self._apply(match, events, times)
        if reseated:
            seated = MatchDescribed(players=self._seat(match, reseated))
            grown, more = apply_events(replace(grown, people=self.people()), (seated,), None)
            new += more
        before = match.version - match.offset
        stored = self._append(id, new, before, idempotency_key)
        if idempotency_key is not None and not is_new(stored, new, before):  # A concurrent repeat was faster.
            return self._repeated(id, self._stored(id), idempotency_key, events, moments)
        return grown

    def take_back(
        self,
        id: str,
        since: int | None = None,
        why: str | None = None,
        *,
        expected_version: int | None = None,
        idempotency_key: str | None = None,
    ) -> Match:
        """Record that the players took back the effective event `since` (None: the last one) and all later ones."""
        if since is None:
            rows = self._stored(id)
            match = self._match(id, rows)
            if done := rows_of(idempotency_key, rows):  # The last one before the earlier call.
                match = self._match(id, rows, match.offset + done[0].version - 1)
            since, expected_version = match.now.version, match.version if expected_version is None else expected_version
        return self.record(
            id, TakenBack(since, why), expected_version=expected_version, idempotency_key=idempotency_key
        )

    def correct(
        self,
        id: str,
        since: int,
        until: int,
        events: Sequence[object],
        why: str,
        *,
        expected_version: int | None = None,
        idempotency_key: str | None = None,
    ) -> Match:
        """Correct a recording error: `events` replace the effective events `since` to `until`.

        Raises Refused, with the consequences, if an old or new event would be illegal after it.
        """
        return self.record(
            id,
            Corrected(since, until, len(events), why),
            *events,
            expected_version=expected_version,
            idempotency_key=idempotency_key,
        )

    def invalidated(
        self, id: str, since: int, until: int, events: Sequence[object]
    ) -> tuple[Match, tuple[Invalidated, ...]]:
        """The match after a correction, and the effective events that would be illegal in it; writes nothing."""
        match = self.match(id)
        correction = Corrected(since, until, len(events), "")
        if why := record.meta_refusal(match.log, correction):
            raise Refused(why)
        added = (Entry(match.version + 1 + i, event) for i, event in enumerate((correction, *events)))
        changed = replace(match, log=(*match.log, *added))
        return changed, record.invalidated(match.game, changed.log, match.options)

    def describe(self, id: str, description: MatchDescribed, *, expected_version: int | None = None) -> Match:
        """Correct the header."""
        return self.record(id, description, expected_version=expected_version)

    def close(
        self, id: str, reason: CloseReason, *, expected_version: int | None = None, idempotency_key: str | None = None
    ) -> Match:
        """End a match that its rules did not end."""
        return self.record(id, MatchClosed(reason), expected_version=expected_version, idempotency_key=idempotency_key)

    def fork(self, id: str, at: int, *, new: str | None = None, command: str | None = None) -> Match:
        """Create a match `new` that shares this match up to its effective event `at` and continues separately.

        An `idempotency_key` must always come with the same `new`.
        """
        if new and command is not None and (rows := self.store.read(MATCHES + new)):
            return self._forked_before(new, rows, command, id, at)
        parent = self.match(id)
        versions = [frame.version for frame in parent.frames]
        if at not in versions:
            raise Refused(Refusal("R-STANDS", message("Match {id} has no event {at} to fork from.", id=id, at=at)))
        fork = new or self._new_id()
        events: list[object] = [Forked(MATCHES + id, parent.version)]
        events += [TakenBack(since) for since in versions[versions.index(at) + 1 :][:1]]
        stored = self._append(fork, [codec.row(event) for event in events], 0, command)
        return self._match(fork, stored) if command is None else self._forked_before(fork, stored, command, id, at)

    def restore_fork(self, id: str, events: Sequence[Any], times: Sequence[str | None]) -> Match:
        """Import a fork from another store as the new match `id`; `events` start with `Forked`. Raises as `record`."""
        forked: Forked = events[0]
        parent = self.match(forked.stream.removeprefix(MATCHES), until=forked.version)
        _, rows = self._apply(parent, events, times)
        return self._match(id, self._append(id, rows, 0))

    def note(
        self,
        id: str,
        about: int,
        text: str = "",
        glyph: Glyph | None = None,
        author: str = "",
        *,
        marks: Sequence[Mark] = (),
        bookmark: bool = False,
        idempotency_key: str | None = None,
    ) -> NoteWritten:
        """Write a note on one event."""
        match = self.match(id)
        if not 1 <= about <= match.version:
            raise Refused(Refusal("R-STANDS", message("Match {id} has no event {about}.", id=id, about=about)))
        written = NoteWritten(self._new_id(), about, text, glyph, author, tuple(marks), bookmark)
        if written.says_nothing:
            raise Refused(Refusal("R-NOTE", "A note needs text, a judgment or a mark."))
        return self._append_note(id, written, idempotency_key)

    def change_note(self, id: str, change: NoteChanged, *, idempotency_key: str | None = None) -> None:
        """Replace the content of a note."""
        self._append_note(id, change, idempotency_key)

    def withdraw_note(self, id: str, note: str, *, idempotency_key: str | None = None) -> None:
        """Withdraw a note."""
        self._append_note(id, NoteWithdrawn(note), idempotency_key)

    # Writing

    def _stored(self, id: str) -> tuple[StoredEvent, ...]:
        rows = self.store.read(MATCHES + id)
        if not rows:
            raise UnknownMatch(f"There is no match {id!r}.")
        return rows

    def _append(
        self, id: str, rows: Sequence[NewEvent], after: int, command: str | None = None
    ) -> tuple[StoredEvent, ...]:
        return self.store.append(
            MATCHES + id, rows, expected_version=after, by=self._by, at=self._now(), idempotency_key=command
        )

    def _repeated(
        self,
        id: str,
        rows: Sequence[StoredEvent],
        command: str | None,
        events: Sequence[object],
        times: Sequence[str | None],
    ) -> Match:
        """The match right after the earlier call under this key. Raises KeyReused if that call was a different one."""
        match = self._match(id, rows)
        done = rows_of(command, rows) or rows[: len(events)]  # Old matches have no key in their first rows.
        last = match.offset + done[-1].version
        written = match.log[match.offset + done[0].version - 1 : last]
        refuse_other([entry.event for entry in written], events, match.people)
        if [entry.happened_at for entry in written] != list(times):
            raise KeyReused
        return self._match(id, rows, last)

    def _forked_before(self, fork: str, rows: Sequence[StoredEvent], command: str, id: str, at: int) -> Match:
        """As `_repeated`, for a fork of match `id` at its event `at`."""
        # The first rows of an old fork have no key; they were written at the same time.
        done = rows_of(command, rows) or [row for row in rows[:2] if row.recorded_at == rows[0].recorded_at]
        match = self._match(fork, done)
        if match.parent == id and match.now.version == at:
            return match
        raise KeyReused

    def _apply(
        self, match: Match, events: Sequence[Any], times: Sequence[str | None] | None
    ) -> tuple[Match, list[NewEvent]]:
        """`apply_events`, with people created for the names in a new header; a refused call creates no people.

        Raises Refused for more events than a match may hold; stored rows are never refused by this limit.
        """
        told = [len(event.players or ()) for event in events if isinstance(event, MatchDescribed)]
        seats = max(len(match.header.players), *told, 0)
        room = max(record.max_entries(seats) - len(match.log), 0)
        if len(events) > room and not isinstance(events[room], MatchClosed):  # A full match can still be closed.
            raise Refused(record.too_long(seats), room)
        grown, rows = apply_events(match, events, times)
        seated = tuple(self._seated(match, event) for event in events)
        if seated == tuple(events):
            return grown, rows
        grown, rows = apply_events(match, seated, times)
        return replace(grown, people=self.people()), rows

    def _append_note(self, id: str, event: _Note, command: str | None) -> _Note:
        """Returns the written event; for a repeated key the event of the earlier call."""
        new = codec.row(event)

        def append() -> StoredEvent:
            rows = self.store.read(notes.stream(id))
            done: Sequence[StoredEvent] = rows_of(command, rows)
            if not done:
                if not isinstance(event, NoteWritten) and event.id not in {note.id for note in self.notes(id)}:
                    raise Refused(Refusal("R-NOTE", message("Match {id} has no note {note!r}.", id=id, note=event.id)))
                done = self.store.append(
                    notes.stream(id),
                    (new,),
                    expected_version=len(rows),
                    by=self._by,
                    at=self._now(),
                    idempotency_key=command,
                )
            return done[0]

        written = codec.decode_row(notes.EVENTS, retry_on_conflict(append))
        told = replace(event, id=written.id) if isinstance(event, NoteWritten) else event
        refuse_other([written], [told], People())
        return cast(_Note, written)

    def _seated(self, match: Match, event: object) -> object:
        if not isinstance(event, MatchDescribed) or event.players is None:
            return event
        return replace(event, players=self._seat(match, [_player(name) for name in event.players]))

    def _seat(self, match: Match, players: Sequence[Player]) -> tuple[str, ...]:
        if self._newcomers is None:
            return self.people_repository.seat(players)
        # Checks the right to record in this match before people are created.
        self.store.append(
            MATCHES + match.id, (), expected_version=match.version - match.offset, by=self._by, at=self._now()
        )
        met = {id for entry in match.log for id in getattr(entry.event, "players", None) or ()}
        return self._newcomers.seat(players, met)


def _player(who: str | Player) -> Player:
    return who if isinstance(who, Player) else Player(normalized_name(who))
