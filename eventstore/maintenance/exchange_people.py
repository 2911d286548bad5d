"""The checks of the rows about people in a parcel, and who is who in a store once they are taken."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from core.messages import message
from eventstore import codec
from eventstore.maintenance.merge_people import united
from eventstore.maintenance.merge_rows import chained
from eventstore.maintenance.outgoing import digest_of
from eventstore.matches import people
from eventstore.matches.people import (
    AccountLinked,
    People,
    PeopleMerged,
    PersonForgotten,
    PersonNamed,
    PersonSplit,
    digest,
    fold_people,
)
from eventstore.store.store import Store, StoredEvent


class CheckedPeople(NamedTuple):
    """The rows that may be taken, as a stream of their own, and why not all that would change something.

    `now` are the people of the store once they are taken, `whole` those once rows have come that another may bring.
    """

    taken: tuple[StoredEvent, ...]
    why: str | None
    now: People
    whole: People


def checked_people(
    store: Store,
    rows: Sequence[StoredEvent],
    holds: Callable[[StoredEvent], bool],
    why_not: Callable[[StoredEvent], str | None],
    *,
    may_forget: bool,
) -> CheckedPeople:
    """`holds` says whether the store has a row, and `why_not` why the sender may not bring it."""
    mine, new = store.read(people.STREAM), [row for row in rows if not holds(row)]
    waiting = {row.version: why for row in new if (why := why_not(row))}
    forgets = () if may_forget else {row.version for row in new if row.type == PersonForgotten.__name__}
    forgotten = dict.fromkeys(forgets, message("Nobody is forgotten by an exchange; `partie people forget` does it."))
    taken, why = _taken(mine, rows, waiting | forgotten)
    now = united(mine, taken)
    if not waiting:
        return CheckedPeople(taken, why, now, now)
    others, why_others = _taken(mine, rows, forgotten)
    whole = united(mine, others)
    is_all = digest_of(now) == digest_of(whole)
    return CheckedPeople(taken, why_others or (None if is_all else why), now, now if is_all else whole)


def _taken(
    mine: Sequence[StoredEvent], rows: Sequence[StoredEvent], refused: Mapping[int, str]
) -> tuple[tuple[StoredEvent, ...], str | None]:
    here, taken, why_not = _PeopleHere(mine), list[StoredEvent](), list[str]()
    for row in rows:
        if why := refused.get(row.version) or here.why_gone(row) or here.why_unknown(row):
            why_not.append(why)
        else:
            taken.append(row)
    return (tuple(chained(people.STREAM, None, taken)), why_not[0]) if why_not else (tuple(rows), None)


class _PeopleHere:
    """The people whom a store knows, and those who were forgotten in it; and those whom the rows that it is asked about
    name, in their order.
    """

    def __init__(self, rows: Sequence[StoredEvent]) -> None:
        events = [codec.decode_row(people.EVENTS, row) for row in rows]
        forgotten = [event for event in events if isinstance(event, PersonForgotten)]
        self._people = {event.person for event in forgotten}
        self._accounts = {one for event in forgotten for one in event.accounts}
        self._named = {*fold_people(events).names} | self._people
        self._merged = dict[str, str]()

    def why_gone(self, row: StoredEvent) -> str | None:
        """The reason why a row is not taken, if it names somebody who was forgotten, or is no event."""
        try:
            event = codec.decode_row(people.EVENTS, row)
        except ValueError as error:
            return str(error)
        if not isinstance(event, people.EVENTS):
            return message("A row is about something that is not there.")
        gone = isinstance(event, PersonNamed | AccountLinked) and event.person in self._people
        if gone or (isinstance(event, AccountLinked) and digest(event.account) in self._accounts):
            return message("Somebody was forgotten here; forget them there too.")
        return None

    def why_unknown(self, row: StoredEvent) -> str | None:
        """The reason why a row is not taken that else would be, if no row before it names whom it is about."""
        event = codec.decode_row(people.EVENTS, row)
        if isinstance(event, PersonNamed | PersonForgotten):
            self._named.add(event.person)
        if isinstance(event, PersonSplit):
            self._merged.pop(event.person, None)
        ids = {event.person, getattr(event, "into", event.person), getattr(event, "other", event.person)}
        if not ids <= self._named or (isinstance(event, PeopleMerged) and not self._can_merge(event)):
            return message("Row {version} is about somebody who is not known.", version=row.version)
        return None

    def _can_merge(self, event: PeopleMerged) -> bool:
        """False: the two would be each other, which no program could follow."""
        chain = [event.into]
        while chain[-1] in self._merged:
            chain.append(self._merged[chain[-1]])
        if event.person not in chain:
            self._merged[event.person] = event.into
        return event.person not in chain
