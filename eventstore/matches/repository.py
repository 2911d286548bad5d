"""Repository of matches and forks, of their notes, photos and templates, and of people: all that is recorded goes
through it.

Every writing method is atomic and returns the match after the write. It raises `Refused` for an illegal event and
`Conflict` for a stale expected version, and writes nothing in both cases. With an `idempotency_key` a call is
safe to repeat: the same call under the same key writes nothing and returns the first result; another call under that
key raises `KeyReused`.
"""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, TypedDict, Unpack

from core import games, record, record_rules
from core.covered_choices import covered_versions
from core.errors import InvalidInput
from core.game import AnyGame, Refusal, facts_of, rules_of
from core.messages import message
from core.record import Invalidated
from core.record_events import (
    CloseReason,
    Corrected,
    Entry,
    Forked,
    MatchClosed,
    MatchDescribed,
    MatchEnded,
    MatchRestored,
    MatchSplit,
    MatchStarted,
    MatchWithdrawn,
    TakenBack,
)
from eventstore import codec
from eventstore.matches.confirmed_mappings import ConfirmedMappings
from eventstore.matches.forks import Forks
from eventstore.matches.idempotency import KeyReused, is_new, refuse_other, rows_of
from eventstore.matches.imports import BatchWriter
from eventstore.matches.match import MATCHES, Match, Refused, apply_events, validate_header
from eventstore.matches.match_reader import MatchReader, MayName, RecentMatches
from eventstore.matches.match_writer import MatchWriter, player_of
from eventstore.matches.notes import Glyph, Mark, NoteChanged, NoteRepository, NoteWithdrawn, NoteWritten
from eventstore.matches.people import People, Player
from eventstore.matches.people_repository import PeopleRepository
from eventstore.matches.photo_repository import PhotoRepository
from eventstore.matches.portraits import PortraitRepository
from eventstore.matches.templates import TemplateRepository
from eventstore.matches.told_apart import ToldApart
from eventstore.store.store import Conflict, Store, StoredEvent


def utc_now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_id() -> str:
    return secrets.token_hex(5)


class Preconditions(TypedDict, total=False):
    """Keyword arguments of the methods that write to a match; `expected_version` None: any version."""

    expected_version: int | None
    idempotency_key: str | None


