"""Reads the matches of a store: decodes the rows of a match, and those that a fork shares with its parent."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from threading import Lock
from typing import Any, Final, NamedTuple

from core import games, record, record_events
from core.absent_game import AbsentGame
from core.covered_choices import covered_frames, covered_log, covered_versions
from core.game import facts_of
from core.messages import Message, message
from core.record_events import Entry, Forked, MatchStarted
from eventstore import codec
from eventstore.matches import notes
from eventstore.matches.match import MATCHES, KnownFold, Match, UnknownMatch, no_match
from eventstore.matches.notes import NoteWritten
from eventstore.matches.people import People
from eventstore.store.store import StoredEvent, StoreReader

MayName = Callable[[str], bool]
"""True if the match with this id may be named to a reader."""


def hide_parents(entries: Iterable[Entry], may_name: MayName) -> tuple[Entry, ...]:
    """The entries; a `Forked` from a match that may not be named has an empty `stream`."""
    return tuple(
        entry._replace(event=Forked("", entry.event.version))
        if isinstance(entry.event, Forked) and not may_name(entry.event.stream.removeprefix(MATCHES))
        else entry
        for entry in entries
    )


def hide_parent(match: Match, may_name: MayName) -> Match:
    """The match without the names of parents, its own and theirs, that may not be named."""
    if match.parent is None:
        return match
    parent = match.parent if may_name(match.parent) else None
    return replace(match, log=hide_parents(match.log, may_name), parent=parent, earlier=match.known)


MAX_MATCHES: Final = 64
"""Maximum number of matches; a long one takes some 500 kB."""


class KnownMatch(NamedTuple):
    """Rows of a match with their entries, and the match that was folded last; both may be of different versions.

    `redactions` is the number of events that had erased names from the store (`People.redactions`) before the rows were
    read: rows that were read before another one may hold an erased name.
    """

    rows: tuple[StoredEvent, ...] = ()
    entries: tuple[Entry, ...] = ()
    redactions: int = 0
    match: Match | None = None


class RecentMatches:
    """The known matches by id, for several threads."""

    def __init__(self) -> None:
        self._known: dict[str, KnownMatch] = {}
        self._lock = Lock()

    def of(self, id: str) -> KnownMatch:
        """The match as it was kept last; all fields are empty if none was."""
        return self._known.get(id, KnownMatch())

    def keep(self, id: str, known: KnownMatch) -> None:
        with self._lock:
            self._known.pop(id, None)
            self._known[id] = known
            if len(self._known) > MAX_MATCHES:
                del self._known[next(iter(self._known))]

    def keep_match(self, match: Match) -> None:
        """Keep what is folded of this match, beside the rows that are known."""
        self.keep(match.id, self.of(match.id)._replace(match=match))


def cover(match: Match, versions: AbstractSet[int]) -> Match:
    """The match without the choices of these versions; those that a fork shares were open before it was made."""
    versions = frozenset(version for version in versions if match.offset < version <= match.version)
    if not versions:
        return match
    game, frames = covered_frames(match.game, match.frames, versions)
    known = KnownFold(frames, 0 if match.invalidated else len(frames))
    return replace(match, game=game, log=covered_log(match.log, versions), covered=versions, earlier=known)


class MatchReader:
    """Reads the matches in `store`, and the events that a fork shares with its parent from `parents` if given.

    `recent` may be shared by the readers of one store, whatever their rights: each asks the store for every match.
    `may_name` says whether the parent of a fork may be named. Covered choices are seen by their recorder alone, which
    `by` is; None: by nobody.
    """

    def __init__(
        self,
        store: StoreReader,
        people: Callable[[], People],
        parents: "MatchReader | None" = None,
        recent: RecentMatches | None = None,
        may_name: MayName = lambda id: True,
        by: str | None = None,
    ) -> None:
        self.store = store
        self._by = by
        self._may_name = may_name
        self.recent = recent or RecentMatches()
        self._people = people
        self._parents = parents

    def match(self, id: str, *, until: int | None = None) -> Match:
        """The match with this id, as of version `until`. Raises UnknownMatch."""
        if until is not None:
            stored = self._stored(id)
            match = self.whole(id, stored, until)
            return self._as_seen(match, stored, self.whole(id, stored) if facts_of(match.game).covered else match)
        match, rows = self._read(id)
        return self._as_seen(match, rows, match)

    def find(self, start: str) -> str:
        """The id of the only match whose id starts with `start`. Raises UnknownMatch."""
        if self.store.read(MATCHES + start, after=0):
            return start
        ids = [name.removeprefix(MATCHES) for name in self.store.streams(MATCHES + start)] if start else []
        if len(ids) == 1:
            return ids[0]
        if not ids:
            raise no_match(start)
        raise UnknownMatch(f"{len(ids)} matches start with {start!r}: {', '.join(ids[:5])}.")

    def ids(self) -> Iterator[str]:
        """Ids of all matches, in the order they were first recorded."""
        return (name.removeprefix(MATCHES) for name in self.store.streams(MATCHES))

    def people(self) -> People:
        """All people of this store."""
        return self._people()

    def with_known_people(self) -> "MatchReader":
        """A reader for many matches, which takes the people of this moment for all of them."""
        everybody = self.people()
        return MatchReader(self.store, lambda: everybody, self._parents, self.recent, self._may_name, self._by)

    def matches_from(self, source: str) -> tuple[str, ...]:
        """Ids of the matches that were imported from a play of another app (`bgstats:<uuid>`), oldest first."""
        return tuple(name.removeprefix(MATCHES) for name in self.store.streams_from(source))

    def notes(self, id: str) -> tuple[NoteWritten, ...]:
        """The notes on a match that were not withdrawn, oldest first."""
        return notes.shown_notes(self.store, id)

    def match_of(
        self, id: str, rows: Sequence[StoredEvent], until: int | None = None, *, failure: Message | None = None
    ) -> Match:
        """The match with this id for any reader, from all rows of its stream.

        Without its game in case of a `failure` of that.
        """
        match = self.whole(id, rows, until, failure=failure)
        return self._as_seen(match, (), match)

    def whole(
        self, id: str, rows: Sequence[StoredEvent], until: int | None = None, *, failure: Message | None = None
    ) -> Match:
        """As `match_of`, with the choices that are covered: for what is shown to nobody."""
        return hide_parent(self._match(id, rows, until, failure=failure), self._may_name)

    def _as_seen(self, match: Match, rows: Sequence[StoredEvent], newest: Match) -> Match:
        """The match as its reader may see it while `newest` is its newest version; of `rows`, the own ones are seen."""
        if not facts_of(match.game).covered:
            return match
        own = {match.offset + row.version for row in rows if row.recorded_by == self._by}
        return cover(match, covered_versions(newest.game, newest.log, newest.frames) - own)

    def _read(self, id: str) -> tuple[Match, Sequence[StoredEvent]]:
        """The whole match, and all rows of its stream; only those after the known ones are read.

        Raises UnknownMatch.
        """
        known, redactions = self.recent.of(id), self.people().redactions
        rows = self._rows_from(id, known.rows) if known.redactions == redactions else ()
        rows = rows or self._stored(id)
        match = self._match(id, rows)
        whole = hide_parent(match, self._may_name)
        self.recent.keep(id, KnownMatch(rows, match.log[match.offset :], redactions, whole))
        return whole, rows

    def _rows_from(self, id: str, known: tuple[StoredEvent, ...]) -> tuple[StoredEvent, ...]:
        """The known rows and those after them; empty where the last known row is not in the stream any more."""
        rows = self.store.read(MATCHES + id, after=known[-1].version - 1) if known else ()
        return known + rows[1:] if rows[:1] == known[-1:] else ()

    def _match(
        self,
        id: str,
        rows: Sequence[StoredEvent],
        until: int | None = None,
        forks: tuple[str, ...] = (),
        *,
        failure: Message | None = None,
    ) -> Match:
        """`forks` are the ids that led to this match: each is a fork of the next, the last a fork of this match.

        Errors name the first of them only: a reader of a fork may not know of its parent.
        """
        asked = (*forks, id)[0]
        started = codec.decode_row(record_events.RECORD_EVENTS, rows[0])
        if isinstance(started, Forked):
            if id in forks:
                raise codec.NotAnEvent(f"Match {asked} is a fork of itself.")
            shared = started.version if until is None else min(until, started.version)
            parent_id, records = started.stream.removeprefix(MATCHES), self._parents or self
            if not (stored := records.store.read(MATCHES + parent_id)):
                raise codec.NotAnEvent(f"Match {asked} is a fork of a match that this store does not hold.")
            parent = records._match(parent_id, stored, shared, (*forks, id), failure=failure)
            game, log, offset, forked = parent.game, list(parent.log), started.version, parent.id
        elif not isinstance(started, MatchStarted):
            raise codec.NotAnEvent(f"Match {asked} does not begin with its header.")
        else:
            game = games.find_or_absent(started.game, started.package, started.rules)
            game = AbsentGame(started.game, failure, started.package) if failure else game
            log, offset, forked = list[Entry](), 0, None
        if until is not None:  # Later rows need not be readable.
            rows = [row for row in rows if offset + row.version <= until]
        classes, known = record_events.RECORD_EVENTS + game.EVENTS, self.recent.of(id)
        if known.match and known.match.game != game:  # It was installed or removed meanwhile.
            known = KnownMatch()
        is_continued = tuple(rows[: len(known.rows)]) == known.rows
        log += known.entries if is_continued else ()
        log += _entries(asked, classes, rows[len(known.rows) if is_continued else 0 :], offset)
        if not log:
            raise UnknownMatch(message("Match {id} has no event {about}.", id=asked, about=until))
        if isinstance(game, AbsentGame):
            game = replace(game, kept=record.kept_result(log))
        return Match(
            id,
            game,
            codec.decode_options(game, record.header(log).options),
            tuple(log),
            self.people(),
            offset,
            tuple(row.source for row in rows if row.source),
            forked,
            earlier=known.match.known if known.match else KnownFold(),
        )

    def _stored(self, id: str) -> tuple[StoredEvent, ...]:
        rows = self.store.read(MATCHES + id)
        if not rows:
            raise no_match(id)
        return rows


def _entries(asked: str, classes: tuple[type[Any], ...], rows: Sequence[StoredEvent], offset: int) -> list[Entry]:
    """The entries of these rows of the match `asked`. Raises NotAnEvent for a type that is not among the classes."""
    read = codec.readers(classes)
    try:
        return [
            Entry(offset + row.version, read[row.type, row.schema_version](row.data), row.happened_at) for row in rows
        ]
    except KeyError:  # A row of a newer Partie.
        pass
    try:
        return [Entry(offset + row.version, codec.decode_row(classes, row), row.happened_at) for row in rows]
    except codec.NotAnEvent as error:
        raise codec.NotAnEvent(f"Match {asked} was written by a newer Partie: {error}") from None
