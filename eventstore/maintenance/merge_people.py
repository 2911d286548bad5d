"""The people of two stores: united by id and account; people who only share a name are asked about."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Final, NamedTuple, TypeAlias

from core.messages import message
from eventstore import codec
from eventstore.maintenance.merge_rows import chained
from eventstore.matches import people
from eventstore.matches.people import (
    AccountLinked,
    Event,
    People,
    PeopleMerged,
    PeopleToldApart,
    PersonForgotten,
    PersonNamed,
    PersonSplit,
    app_of,
    digest,
    fold_people,
    name_key,
)
from eventstore.store import clock
from eventstore.store.store import CHAINED_BYTES, Store, StoredEvent, UnusableStore

_decode: Final = partial(codec.decode_row, people.EVENTS)


@dataclass(frozen=True, slots=True)
class Namesakes:
    """A person of the other store, and one of this store with the same name who may be the same."""

    name: str
    person: str
    other: str


Answer: TypeAlias = Callable[[Namesakes], bool | None]
"""True if namesakes are the same person; None: unknown, they stay two people."""


class _Stream(NamedTuple):
    """The people stream of a store: its rows, their events, and the people they fold to."""

    rows: tuple[StoredEvent, ...]
    events: tuple[Event, ...]
    everybody: People

    def first(self, person: str) -> tuple[str, str]:
        """Sorts people by age: the older of two keeps the id and the name."""
        named = (row.recorded_at for row, event in zip(self.rows, self.events, strict=True) if _names(event, person))
        return next(named, "~"), person


def _names(event: Event, person: str) -> bool:
    return isinstance(event, PersonNamed) and event.person == person


def _read(rows: Sequence[StoredEvent]) -> _Stream:
    events = tuple(map(_decode, rows))
    return _Stream(tuple(rows), events, fold_people(events))


@dataclass(slots=True)
class PeopleMerge:
    """The rows that bring the people of another store into a store, and the questions that stay open."""

    rows: list[StoredEvent]
    new: int = 0
    matched: int = 0
    unanswered: list[Namesakes] = field(default_factory=list)


def merge_people(target: Store, other: Store, answer: Answer, now: str) -> PeopleMerge:
    """Raises UnusableStore when the other store still names a person who was forgotten in the target."""
    mine, others = (_read(store.read(people.STREAM)) for store in (target, other))
    _refuse_forgotten(mine, others)
    newest = max((row.recorded_at for stream in (mine, others) for row in stream.rows), default="")
    return _Union(mine, others).merged(answer, clock.after(newest, now))


def united(mine: Sequence[StoredEvent], others: Sequence[StoredEvent]) -> People:
    """The people of two stores as a merge leaves them, where nobody is asked."""
    stream = _read(mine)
    rows = _Union(stream, _read(others)).merged(lambda namesakes: None, "").rows
    return fold_people(map(_decode, rows), stream.everybody)


def _refuse_forgotten(mine: _Stream, others: _Stream) -> None:
    forgotten = {event.person for event in mine.events if isinstance(event, PersonForgotten)}
    for person, name in others.everybody.names.items():
        accounts = [account for account, id in others.everybody.accounts.items() if id == person]
        if person in forgotten or any(digest(account) in mine.everybody.hidden for account in accounts):
            raise UnusableStore(
                message(
                    "The other store still names {name}, who was forgotten in this one; forget them there first.",
                    name=name,
                )
            )


def is_same_person(everybody: People) -> Callable[[str, str], bool]:
    """True if two ids in one match of both stores are the same player: one person, or people who ever had one name.

    The names of people in the same seat of the same match are enough, but they make nobody one person.
    """

    @cache
    def names(person: str) -> frozenset[str]:
        now = [everybody.names.get(id, people.SOMEBODY) for id in everybody.ids(person)]
        before = [name for id in everybody.ids(person) for name in everybody.former.get(id, ())]
        return frozenset(map(str.casefold, now + before))

    def is_same(one: str, other: str) -> bool:
        return one == other or everybody.one(one) == everybody.one(other) or bool(names(one) & names(other))

    return is_same


class _Union:
    def __init__(self, mine: _Stream, others: _Stream) -> None:
        self._mine, self._others = mine, others
        self._added = list[tuple[StoredEvent, Event]]()
        self._everybody = mine.everybody

    def merged(self, answer: Answer, now: str) -> PeopleMerge:
        new = [person for person in self._others.everybody.names if person not in self._mine.everybody.names]
        self._named()
        self._accounts()
        self._links()
        result = PeopleMerge([])
        result.matched = self._by_account()
        result.unanswered = self._by_name(answer, now)
        result.new = len(new)
        last = self._mine.rows[-1] if self._mine.rows else None
        result.rows = chained(people.STREAM, last, (row for row, _ in self._added))
        return result

    def _add(self, row: StoredEvent, event: Event | None = None) -> None:
        """Add a row, with `event` in place of its own if given."""
        if event is not None:
            made = codec.row(event)
            row = row._replace(
                type=made.type,
                schema_version=made.schema_version,
                data=made.data,
                source=None,
                idempotency_key=None,
                row_hash=row.row_hash[:CHAINED_BYTES],
            )
        event = event or _decode(row)
        self._added.append((row, event))
        self._everybody = fold_people([event], self._everybody)

    def _pairs(self) -> Iterable[tuple[StoredEvent, Event]]:
        return zip(self._others.rows, self._others.events, strict=True)

    def _named(self) -> None:
        """Names of new people, former ones included; of known people the name that was given last stays."""
        before = self._mine.everybody
        latest, theirs = _latest_names(self._mine), _latest_names(self._others)
        for row, event in self._pairs():
            if not isinstance(event, PersonNamed) or event.person not in self._others.everybody.names:
                continue
            known = {before.names.get(event.person), *before.former.get(event.person, ())}
            if event.name not in known:
                self._add(row)
        for person, mine in latest.items():
            other = theirs.get(person)
            if other is None or person not in self._others.everybody.names:
                continue
            _, name, row = max(mine, other, key=lambda each: each[:2])
            if self._everybody.names.get(person) != name:
                self._add(row)

    def _accounts(self) -> None:
        known = self._mine.everybody
        taken = known.accounts.keys() | known.hidden.keys()
        for row, event in self._pairs():
            if isinstance(event, AccountLinked):
                is_named = event.person in self._everybody.names
                if is_named and not {event.account, digest(event.account)} & taken:
                    self._add(row)
            elif isinstance(event, PersonForgotten) and event.accounts:
                is_known = {*event.accounts} & {*known.hidden, *map(digest, known.accounts)}
                if not is_known and event.person not in known.names:
                    self._add(row, PersonForgotten(event.person, {}, event.accounts))

    def _links(self) -> None:
        """Bring the merges and splits to what those of both stores come to in order of time.

        People told apart in either store stay so.
        """
        wanted = _replayed(self._mine, self._others)
        now = self._everybody.merged
        changed = [id for id in wanted.keys() | now.keys() if now.get(id) != (wanted[id][0] if id in wanted else None)]
        for id in sorted(changed):
            if id in now:
                self._add(_latest_link(self._mine, id), PersonSplit(id))
        for id in sorted(changed):
            if id in wanted and wanted[id][0] in self._everybody.names:
                self._add(wanted[id][1])
        for row, event in self._pairs():
            if isinstance(event, PeopleToldApart):
                pair = frozenset((event.person, event.other))
                if pair not in self._everybody.apart:
                    self._add(row)

    def _by_account(self) -> int:
        """Make the owners of the same account in both stores one person; returns how many.

        People who were recorded as different, or split, stay two.
        """
        split = {event.person for event in (*self._mine.events, *self._others.events) if isinstance(event, PersonSplit)}
        united = 0
        for account, person in self._others.everybody.accounts.items():
            owner = self._mine.everybody.accounts.get(account, person)
            pair = frozenset(map(self._everybody.one, (person, owner)))
            apart = {pair, frozenset((person, owner))} & self._everybody.apart
            if len(pair) == 2 and not apart and not {person, owner} & split and not pair <= split:
                self._unite(*pair, split=split)
                united += 1
        return united

    def _unite(self, *pair: str, row: StoredEvent | None = None, split: Collection[str] = ()) -> None:
        """Make the younger one the older one, who keeps id and name. One of `split` is made nobody else: the row has
        the time of the first name, so the split, which is later, would undo it at each merge.
        """
        into, one = sorted(pair, key=lambda id: (id not in split, self._age(id)))
        self._add(row or self._row_of(one), PeopleMerged(one, into))

    def _age(self, person: str) -> tuple[str, str]:
        return min(self._mine.first(person), self._others.first(person))

    def _row_of(self, person: str) -> StoredEvent:
        """The row that first names a person: when and by whom it was recorded."""
        rows = [
            row
            for stream in (self._mine, self._others)
            for row, event in zip(stream.rows, stream.events, strict=True)
            if _names(event, person)
        ]
        return min(rows, key=lambda row: (row.recorded_at, row.data))

    def _by_name(self, answer: Answer, now: str) -> list[Namesakes]:
        """Ask about people of the other store and of this one who share a name; returns the open questions."""
        unanswered = []
        everybody = self._everybody.current_names()
        theirs = dict.fromkeys(map(self._everybody.one, self._others.everybody.names))
        ours = dict[str, list[str]]()
        for id, name in everybody.items():
            if id not in self._others.everybody.names:
                ours.setdefault(name_key(name), []).append(id)
        for person, other in ((id, other) for id in theirs for other in ours.get(name_key(everybody[id]), ())):
            is_one = self._everybody.one(person) != person or self._everybody.one(other) != other or person == other
            if is_one or self._are_apart(person, other):
                continue
            name = everybody[person]
            same = answer(Namesakes(name, person, other))
            row = self._row_of(person)._replace(recorded_at=now)
            if same:
                self._unite(*map(self._everybody.one, (person, other)), row=row)
            elif same is None:
                unanswered.append(Namesakes(name, person, other))
            else:
                self._add(row, PeopleToldApart(person, other))
        return unanswered

    def _are_apart(self, person: str, other: str) -> bool:
        """True if they are known as two people, or have different accounts in the same app."""
        if frozenset((person, other)) in self._everybody.apart:
            return True
        apps = [{*map(app_of, self._everybody.accounts_of(id))} for id in (person, other)]
        return bool(apps[0] & apps[1])


def _latest_names(stream: _Stream) -> Mapping[str, tuple[str, str, StoredEvent]]:
    """The time, the name and the row of the last name of each person."""
    pairs = zip(stream.rows, stream.events, strict=True)
    return {event.person: (row.recorded_at, event.name, row) for row, event in pairs if isinstance(event, PersonNamed)}


def _replayed(*streams: _Stream) -> dict[str, tuple[str, StoredEvent]]:
    """The merges that are in effect after those of all streams in order of time: by id, into whom, and the row."""
    links = {
        (row.recorded_at, row.type, row.data): (row, event)
        for stream in streams
        for row, event in zip(stream.rows, stream.events, strict=True)
        if isinstance(event, PeopleMerged | PersonSplit)
    }
    merged = dict[str, tuple[str, StoredEvent]]()
    for _, (row, event) in sorted(links.items(), key=lambda each: each[0]):
        if isinstance(event, PeopleMerged):
            chain = [event.into]
            while chain[-1] in merged:
                chain.append(merged[chain[-1]][0])
            if event.person not in chain:  # They are one person already.
                merged[event.person] = event.into, row
        else:
            merged.pop(event.person, None)
    return merged


def _latest_link(stream: _Stream, person: str) -> StoredEvent:
    pairs = zip(stream.rows, stream.events, strict=True)
    return next(row for row, event in reversed([*pairs]) if isinstance(event, PeopleMerged) and event.person == person)