class MatchRepository(MatchReader):
    """The matches in a store; `by` is stored as the recorder of new rows and not checked.

    A match to write to is given by its id or as it was read before; the latter saves a second replay, and raises
    Conflict if the match has changed meanwhile.

    The events that a fork shares with its parent are read from `parents`, as the store may hide the parent. Without
    `knows_people` a name means a player of the same match or a new person, who is added to `parents`. With `files`
    (names of files) all matches recorded are a batch of imports, which its owner closes. `recent` and `may_name` as for
    `MatchReader`.
    """

    store: Store

    def __init__(
        self,
        store: Store,
        *,
        by: str = "local",
        now: Callable[[], str] = utc_now,
        new_id: Callable[[], str] = new_id,
        parents: Store | None = None,
        knows_people: bool = True,
        files: Sequence[str] | None = None,
        recent: RecentMatches | None = None,
        may_name: MayName = lambda id: True,
    ) -> None:
        self.people_repository = PeopleRepository(store, by, now, new_id)
        behind = None if parents is None else MatchRepository(parents, recent=recent)
        super().__init__(store, self.people_repository.people, behind, recent, may_name, by)
        self._new_id = new_id
        self.batch = None if files is None else BatchWriter(store, by, now, new_id(), files)
        self._note_repository = NoteRepository(store, by, now)
        self.templates = TemplateRepository(store, by, now)
        self.told_apart = ToldApart(store, by, now)
        self.mappings = ConfirmedMappings(store, by, now)
        self.photos = PhotoRepository(store, by, now, new_id)
        self.portraits = PortraitRepository(store, by, now)
        newcomers = None if knows_people else PeopleRepository(parents or store, by, now, new_id)
        self._writer = MatchWriter(store, self.people_repository, newcomers, self.batch, by=by, now=now)

    @contextmanager
    def one_commit(self) -> Iterator[None]:
        """As of `Store`; with the row of the batch that names the matches."""
        with self.store.one_commit() as is_one, self.batch.one_commit(is_one=is_one) if self.batch else nullcontext():
            yield

    def start(
        self,
        game: AnyGame,
        players: Sequence[str | Player],
        *events: object,
        options: Any = None,
        played_on: str | None = None,
        started_at: str | None = None,
        place: str | None = None,
        tags: Sequence[str] = (),
        title: str | None = None,
        minutes: int | None = None,
        rules: int | None = None,
        package: str | None = None,
        newer: Mapping[str, object] | None = None,
        id: str | None = None,
        times: Sequence[str | None] | None = None,
        idempotency_key: str | None = None,
        allows_repeats: bool = False,
        is_draft: bool = False,
    ) -> Match:
        """Create a match of these players, in seat order, with the events so far; atomic. A draft is not written.

        Unknown players are created. `options` are the game's own, or a JSON object; `times` are the times of `events`.
        `rules` is the number of the game's rules, None for the newest; `newer` are header fields of a newer Partie.
        An `idempotency_key` must always come with the same `id`. A file may have a person on several seats, and only
        its import `allows_repeats`.
        Raises InvalidInput for a wrong number of players, an invalid name, a person on several seats, invalid options
        or date, and Refused as `record`.
        """
        validate_header(game, len(players), played_on, started_at, minutes)
        decoded = options if isinstance(options, game.Options) else codec.decode_options(game, dict(options or {}))
        seats = tuple(map(player_of, players))
        nobody = ("",) * len(seats)
        started = MatchStarted(
            game.KEY,
            nobody,
            codec.encode_options(decoded),
            played_on,
            started_at,
            place,
            tuple(tags),
            title,
            minutes,
            rules or rules_of(game),
            package or games.package_of(game.KEY),
            newer or {},
        )
        if why := record_rules.text_refusal(started) or record_rules.refusal_of_new(game, started):
            raise InvalidInput(why.sentence)
        moments = (started_at, *(times or [None] * len(events)))

        def repeated(id: str, rows: Sequence[StoredEvent]) -> Match:
            named = replace(started, players=tuple(player.name for player in seats))
            return self._repeated(id, rows, idempotency_key, (named, *events), moments)

        if id and idempotency_key is not None and (rows := self.store.read(MATCHES + id)):
            return repeated(id, rows)
        unseated = Match(id or self._new_id(), game, decoded, (Entry(1, started, started_at),), People())
        # Before people are seated: a refused match creates none.
        match, new = self._writer.apply(unseated, events, times, allows_repeats=allows_repeats)
        if is_draft:
            ids, people = self.people_repository.as_seated(seats)
            log = (Entry(1, replace(started, players=ids), started_at), *match.log[1:])
            return match.with_log(log, match.frames, people=people)
        seated = replace(started, players=self._writer.seat(unseated, seats, allows_repeats=allows_repeats))
        new.insert(0, codec.row(seated, happened_at=started_at))
        stored = self._writer.append(match.id, new, 0, idempotency_key)
        if not is_new(stored, new, 0):  # A concurrent repeat was faster.
            return repeated(match.id, stored)
        log = (Entry(1, seated, started_at), *match.log[1:])
        frames = (match.frames[0]._replace(event=seated), *match.frames[1:])
        return match.with_log(log, frames, people=self.people())

    def record(
        self,
        match: Match | str,
        *events: object,
        expected_version: int | None = None,
        idempotency_key: str | None = None,
        times: Sequence[str | None] | None = None,
        reseated: Sequence[Player] = (),
        from_file: bool = False,
        allows_repeats: bool = False,
    ) -> Match:
        """Append events of the game or of the record to a match; atomic.

        The players of a `MatchDescribed` are given by name, as in `start`; `reseated` gives the players of all seats if
        names are not enough. `expected_version` None: any version; `times` are the times of `events`, and
        `allows_repeats` as in `start`.
        A match whose game is missing takes what changes the play `from_file` only.
        """
        match, rows = self._current(match, idempotency_key)
        requested = [*events, *([MatchDescribed(players=tuple(one.name for one in reseated))] if reseated else [])]
        moments = [*(times or [None] * len(events)), *[None] * (len(requested) - len(events))]
        if rows_of(idempotency_key, rows):
            return self._repeated(match.id, rows, idempotency_key, requested, moments)
        if expected_version is not None and expected_version != match.version:
            raise Conflict(MATCHES + match.id, expected_version, match.version)
        for index, event in enumerate(() if from_file else events):
            if why := record_rules.absence_refusal(match.game, event):
                raise Refused(why, index)
        if forks := [index for index, event in enumerate(events) if isinstance(event, Forked)]:
            raise Refused(Refusal("R-FORK", "A fork must start a new match; this match has already started."), forks[0])
        after, new = self._writer.apply(match, events, times, allows_repeats=allows_repeats)
        if reseated:
            seated = MatchDescribed(players=self._writer.seat(match, reseated, allows_repeats=allows_repeats))
            after, more = apply_events(after.with_people(self.people()), (seated,), None)
            new += more
        before = match.version - match.offset
        stored = self._writer.append(match.id, new, before, idempotency_key)
        if idempotency_key is not None and not is_new(stored, new, before):  # A concurrent repeat was faster.
            return self._repeated(match.id, self._stored(match.id), idempotency_key, requested, moments)
        self.recent.keep_match(after)
        return self._seen(after)

    def take_back(
        self,
        match: Match | str,
        since: int | None = None,
        why: str | None = None,
        **preconditions: Unpack[Preconditions],
    ) -> Match:
        """Record that the players took back the effective event `since` (None: the last one) and all later ones."""
        if since is None:
            idempotency_key = preconditions.get("idempotency_key")
            match, rows = self._current(match, idempotency_key)
            before = match
            if done := rows_of(idempotency_key, rows):  # The last one before the earlier call.
                before = self._match(match.id, rows, match.offset + done[0].version - 1)
            since = (record.effective_entries(before.log) or before.log)[-1].version
        return self.record(match, TakenBack(since, why), **preconditions)

    def correct(
        self,
        match: Match | str,
        since: int,
        until: int,
        events: Sequence[object],
        why: str,
        **preconditions: Unpack[Preconditions],
    ) -> Match:
        """Correct a recording error: `events` replace the effective events `since` to `until`.

        Raises Refused, with the consequences, if an old or new event would be illegal after it.
        """
        return self.record(match, Corrected(since, until, len(events), why), *events, **preconditions)

    def invalidated(
        self, match: Match | str, since: int, until: int, events: Sequence[object]
    ) -> tuple[Match, tuple[Invalidated, ...]]:
        """The match after a correction, and the effective events that would be illegal in it; writes nothing.

        The frames of this match leave the illegal events out.
        """
        match = self.match(match) if isinstance(match, str) else match
        correction = Corrected(since, until, len(events), "")
        if why := record_rules.meta_refusal(match.log, correction):
            raise Refused(why)
        added = (Entry(match.version + 1 + i, event) for i, event in enumerate((correction, *events)))
        log = (*match.log, *added)
        corrected = record.fold(match.game, log, match.options, refuse=record_rules.refusal)
        return match.with_log(log, corrected.frames), corrected.invalidated

    def describe(self, match: Match | str, description: MatchDescribed) -> Match:
        """Correct the header; `description` has the fields that change."""
        return self.record(match, description)

    def close(self, match: Match | str, reason: CloseReason, **preconditions: Unpack[Preconditions]) -> Match:
        """End a match that its rules did not end."""
        return self.record(match, MatchClosed(reason), **preconditions)

    def withdraw(
        self,
        match: Match | str,
        why: str | None = None,
        *,
        batch: str | None = None,
        **preconditions: Unpack[Preconditions],
    ) -> Match:
        """Leave the match out of lists, statistics and exports, for `batch` if the undo of this import does it."""
        return self.record(match, MatchWithdrawn(why, batch), **preconditions)

    def restore(self, match: Match | str, **preconditions: Unpack[Preconditions]) -> Match:
        """Bring a withdrawn match back, split from the match that it was joined to."""
        idempotency_key = preconditions.get("idempotency_key")
        match, rows = self._current(match, idempotency_key)
        if match.withdrawal and match.withdrawal.into and not rows_of(idempotency_key, rows):
            into = match.withdrawal.into
            self._split(match.joined_with(into), match.id, into)
        return self.record(match, MatchRestored(), **preconditions)

    def _split(self, id: str, *names: str) -> None:
        """Record in a match that one joined to it is a play of its own again; nothing if it records no join.

        The `names` are those by which the other one may be joined.
        """
        rows = self.store.read(MATCHES + id)
        match = self._match(id, rows) if rows else None
        joined = next((name for name in names if match and name in record.joined(match.log)), None)
        if match is None or joined is None:
            return
        if match.withdrawal:
            why = message("Match {id}, to which it was joined, is deleted; bring that one back first.", id=id)
            raise Refused(Refusal("R-JOIN", why))
        self.record(match, MatchSplit(joined))

    def fork(
        self,
        match: Match | str,
        at: int,
        *continued: object,
        new: str | None = None,
        idempotency_key: str | None = None,
    ) -> Match:
        """Create a match `new` that shares this match up to its effective event `at` and continues separately.

        It begins with the events `continued`; atomic. An `idempotency_key` must always come with the same `new`.
        """
        if isinstance(match, str) or facts_of(match.game).covered:
            whole = self._read(match if isinstance(match, str) else match.id)[0]
            if covered_versions(whole.game, whole.log, whole.frames):
                raise Refused(Refusal("R-FORK", "Choices made at once are covered; fork the match once they are open."))
        return Forks(self, self._writer, self._new_id).create(match, at, continued, new, idempotency_key)

    def restore_fork(self, id: str, events: Sequence[Any], times: Sequence[str | None]) -> Match:
        """Import a fork from another store as the new match `id`; `events` start with `Forked`. Raises as `record`."""
        return Forks(self, self._writer, self._new_id).restore(id, events, times)

    def note(
        self,
        match: Match | str,
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
        match, _ = self._current(match)
        if not 1 <= about <= match.version:
            raise Refused(Refusal("R-STANDS", message("Match {id} has no event {about}.", id=match.id, about=about)))
        note = NoteWritten(self._new_id(), about, text, glyph, author, tuple(marks), bookmark)
        return self._note_repository.append(match.id, note, idempotency_key)

    def change_note(self, id: str, change: NoteChanged, *, idempotency_key: str | None = None) -> None:
        """Replace the content of a note."""
        self._note_repository.append(id, change, idempotency_key)

    def withdraw_note(self, id: str, note: str, *, idempotency_key: str | None = None) -> None:
        self._note_repository.append(id, NoteWithdrawn(note), idempotency_key)

    def _current(self, match: Match | str, idempotency_key: str | None = None) -> tuple[Match, Sequence[StoredEvent]]:
        """The match, and its stored rows; no rows if the match was read before and there is no key to look for."""
        if isinstance(match, str):
            return self._read(match)
        if match.covered:
            whole, rows = self._read(match.id)
            if whole.version != match.version:
                raise Conflict(MATCHES + match.id, match.version, whole.version)
            return whole, rows
        return match, () if idempotency_key is None else self._read(match.id)[1]

    def _repeated(
        self,
        id: str,
        rows: Sequence[StoredEvent],
        idempotency_key: str | None,
        events: Sequence[object],
        times: Sequence[str | None],
    ) -> Match:
        """The match right after the earlier call under this key. Raises KeyReused if that call was a different one."""
        match = self._match(id, rows)
        done = rows_of(idempotency_key, rows) or rows[: len(events)]  # Old matches have no key in their first rows.
        last = match.offset + done[-1].version
        written = match.log[match.offset + done[0].version - 1 : last]
        if not any(isinstance(event, MatchEnded) for event in events):  # It followed from the events.
            written = tuple(entry for entry in written if not isinstance(entry.event, MatchEnded))
        refuse_other([entry.event for entry in written], events, match.people)
        if [entry.happened_at for entry in written] != list(times):
            raise KeyReused
        return self._seen(self._match(id, rows, last))

    def _seen(self, match: Match) -> Match:
        """A match just written, as the recorder may see it."""
        return self.match(match.id, until=match.version) if facts_of(match.game).covered else match
