"""Matches, people, notes, forks: the one place where the rules meet the store.

Every writing method is all or none and answers with the match as it is then. It raises `Refused` when the rules say
no, `Conflict` when the caller looked at an older version, and writes nothing in both cases. With a `command` a call is
safe to repeat: the same key a second time writes nothing and gives the match as it is.
"""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from hashlib import blake2b
from typing import Any, Final, TypeVar

from core import games, record
from core.game import AnyGame, Outcome, Points, Refusal
from core.record import (
    CloseReason,
    Consequence,
    Corrected,
    Entry,
    Forked,
    Frame,
    MatchClosed,
    MatchDescribed,
    MatchStarted,
    ScoresClaimed,
    TakenBack,
)
from eventstore import codec, notes, people
from eventstore.notes import Glyph, Mark, NoteChanged, NoteWithdrawn, NoteWritten
from eventstore.people import People
from eventstore.store import Conflict, NewEvent, Store, StoredEvent

MATCHES: Final = "matches/"
"""What the names of match streams start with; the match's id follows."""

SOMEBODY: Final = "somebody"
"""The name of a person of whom no name is kept."""

_Note = TypeVar("_Note", NoteWritten, NoteChanged, NoteWithdrawn)


class Refused(Exception):
    """The rules do not allow it. `index` is the place of the refused event in what was given, from 0.

    `consequences` are the standing events a correction would make illegal.
    """

    def __init__(self, refusal: Refusal, index: int = 0, consequences: Sequence[Consequence] = ()) -> None:
        super().__init__(str(refusal))
        self.refusal, self.index, self.consequences = refusal, index, tuple(consequences)


class UnknownMatch(LookupError):
    """No match has this id, or several ids start with it; with a sentence."""


@dataclass(frozen=True)
class Match:
    """A match as of its last version; frames are folded when first asked for.

    `people` are names by person id; `offset` is how many versions a fork reads from its parent (0: it is no fork).
    """

    id: str
    game: AnyGame
    options: Any
    log: tuple[Entry, ...]
    people: People
    offset: int = 0
    sources: tuple[str, ...] = ()

    @property
    def version(self) -> int:
        return self.log[-1].version

    @cached_property
    def header(self) -> MatchStarted:
        return record.header(self.log)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(self.people.get(person, SOMEBODY) for person in self.header.players)

    @cached_property
    def frames(self) -> tuple[Frame, ...]:
        """The table after every standing event, the start first."""
        return record.frames(self.game, self.log, self.options)

    @property
    def now(self) -> Frame:
        return self.frames[-1]

    @cached_property
    def outcome(self) -> Outcome | None:
        return record.outcome(self.game, self.now)

    @property
    def state(self) -> str:
        """`open`, `finished` (by its rules) or `closed` (by the table)."""
        if isinstance(self.now.event, MatchClosed):
            return "closed"
        return "open" if self.now.turn is not None else "finished"

    @property
    def claim(self) -> ScoresClaimed | None:
        """What the table wrote down last, and why."""
        return next((entry.event for entry in reversed(self.log) if isinstance(entry.event, ScoresClaimed)), None)

    @property
    def claimed(self) -> tuple[Points, ...] | None:
        """What the table wrote down last, by seat."""
        return self.claim.scores if self.claim else None


def utc_now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_id() -> str:
    return secrets.token_hex(5)


def grow(match: Match, events: Sequence[Any], times: Sequence[str | None] | None) -> tuple[Match, list[NewEvent]]:
    """The match with `events` at its end, and the rows that say so, witnesses included; writes nothing.

    Raises Refused for the first event that cannot be, and ValueError for a date or a time that is none.
    """
    moments = times or [None] * len(events)
    log, frame, rows = list(match.log), match.now, []
    index = 0
    while index < len(events):
        event = events[index]
        aside = isinstance(event, record.ASIDES)
        why = record.refused_change(log, event) if aside else record.refusal(match.game, frame, event)
        if why is not None:
            raise Refused(why, index)
        if isinstance(event, MatchDescribed):
            _refuse_bad_date(event.played_on)
            _refuse_bad_time(event.started_at)
        count = event.count if isinstance(event, Corrected) else 0
        along = events[index : index + 1 + count]
        if len(along) <= count:
            missing = f"A correction by {count} events is followed by {len(along) - 1} only."
            raise Refused(Refusal("R-COUNT", missing), index)
        log += [Entry(len(log) + 1 + i, one, moments[index + i]) for i, one in enumerate(along)]
        if isinstance(event, Corrected) and (broken := record.consequences(match.game, log, match.options)):
            slot = broken[0].version - (len(log) - count)
            raise Refused(broken[0].refusal, index + max(slot, 0), broken)
        if not aside:
            frame = record.after(match.game, frame, log[-1])
        elif isinstance(event, TakenBack | Corrected):
            frame = record.frames(match.game, log, match.options)[-1]
        seen = witness(frame.state, frame.scores)
        for i, one in enumerate(along):
            _refuse_bad_time(moment := moments[index + i])
            rows.append(NewEvent(type(one).__name__, codec.encode_data(one), happened_at=moment, witness=seen))
        index += 1 + count
    return replace(match, log=tuple(log)), rows


