"""The people in a store: who is meant by a name or an account, and what may become of a person.

Every writing method is all or none. It raises ValueError, with a sentence, for what makes no sense, and writes nothing
then. With a `command` the same key a second time writes nothing.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from rapidfuzz import fuzz

from core.entries import RECORD_EVENTS
from core.phrase import phrase
from eventstore import codec, notes, people
from eventstore.people import (
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
    seal,
)
from eventstore.store import Store, StoredEvent
from eventstore.stream_state import StreamState, retry_on_conflict

_OURS: Final = frozenset(
    {"game", "players", "person", "into", "other", "source", "copy_of", "stream", "reason", "id", "glyph"}
)
"""Fields that hold words of ours or ids, never what somebody wrote."""

_TEXTS: Final = frozenset(cls.__name__ for cls in RECORD_EVENTS + notes.EVENTS)
"""Events in which people may be named. Those of games hold the words of the game alone."""

ALIKE: Final = 0.85
"""How similar two names must be, from 0 to 1, to be suggested as one person's."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Two people who may be one, and what speaks for it."""

    person: str
    into: str
    why: str


class Register:
    """The people in `store`; `by`, `now` and `new_id` as for `Records`."""

    def __init__(self, store: Store, by: str, now: Callable[[], str], new_id: Callable[[], str]) -> None:
        self._store, self._by, self._now, self._new_id = store, by, now, new_id
        self._everybody = StreamState(store, people.STREAM, people.EVENTS, people.known, People())

    def people(self) -> People:
        return self._everybody.read()[1]

    def seat(self, players: Sequence[Player]) -> tuple[str, ...]:
        """The ids of these players in their order; who is new becomes a person, and new accounts are linked.

        Raises ValueError for a name that is none.
        """
        players = [player if player.is_anonymous else Player(_name(player), player.accounts) for player in players]

        def seat() -> tuple[str, ...]:
            version, everybody = self._everybody.read()
            ids, events = self._seated(players, everybody)
            if events:
                self._append(version, events)
            return ids

        return retry_on_conflict(seat)

    def _seated(self, players: Sequence[Player], everybody: People) -> tuple[tuple[str, ...], list[Event]]:
        ids, events = [], list[Event]()
        for player in players:
            found = everybody.known(player)
            new = list[Event]()
            if found is None:
                found = self._new_id()
                new.append(PersonNamed(found, player.name))
            if found != SOMEBODY:
                taken = everybody.accounts.keys() | everybody.hidden.keys()
                free = [account for account in player.accounts if not {account, digest(account)} & taken]
                new += [AccountLinked(found, account) for account in free]
            ids.append(found)
            if new:
                events += new
                everybody = people.known(new, everybody)
        return tuple(ids), events

    def rename(self, person: str, name: str, *, command: str | None = None) -> None:
        """Give a person another name."""
        self._write(lambda everybody: (PersonNamed(_one(everybody, person), people.tidy(name)),), command)

    def merge(self, person: str, into: str, *, command: str | None = None) -> None:
        """Let two ids be one person, who goes by the name of `into`."""

        def merged(everybody: People) -> tuple[Event, ...]:
            one, other = _one(everybody, person), _one(everybody, into)
            if one == other:
                raise ValueError(phrase("{name} is one person already.", name=everybody.name(one)))
            return (PeopleMerged(one, other),)

        self._write(merged, command)

    def split(self, person: str, *, command: str | None = None) -> None:
        """Undo the merge of this id into somebody else."""

        def parted(everybody: People) -> tuple[Event, ...]:
            if person not in everybody.merged:
                raise ValueError(phrase("{person!r} was not merged into anybody.", person=person))
            return (PersonSplit(person),)

        self._write(parted, command)

    def tell_apart(self, person: str, other: str, *, command: str | None = None) -> None:
        """Say that two are not one person, so that nobody suggests it again."""
        self._write(lambda everybody: (PeopleToldApart(_one(everybody, person), _one(everybody, other)),), command)

    def link(self, person: str, account: str, *, command: str | None = None) -> None:
        """Say by which account another app knows a person (`bgg:username`)."""

        def linked(everybody: People) -> tuple[Event, ...]:
            account_, one = account.strip().casefold(), _one(everybody, person)
            if not re.fullmatch(r"[a-z]+:\S+", account_):
                raise ValueError(phrase("{account!r} is not an account like bgg:username.", account=account))
            if owner := everybody.accounts.get(account_):
                name = everybody.name(owner)
                raise ValueError(phrase("{account} belongs to {name} already.", account=account_, name=name))
            return (AccountLinked(one, account_),)

        self._write(linked, command)

    def forget(self, person: str) -> int:
        """Take the names and accounts of a person out of the store for ever, wherever they stand; matches stay.

        Texts that name the person say `somebody` there from now on. Gives the number of rows that were changed. Names
        that other people share stay where they are theirs. Tables and files beside the log are the caller's to clean.
        Raises Conflict when somebody changed people meanwhile.
        """
        version, everybody = self._everybody.read()
        one = _one(everybody, person)
        ids = everybody.ids(one)
        accounts = everybody.accounts_of(one)
        changed, seals = dict[str, dict[int, str]](), dict[str, dict[str, str]]()
        for row, text in self._naming(ids, _pattern(self._names(ids), accounts)):
            changed.setdefault(row.stream, {})[row.version] = text
            seals.setdefault(row.stream, {})[str(row.version)] = seal(text, row.chain)
        events = [PersonForgotten(one, seals, tuple(map(digest, accounts))), *map(PersonForgotten, ids[1:])]
        self._append(version, events, redacted=changed)
        self._everybody.clear()
        return sum(map(len, changed.values()))

    def suggestions(self) -> tuple[Suggestion, ...]:
        """People who may be one person: the same name, or a similar one; the surest first."""
        found = []
        everybody = self.people()
        plain = [(id, name, _plain(name)) for id, name in everybody.everybody().items()]
        for (one, name, letters), (other, other_name, other_letters) in combinations(plain, 2):
            alike = fuzz.ratio(letters, other_letters) / 100
            if alike >= ALIKE and not _met(everybody, one, other):
                why = "the same name" if alike == 1 else f"{other_name} looks like {name}"
                found.append((-alike, Suggestion(other, one, why)))
        return tuple(suggestion for _, suggestion in sorted(found, key=lambda pair: pair[0]))

    def _names(self, ids: Sequence[str]) -> set[str]:
        """Every name these ids ever had."""
        rows = self._store.read(people.STREAM)
        events = [codec.decode_row(people.EVENTS, row) for row in rows]
        return {event.name for event in events if isinstance(event, PersonNamed) and event.person in ids}

    def _naming(self, ids: Sequence[str], pattern: re.Pattern[str]) -> Iterator[tuple[StoredEvent, str]]:
        """The rows that name a person of these ids, and what is to stand there."""
        checkpoint = ""
        while rows := self._store.read_all(checkpoint, limit=10_000):
            checkpoint = rows.checkpoint
            for row in rows:
                if row.type not in _TEXTS and row.stream != people.STREAM:
                    continue
                told = json.loads(row.data)
                if row.stream != people.STREAM or told.get("person") in ids:
                    clean = _without(told, pattern)
                    if clean != told:
                        yield row, json.dumps(clean, ensure_ascii=False, separators=(",", ":"))

    def _write(self, make: Callable[[People], Sequence[Event]], command: str | None) -> None:
        """Append what `make` says of everybody, who may change in between; once for a `command`."""

        def write() -> None:
            version, everybody = self._everybody.read()
            # Asked first: what was done already may make no sense a second time.
            if command is not None and any(row.command == command for row in self._store.read(people.STREAM)):
                return
            self._append(version, make(everybody), command=command)

        retry_on_conflict(write)

    def _append(
        self,
        version: int,
        events: Sequence[Event],
        redacted: Mapping[str, Mapping[int, str]] | None = None,
        command: str | None = None,
    ) -> None:
        rows = [codec.row(event) for event in events]
        self._store.append(
            people.STREAM, rows, after=version, by=self._by, at=self._now(), command=command, redacted=redacted
        )


