"""Repository of people: finds people by name or account, renames, merges and erases them.

Every writing method is atomic. For an impossible change it raises InvalidInput, with a sentence, and writes nothing.
With an `idempotency_key` the same call under the same key writes nothing, a different call raises KeyReused;
`rename`, `merge`, `split`, `tell_apart` and `link` return the people as of the first call.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from core.errors import InvalidInput
from core.folding import folded, similarity
from core.messages import message
from core.storable_text import unstorable
from eventstore import codec
from eventstore.matches import people
from eventstore.matches.event_stream import EventStream
from eventstore.matches.name_forms import NameForms
from eventstore.matches.people import (
    SOMEBODY,
    AccountLinked,
    Event,
    People,
    PeopleMerged,
    PeopleToldApart,
    PersonForgotten,
    PersonNamed,
    PersonSplit,
    Player,
    app_of,
    digest,
)
from eventstore.matches.redacted_rows import by_stream, redacted_rows
from eventstore.store import redaction
from eventstore.store.store import CHAINED_BYTES, Append, NewEvent, Store, StoredEvent, hashed_data

MIN_SIMILARITY: Final = 0.85
"""Minimum similarity of two names, from 0 to 1, to suggest a merge."""


@dataclass(frozen=True, slots=True)
class MergeSuggestion:
    """Two people who may be the same person, and the reason."""

    person: str
    into: str
    why: str


class PeopleRepository:
    """The people in `store`; `by`, `now` and `new_id` as for `MatchRepository`."""

    def __init__(self, store: Store, by: str, now: Callable[[], str], new_id: Callable[[], str]) -> None:
        self._store, self._by, self._now, self._new_id = store, by, now, new_id
        self._everybody = EventStream(store, people.STREAM, people.EVENTS, people.fold_people, People(), by=by, now=now)

    def people(self) -> People:
        return self._everybody.read()

    def version(self) -> int:
        """The version of the stream of people."""
        return self._everybody.version()

    def seat(
        self,
        players: Sequence[Player],
        among: Collection[str] | None = None,
        *,
        once: Sequence[str] | None = None,
    ) -> tuple[str, ...]:
        """The ids of these players, in order; unknown players are created and new accounts are linked.

        With `among` (ids of people) a name means one of these people by the current name, otherwise a new person, and
        accounts are ignored, so that the caller cannot probe for other people. With `once` (the people of these seats
        until now) each person sits once, or as often as until now; an anonymous player may sit on any number of seats.
        Raises InvalidInput for an invalid name, an account that cannot be stored, and a person who sits more often.
        """
        players = _named(players)
        if among is not None:
            players = [replace(player, accounts=()) for player in players]

        ids: tuple[str, ...] = ()

        def seated(everybody: People) -> list[Event]:
            nonlocal ids
            ids, events = self._seated(players, everybody if among is None else everybody.among(among))
            if once is not None:
                _require_once(people.fold_people(events, everybody), ids, once)
            return events

        self._everybody.write(seated)
        return ids

    def as_seated(self, players: Sequence[Player]) -> tuple[tuple[str, ...], People]:
        """The ids of these players and all people, as `seat` would leave them; writes nothing. Raises as `seat`."""
        everybody = self.people()
        ids, events = self._seated(_named(players), everybody)
        known = people.fold_people(events, everybody)
        _require_once(known, ids, ())
        return ids, known

    def _seated(self, players: Sequence[Player], everybody: People) -> tuple[tuple[str, ...], list[Event]]:
        ids, events = [], list[Event]()
        for player in players:
            id = everybody.match_player(player)
            new = list[Event]()
            if id is None:
                id = self._new_id()
                new.append(PersonNamed(id, player.name))
            if id != SOMEBODY:
                new += [AccountLinked(id, account) for account in player.accounts if not everybody.knows(account)]
            ids.append(id)
            if new:
                events += new
                everybody = people.fold_people(new, everybody)
        return tuple(ids), events

    def rename(self, person: str, name: str, *, idempotency_key: str | None = None) -> People:
        return self._write(
            lambda everybody: (PersonNamed(_one(everybody, person), people.normalized_name(name)),), idempotency_key
        )

    def merge(self, person: str, into: str, *, idempotency_key: str | None = None) -> People:
        """Merge `person` into `into`, whose name applies from then on."""

        def merged(everybody: People) -> tuple[Event, ...]:
            one, other = _one(everybody, person), _one(everybody, into)
            if one == other:
                raise InvalidInput(message("These are already the same person: {name}.", name=everybody.name(one)))
            return (PeopleMerged(one, other),)

        return self._write(merged, idempotency_key)

    def split(self, person: str, *, idempotency_key: str | None = None) -> People:
        """Undo the merge of this id into another person."""

        def parted(everybody: People) -> tuple[Event, ...]:
            if person not in everybody.merged:
                raise InvalidInput(message("{person!r} is not merged with another person.", person=person))
            return (PersonSplit(person),)

        return self._write(parted, idempotency_key)

    def tell_apart(self, person: str, other: str, *, idempotency_key: str | None = None) -> People:
        """Record that two people are different, so that their merge is not suggested again."""

        def parted(everybody: People) -> tuple[Event, ...]:
            return (PeopleToldApart(_one(everybody, person), _one(everybody, other)),)

        return self._write(parted, idempotency_key)

    def link(self, person: str, account: str, *, idempotency_key: str | None = None) -> People:
        """Link an account of another app (`bgg:username`) to a person."""

        def linked(everybody: People) -> tuple[Event, ...]:
            account_, one = account.strip().casefold(), _one(everybody, person)
            if not re.fullmatch(r"[a-z]+:\S+", account_):
                raise InvalidInput(message("{account!r} is not an account; write it as bgg:username.", account=account))
            if owner := everybody.accounts.get(account_):
                name = everybody.name(owner)
                raise InvalidInput(message("{account} already belongs to {name}.", account=account_, name=name))
            return (AccountLinked(one, account_),)

        return self._write(linked, idempotency_key)

    def forget(self, person: str) -> int:
        """Erase the names and accounts of a person from all rows of the store permanently; matches stay.

        Texts that name the person contain `somebody` instead from then on. Returns the number of redacted rows. The
        same name of another person stays. The caller must clean read models and files outside the log. Raises Conflict
        if the people changed meanwhile.
        """
        version, everybody = self._everybody.version(), self._everybody.read()
        one = _one(everybody, person)
        ids = everybody.ids(one)
        accounts = everybody.accounts_of(one)
        changed, digests = dict[str, dict[int, str]](), dict[str, dict[str, str]]()
        before = by_stream(redacted_rows(self._store.read(people.STREAM)))
        for row, text in self._naming(ids, NameForms(written(self._names(ids), accounts))):
            changed.setdefault(row.stream, {})[row.version] = text
            was = before.get(row.stream, {}).get(row.version)
            digests.setdefault(row.stream, {})[str(row.version)] = _redaction_digest(row, text, was)
        events = [PersonForgotten(one, digests, tuple(map(digest, accounts))), *map(PersonForgotten, ids[1:])]
        write = Append(
            people.STREAM,
            [codec.row(event) for event in events],
            expected_version=version,
            by=self._by,
            at=self._now(),
            redactions=changed,
        )
        self._store.append(write)
        self._everybody.clear()
        return sum(map(len, changed.values()))

    def suggestions(self, without: Collection[str] = ()) -> tuple[MergeSuggestion, ...]:
        """Pairs of people with the same or a similar name, most similar first; not those with the ids `without`."""
        suggestions = []
        everybody = self.people()
        plain = [(id, name, _plain(name)) for id, name in everybody.current_names().items() if id not in without]
        for (one, name, letters), (other, other_name, other_letters) in combinations(plain, 2):
            alike = similarity(letters, other_letters)
            if alike >= MIN_SIMILARITY and not _met(everybody, one, other):
                why = "the same name" if alike == 1 else f"{other_name} looks like {name}"
                suggestions.append((-alike, MergeSuggestion(other, one, why)))
        return tuple(suggestion for _, suggestion in sorted(suggestions, key=lambda pair: pair[0]))

    def _names(self, ids: Sequence[str]) -> set[str]:
        """All current and former names of these ids."""
        rows = self._store.read(people.STREAM)
        events = [codec.decode_row(people.EVENTS, row) for row in rows]
        return {event.name for event in events if isinstance(event, PersonNamed) and event.person in ids}

    def _naming(self, ids: Sequence[str], forms: NameForms) -> Iterator[tuple[StoredEvent, str]]:
        """The rows that name a person of these ids, with their redacted text."""
        checkpoint = ""
        while rows := self._store.read_all(checkpoint, limit=10_000):
            checkpoint = rows.checkpoint
            for row in rows:
                if row.type not in redaction.PERSONAL:
                    continue
                if row.stream != people.STREAM:
                    clean = redaction.redact(row.type, row.data, lambda text: forms.replaced(text, SOMEBODY))
                elif json.loads(row.data).get("person") in ids:  # Such a row contains no text but the name.
                    clean = redaction.redact(row.type, row.data, lambda text: SOMEBODY)
                else:
                    continue
                if clean != row.data:
                    yield row, clean

    def _write(self, make: Callable[[People], Sequence[Event]], idempotency_key: str | None) -> People:
        """The people right after this write, or after the earlier one under the key."""
        written = self._everybody.write(make, idempotency_key)
        return people.fold_people(written.events, written.before)


def _named(players: Sequence[Player]) -> list[Player]:
    """The players with names in their stored form. Raises InvalidInput for one that cannot be stored."""
    named = [
        player if player.is_anonymous or player.name == (name := _name(player)) else replace(player, name=name)
        for player in players
    ]
    if why := unstorable(named):
        raise InvalidInput(why)
    return named


def _require_once(everybody: People, ids: Sequence[str], before: Sequence[str]) -> None:
    had = Counter(map(everybody.one, before))
    for id, seats in Counter(ids).items():
        if id != SOMEBODY and seats > max(had[id], 1):
            raise InvalidInput(message("{name} cannot sit on two seats of one match.", name=everybody.name(id)))


def _plain(name: str) -> str:
    """A name in the form for comparisons: folded, without the order of its words."""
    return " ".join(sorted(folded(name).split()))


def _met(everybody: People, one: str, other: str) -> bool:
    """True if they are recorded as different people, or have different accounts of the same app."""
    if frozenset((one, other)) in everybody.apart:
        return True
    apps = {app_of(account) for account in everybody.accounts_of(one)}
    return bool(apps & {app_of(account) for account in everybody.accounts_of(other)})


def _one(everybody: People, person: str) -> str:
    one = everybody.one(person)
    if one not in everybody.names:
        raise InvalidInput(message("There is no person {person!r}.", person=person))
    return one


def _name(player: Player) -> str:
    return people.normalized_name(player.name or player.accounts[0].partition(":")[2])


def written(names: Iterable[str], accounts: Iterable[str]) -> set[str]:
    """The texts that name the owner of these names and accounts: both, and the accounts without their app."""
    return {*names, *accounts, *(account.partition(":")[2] for account in accounts)}


def _redaction_digest(row: StoredEvent, text: str, before: str | None) -> str:
    """The redaction digest of a row that is redacted to `text`; `before` is the digest of an earlier redaction."""
    had = hashed_data(NewEvent(row.type, row.data), row.row_hash[CHAINED_BYTES:]).digest
    return redaction.redaction_digest(redaction.original_digest(before) if before else had or "", row.type, text)