def witness(state: object, scores: Sequence[Points]) -> str:
    """A digest of what the engine made of the match: later engines that make something else of it are noticed."""
    return blake2b(ascii((state, tuple(scores))).encode(), digest_size=8).hexdigest()


class Records:
    """The matches in a store, as recorded by `by` (a word for the log, not checked)."""

    def __init__(
        self,
        store: Store,
        *,
        by: str = "local",
        now: Callable[[], str] = utc_now,
        new_id: Callable[[], str] = new_id,
    ) -> None:
        self.store = store
        self._by = by
        self._now = now
        self._new_id = new_id
        # One value, so that threads that read at the same time never pair new people with an old version.
        self._known: tuple[int, People] = (0, {})

    # Reading

    def match(self, id: str, *, until: int | None = None) -> Match:
        """The match with this id, as of version `until`. Raises UnknownMatch."""
        rows = self.store.read(MATCHES + id)
        if not rows:
            raise UnknownMatch(f"There is no match {id!r}.")
        return self._match(id, rows, until)

    def find(self, start: str) -> str:
        """The id of the one match whose id starts like this. Raises UnknownMatch."""
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
        """Names by person id."""
        return self._everybody()[1]

    def _everybody(self) -> tuple[int, People]:
        """The version of the stream of people, and names by person id as of it."""
        version, names = self._known
        if rows := self.store.read(people.STREAM, after=version):
            events = (codec.decode_data(people.EVENTS, row.type, row.data) for row in rows)
            self._known = rows[-1].version, names | people.known(events)
        return self._known

    def notes(self, id: str) -> tuple[NoteWritten, ...]:
        """The notes that show on a match, oldest first."""
        rows = self.store.read(notes.stream(id))
        return notes.showing(codec.decode_data(notes.EVENTS, row.type, row.data) for row in rows)

    def _match(self, id: str, rows: Sequence[StoredEvent], until: int | None = None) -> Match:
        started = codec.decode_data(record.RECORD_EVENTS, rows[0].type, rows[0].data)
        if isinstance(started, Forked):
            shared = started.version if until is None else min(until, started.version)
            parent = self.match(started.stream.removeprefix(MATCHES), until=shared)
            game, log, offset = parent.game, list(parent.log), started.version
        elif not isinstance(started, MatchStarted):
            raise codec.NotAnEvent(f"Match {id} does not begin with its header.")
        else:
            game, log, offset = games.find(started.game), [], 0
        if until is not None:  # What comes later need not even be readable.
            rows = [row for row in rows if offset + row.version <= until]
        read = codec.readers(record.RECORD_EVENTS + game.EVENTS)
        try:
            log += [Entry(offset + row.version, read[row.type](row.data), row.happened_at) for row in rows]
        except KeyError as error:
            raise codec.NotAnEvent(f"Match {id} holds an event type {error} that this Partie does not know.") from None
        if not log:
            raise UnknownMatch(f"Match {id} has no event {until}.")
        first: MatchStarted = log[0].event
        return Match(
            id,
            game,
            codec.decode_options(game, first.options),
            tuple(log),
            self.people(),
            offset,
            tuple(row.source for row in rows if row.source),
        )

    # Recording

    def start(
        self,
        game: AnyGame,
        players: Sequence[str],
        *events: object,
        options: Mapping[str, object] | None = None,
        played_on: str | None = None,
        started_at: str | None = None,
        place: str | None = None,
        tags: Sequence[str] = (),
        title: str | None = None,
        id: str | None = None,
        source: str | None = None,
        times: Sequence[str | None] | None = None,
    ) -> Match:
        """Begin a match of these people, named in seat order, with what has happened already; all or none.

        Names not known yet become people. `times` are when each of `events` happened. Raises ValueError for a wrong
        number of players, a name that is none, options or a date that make no sense, and Refused as `record` does.
        """
        if len(players) not in game.SEATS:
            least, most = game.SEATS[0], game.SEATS[-1]
            raise ValueError(f"{game.TITLE} is for {least} to {most} players, not {len(players)}.")
        decoded = codec.decode_options(game, dict(options or {}))
        _refuse_bad_date(played_on)
        _refuse_bad_time(started_at)
        names = tuple(people.tidy(name) for name in players)
        given = codec.encode_options(decoded)
        started = MatchStarted(game.KEY, names, given, played_on, started_at, place, tuple(tags), title)
        unseated = Match(id or self._new_id(), game, decoded, (Entry(1, started),), {})
        _, rows = self._grown(unseated, events, times)  # Refuses before seating anybody.
        seated = replace(started, players=tuple(self._person(name) for name in names))
        first = NewEvent("MatchStarted", codec.encode_data(seated), source=source, happened_at=started_at)
        stored = self.store.append(MATCHES + unseated.id, (first, *rows), after=0, by=self._by, at=self._now())
        return self._match(unseated.id, stored)

    def record(
        self,
        id: str,
        *events: object,
        after: int | None = None,
        command: str | None = None,
        times: Sequence[str | None] | None = None,
    ) -> Match:
        """Add to a match what happened next: events of its game or of the record; all or none.

        The players of a `MatchDescribed` are given by name, as they are to `start`.
        `after` is the version the caller saw (None: whatever it is now); `times` are when each of `events` happened.
        """
        rows = self._stored(id)
        match = self._match(id, rows)
        if command is not None and any(row.command == command for row in rows):
            return match
        if after is not None and after != match.version:
            raise Conflict(MATCHES + id, after, match.version)
        if forks := [index for index, event in enumerate(events) if isinstance(event, Forked)]:
            raise Refused(Refusal("R-FORK", "A fork begins a match of its own; this one has started."), forks[0])
        grown, new = self._grown(match, events, times)
        self.store.append(
            MATCHES + id,
            new,
            after=match.version - match.offset,
            by=self._by,
            at=self._now(),
            command=command,
        )
        return grown

    def take_back(
        self,
        id: str,
        since: int | None = None,
        why: str | None = None,
        *,
        after: int | None = None,
        command: str | None = None,
    ) -> Match:
        """The players take moves back: the standing event `since` (None: the last one) and all behind it."""
        if since is None:
            match = self.match(id)
            since, after = match.now.version, match.version if after is None else after
        return self.record(id, TakenBack(since, why), after=after, command=command)

    def correct(
        self,
        id: str,
        since: int,
        until: int,
        events: Sequence[object],
        why: str,
        *,
        after: int | None = None,
        command: str | None = None,
    ) -> Match:
        """The recorder slipped: `events` stand in for the standing events `since` to `until`.

        Raises Refused with the consequences when an event, old or new, would be illegal then.
        """
        return self.record(id, Corrected(since, until, len(events), why), *events, after=after, command=command)

    def consequences(
        self, id: str, since: int, until: int, events: Sequence[object]
    ) -> tuple[Match, tuple[Consequence, ...]]:
        """What a correction would make of the match, and the standing events illegal then; writes nothing."""
        match = self.match(id)
        correction = Corrected(since, until, len(events), "")
        if why := record.refused_change(match.log, correction):
            raise Refused(why)
        added = (Entry(match.version + 1 + i, event) for i, event in enumerate((correction, *events)))
        changed = replace(match, log=(*match.log, *added))
        return changed, record.consequences(match.game, changed.log, match.options)

    def describe(self, id: str, description: MatchDescribed, *, after: int | None = None) -> Match:
        """Correct the header."""
        return self.record(id, description, after=after)

    def close(self, id: str, reason: CloseReason, *, after: int | None = None, command: str | None = None) -> Match:
        """End a match that its rules did not end."""
        return self.record(id, MatchClosed(reason), after=after, command=command)

    def fork(self, id: str, at: int) -> Match:
        """A new match that shares this one as it is at its standing event `at` and goes its own way from there."""
        parent = self.match(id)
        versions = [frame.version for frame in parent.frames]
        if at not in versions:
            raise Refused(Refusal("R-STANDS", f"Match {id} has no event {at} to fork from."))
        fork = self._new_id()
        events: list[object] = [Forked(MATCHES + id, parent.version)]
        events += [TakenBack(since) for since in versions[versions.index(at) + 1 :][:1]]
        rows = [NewEvent(type(event).__name__, codec.encode_data(event)) for event in events]
        return self._match(fork, self.store.append(MATCHES + fork, rows, after=0, by=self._by, at=self._now()))

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
        command: str | None = None,
    ) -> NoteWritten:
        """Write a note on one event."""
        match = self.match(id)
        if not 1 <= about <= match.version:
            raise Refused(Refusal("R-STANDS", f"Match {id} has no event {about}."))
        written = NoteWritten(self._new_id(), about, text, glyph, author, tuple(marks), bookmark)
        if written.says_nothing:
            raise Refused(Refusal("R-NOTE", "A note needs words, a glyph or a mark."))
        return self._append_note(id, written, command)

    def change_note(self, id: str, change: NoteChanged, *, command: str | None = None) -> None:
        """Let a note say something else."""
        self._append_note(id, change, command)

    def withdraw_note(self, id: str, note: str, *, command: str | None = None) -> None:
        """Take a note off the match."""
        self._append_note(id, NoteWithdrawn(note), command)

    # How it is written

    def _stored(self, id: str) -> tuple[StoredEvent, ...]:
        rows = self.store.read(MATCHES + id)
        if not rows:
            raise UnknownMatch(f"There is no match {id!r}.")
        return rows

    def _grown(
        self, match: Match, events: Sequence[Any], times: Sequence[str | None] | None
    ) -> tuple[Match, list[NewEvent]]:
        """`grow`, and people for the names in a new header: only when all is accepted, so a refusal seats nobody."""
        grown, rows = grow(match, events, times)
        seated = tuple(map(self._seated, events))
        if seated == tuple(events):
            return grown, rows
        grown, rows = grow(match, seated, times)
        return replace(grown, people=self.people()), rows

    def _append_note(self, id: str, event: _Note, command: str | None) -> _Note:
        """Returns what was written, by the earlier call where the command is known already."""
        rows = self.store.read(notes.stream(id))
        if done := next((row for row in rows if command is not None and row.command == command), None):
            earlier: _Note = codec.decode_data((type(event),), done.type, done.data)
            return earlier
        showing = {note.id for note in self.notes(id)}
        if not isinstance(event, NoteWritten) and event.id not in showing:
            raise Refused(Refusal("R-NOTE", f"Match {id} shows no note {event.id!r}."))
        new = NewEvent(type(event).__name__, codec.encode_data(event))
        self.store.append(notes.stream(id), (new,), after=len(rows), by=self._by, at=self._now(), command=command)
        return event

    def _seated(self, event: object) -> object:
        if not isinstance(event, MatchDescribed) or event.players is None:
            return event
        names = [people.tidy(name) for name in event.players]  # All of them before the first one gets a seat.
        return replace(event, players=tuple(map(self._person, names)))

    def _person(self, name: str) -> str:
        """The id of the person with this name, added when new; tried again when somebody else adds one meanwhile."""
        while True:
            version, names = self._everybody()
            if found := people.find(names, name):
                return found
            event = NewEvent("PersonNamed", codec.encode_data(people.PersonNamed(self._new_id(), name)))
            try:
                self.store.append(people.STREAM, (event,), after=version, by=self._by, at=self._now())
            except Conflict:
                continue


def _refuse_bad_date(date: str | None) -> None:
    """Dates are kept as far as they are known: year, month or day."""
    if date is None:
        return
    whole = date + "-01-01"[: 10 - len(date)] if len(date) in (4, 7) else date
    try:
        if len(whole) != 10 or datetime.fromisoformat(whole).strftime("%Y-%m-%d") != whole:
            raise ValueError
    except ValueError:
        raise ValueError(f"{date[:40]!r} is not a date like 2026-11-20, 2026-11 or 2026.") from None


def _refuse_bad_time(time: str | None) -> None:
    if time is None:
        return
    try:
        if datetime.fromisoformat(time).tzinfo is None:
            raise ValueError
    except ValueError:
        raise ValueError(f"{time[:40]!r} is not a time with its offset like 2026-11-20T18:30:00Z.") from None