def _plain(name: str) -> str:
    """A name without what does not count when two are compared: upper case, accents, the order of its words."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return " ".join(sorted("".join(letter for letter in letters if not unicodedata.combining(letter)).split()))


def _met(everybody: People, one: str, other: str) -> bool:
    """Whether they are two people for certain, or for an app that knows both by an account of their own."""
    if frozenset((one, other)) in everybody.apart:
        return True
    apps = {app_of(account) for account in everybody.accounts_of(one)}
    return bool(apps & {app_of(account) for account in everybody.accounts_of(other)})


def _one(everybody: People, person: str) -> str:
    one = everybody.one(person)
    if one not in everybody.names:
        raise ValueError(phrase("There is no person {person!r}.", person=person))
    return one


def _name(player: Player) -> str:
    return people.tidy(player.name or player.accounts[0].partition(":")[2])


def _pattern(names: set[str], accounts: Sequence[str]) -> re.Pattern[str]:
    """Finds these names and accounts as whole words, upper and lower case alike."""
    words = {*names, *accounts, *(account.partition(":")[2] for account in accounts)}
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(words, key=len, reverse=True)))})(?!\w)", re.I)


def _without(told: Any, pattern: re.Pattern[str], field: str = "") -> Any:
    """A value of a row's JSON without what `pattern` finds in the texts that people wrote."""
    if isinstance(told, dict):
        return {name: _without(inner, pattern, name) for name, inner in told.items()}
    if field in _OURS:
        return told
    if isinstance(told, list):
        return [_without(inner, pattern, field) for inner in told]
    return pattern.sub(SOMEBODY, told) if isinstance(told, str) else told
