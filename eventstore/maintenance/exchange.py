"""In step: two stores hold the same afterwards, whatever each did alone.

    this store: the streams that changed since the last exchange  ->  the other one: checks them, merges them
    the other one: the streams that changed there                 ->  this store: checks them, merges them

Both the host of a request and its sender are functions of values: what carries the bytes is given from outside. A row
is never changed; checkpoints are hints, and without them everything is compared and nothing doubled; an exchange that
was cut off anywhere is repeated. Photos come last, one after the other.
"""

import json
from collections.abc import Callable, Collection, Generator, Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from core.errors import InvalidInput
from core.messages import message
from eventstore.access.authorized_store import AuthorizedStore
from eventstore.access.grants import LOCAL, Grants, NotAllowed, Principal
from eventstore.maintenance import merge_annotations
from eventstore.maintenance.copying import digests_of
from eventstore.maintenance.exchange_checks import KnownRows, checked_rows, is_history, refused_by_rules, with_forks
from eventstore.maintenance.families import Families, parents_in
from eventstore.maintenance.merge_people import Namesakes
from eventstore.maintenance.merging import ForkedMatch, MergeReport, merge
from eventstore.maintenance.outgoing import Outgoing, OutgoingPage, people_digest
from eventstore.maintenance.parcels import Parcel, pack, unpack
from eventstore.maintenance.photo_check import holds_photos
from eventstore.matches import exchanges, photos
from eventstore.matches.event_stream import EventStream
from eventstore.matches.exchanges import LocalRowsBrought
from eventstore.matches.repository import utc_now
from eventstore.store.sqlite_exclusive import ExclusiveStore
from eventstore.store.store import Append, Store

_ABOUT_NOTHING: Final = message("A note is about an entry that has not come yet; it is asked for again.")

_TOO_LARGE: Final = message("A match is too large for an exchange: save it as a file and import that.")

_FORMAT: Final = 1

_NO_MESSAGE: Final = message("This is no message of an exchange.")


@dataclass(frozen=True, slots=True)
class Checkpoints:
    """The place up to which two stores are in step, kept by the one that begins; all empty: everything is compared.

    `mine` and `theirs` are checkpoints of the two feeds, `people` the digest of the people both had. `again` and
    `refused` are streams to send once more and to ask for once more, as one side refused them. `photos` and `wanted`
    are streams with photos still to be sent and asked for, each with the first version that is new.
    """

    mine: str = ""
    theirs: str = ""
    people: str = ""
    again: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    photos: tuple[tuple[str, int], ...] = ()
    wanted: tuple[tuple[str, int], ...] = ()

    def text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def of(cls, text: str) -> "Checkpoints":
        """Those in a text of `text`; none if it is damaged, as they are only hints."""
        try:
            known = json.loads(text)
            mine, theirs, people = (str(known[name]) for name in ("mine", "theirs", "people"))
            again, refused = (tuple(map(str, known[name])) for name in ("again", "refused"))
            sends, wanted = (tuple(map(_photo, known[name])) for name in ("photos", "wanted"))
            return cls(mine, theirs, people, again, refused, sends, wanted)
        except (ValueError, TypeError, LookupError):
            return cls()


@dataclass(slots=True)
class Exchanged:
    """The result of an exchange: the merges on both sides, and the sentences that refused streams, by stream.

    `there` counts what went, `here` what came.
    """

    here: MergeReport = field(default_factory=MergeReport)
    there: MergeReport = field(default_factory=MergeReport)
    refused_here: dict[str, str] = field(default_factory=dict)
    refused_there: dict[str, str] = field(default_factory=dict)


class Taken(NamedTuple):
    """`held` are the row hashes in which the streams of a parcel end."""

    report: MergeReport
    refused: dict[str, str]
    held: Mapping[str, bytes]


def take(store: Store, content: bytes, principal: Principal | None, now: str) -> Taken:
    """Check a parcel and merge what passes into the store. `principal` None: see `checked_rows`.

    Raises InvalidInput for what is no parcel.
    """
    parcel = unpack(content)
    if not parcel.streams:
        return Taken(MergeReport(), {}, {})
    held = {name: rows[-1].row_hash for name, rows in parcel.streams.items()}
    families = Families(parents_in(parcel.streams) | Outgoing(store).parents)
    known = KnownRows(store, parcel.streams, families)
    checked = checked_rows(parcel, store, known, principal, now)
    with TemporaryDirectory(prefix="partie-") as folder:
        part = ExclusiveStore(Path(folder) / "parcel.db", synchronous="OFF")
        try:
            refused = checked.refused | _laid_out(part, checked.parcel, store, families)
            leave = {name: why for name, why in refused.items() if name not in checked.cut} | refused_by_rules(part)
            leave = with_forks(leave, part.streams(), families)
            refused |= leave
            if principal and (local := tuple(name for name in checked.local if name not in leave)):
                _state_local(store, local, principal, now)
            report = merge(store, part, now=lambda: now, leave=leave)
            kept_out = tuple(kind.prefix for kind in merge_annotations.KINDS)
            refused |= {name: _ABOUT_NOTHING for name in report.left if name.startswith(kept_out)}
        finally:
            part.close()
    return Taken(report, refused, held)


def _laid_out(part: Store, parcel: Parcel, store: Store, families: Families) -> dict[str, str]:
    """Write the parcel into a store of its own; photos that were not sent are those that this store has."""
    refused = dict[str, str]()
    for name, rows in parcel.streams.items():
        sources = [row.source for row in rows if row.source is not None]
        if len(sources) > len({*sources}):
            refused[name] = message("Two rows have the same source.")
            continue
        try:
            part.append_raw(rows)
        except (InvalidInput, OSError, OverflowError) as error:
            refused[name] = str(error)
            continue
        if not holds_photos(name) or not is_history(name, rows):
            continue
        needed = digests_of(name, rows)
        given = {digest: body for digest, body in parcel.contents.get(name, {}).items() if digest in needed}
        contents = given | _kept(store, name, needed - given.keys(), families)
        if contents:
            part.append(Append(name, (), expected_version=len(rows), by="", at="", blobs=contents))
    return refused


def _kept(store: Store, name: str, digests: Collection[str], families: Families) -> dict[str, bytes]:
    """The contents that this store keeps with the stream, or with that of another line of the match."""
    if not digests:
        return {}
    lines = families.of(name.removeprefix(photos.STREAMS)) if name.startswith(photos.STREAMS) else ()
    places = dict.fromkeys([name, *(photos.STREAMS + line for line in lines)])
    found = ((digest, store.blob(place, digest)) for digest in digests for place in places)
    return {digest: content for digest, content in found if content is not None}


def _state_local(store: Store, names: tuple[str, ...], principal: Principal, now: str) -> None:
    """State whose rows by `local` will come, before they do: an exchange may be cut off."""
    if principal.by == LOCAL.by:
        return
    stream = EventStream[None](
        store, exchanges.STREAM, exchanges.EVENTS, lambda events, before: None, None, by=principal.by, now=lambda: now
    )
    stream.write(lambda before: (LocalRowsBrought(names),))


def answer(
    store: Store, principal: Principal, grants: Callable[[], Grants], request: bytes, now: str
) -> tuple[bytes, MergeReport]:
    """The answer to a request of `exchange`, and what came with it. Raises InvalidInput, NotAllowed without a role."""
    if principal.role is None:
        raise NotAllowed(principal, "viewer")
    head, content = _split(request)
    after = str(head.get("after", ""))
    outgoing = Outgoing(store, AuthorizedStore(store, principal, grants).can_read, whole=principal.has_role("viewer"))
    if not outgoing.holds(after):
        return _message({"unknown": True}), MergeReport()
    taken = take(store, content, principal, now)
    outgoing.held |= taken.held
    said: dict[str, Any] = {"refused": taken.refused, "report": _said(taken.report)}
    if asked := head.get("photo"):
        name, since = _photo(asked)
        parcel, following = outgoing.photo(name, since)
        return _message(said | {"checkpoint": after, "next": following}, pack(parcel)), taken.report
    page = outgoing.page(after, again=[*map(str, head.get("again", ()))])
    people = people_digest(store)
    said |= {"checkpoint": page.checkpoint, "more": page.more, "photos": page.photos, "people": people}
    said["large"] = page.large
    parcel = outgoing.parcel(page.names, with_people=people != head.get("people"))
    return _message(said, pack(parcel)), taken.report


def _photo(asked: Any) -> tuple[str, int]:
    try:
        name, since = asked
        return str(name), int(since)
    except (TypeError, ValueError):
        raise InvalidInput(_NO_MESSAGE) from None


def exchange(
    store: Store,
    known: Checkpoints,
    keep: Callable[[Checkpoints], None] = lambda known: None,
    *,
    now: Callable[[], str] = utc_now,
    sends: bool = True,
) -> Generator[bytes, bytes, Exchanged]:
    """Bring this store and another one in step: yields requests, and is sent the answers of the other one.

    `keep` gets the checkpoints whenever they are further, to be kept for the next exchange. Without `sends` the other
    store is only read. Raises InvalidInput for what is no answer.
    """
    return (yield from _Exchange(store, known, keep, now, sends).run())


class _Exchange:
    def __init__(
        self, store: Store, known: Checkpoints, keep: Callable[[Checkpoints], None], now: Callable[[], str], sends: bool
    ) -> None:
        self._store, self._keep, self._now, self._sends = store, keep, now, sends
        self._outgoing, self._result = Outgoing(store), Exchanged()
        self._known = known if self._outgoing.holds(known.mine) else Checkpoints()
        self._again = Checkpoints(again=self._known.again, refused=self._known.refused)
        self._known = replace(self._known, again=(), refused=())

    def run(self) -> Generator[bytes, bytes, Exchanged]:
        more = True
        while more:
            more = yield from self._rows()
        while self._sends and self._known.photos:
            yield from self._send_photo()
        while self._known.wanted:
            yield from self._fetch_photo()
        if self._sends and (end := self._outgoing.end_of_known(self._known.mine)) is not None:
            self._move(mine=end)
        return self._result

    def _rows(self) -> Generator[bytes, bytes, bool]:
        """One page of streams in both directions; returns whether there are more."""
        known = self._known
        page = self._outgoing.page(known.mine, again=self._again.again) if self._sends else OutgoingPage((), known.mine)
        people = people_digest(self._store)
        parcel = self._outgoing.parcel(page.names, with_people=people != known.people) if self._sends else Parcel({})
        asked = {"after": known.theirs, "people": people, "again": self._again.refused}
        head, content = _split((yield _message(asked, pack(parcel))))
        if head.get("unknown"):  # Another store than before, or an earlier one.
            if known == Checkpoints():
                raise InvalidInput(message("The other store does not know its own checkpoint."))
            self._known = self._again = Checkpoints()
            self._outgoing.held.clear()
            return True
        self._again = Checkpoints()
        self._sent(head, parcel)
        taken = self._take(content)
        self._result.refused_there |= dict.fromkeys(page.large, _TOO_LARGE)
        self._result.refused_here |= dict.fromkeys(map(str, head.get("large", ())), _TOO_LARGE)
        agreed = head.get("people", "") if people_digest(self._store) == head.get("people") else ""
        self._outgoing.held |= taken.held
        self._move(
            mine=page.checkpoint,
            theirs=str(head.get("checkpoint", "")),
            people=agreed,
            photos=_joined(self._known.photos, page.photos),
            wanted=_joined(self._known.wanted, map(_photo, head.get("photos", ()))),
        )
        return page.more or bool(head.get("more"))

    def _send_photo(self) -> Generator[bytes, bytes, None]:
        (name, since), *left = self._known.photos
        parcel, following = self._outgoing.photo(name, since)
        if parcel.streams:
            head, _ = _split((yield _message({"after": self._known.theirs, "photo": ["", 0]}, pack(parcel))))
            if head.get("unknown"):
                raise InvalidInput(message("The other store was replaced meanwhile; try again."))
            self._sent(head, parcel)
            following = None if name in head.get("refused", {}) else following
        self._move(photos=tuple(left) if following is None else ((name, following), *left))

    def _fetch_photo(self) -> Generator[bytes, bytes, None]:
        (name, since), *left = self._known.wanted
        head, content = _split((yield _message({"after": self._known.theirs, "photo": [name, since]})))
        if head.get("unknown"):
            raise InvalidInput(message("The other store was replaced meanwhile; try again."))
        following = None if name in self._take(content).refused else head.get("next")
        self._move(wanted=tuple(left) if following is None else ((name, int(following)), *left))

    def _sent(self, head: Mapping[str, Any], parcel: Parcel) -> None:
        refused = {str(name): str(why) for name, why in head.get("refused", {}).items()}
        self._result.refused_there |= refused
        self._outgoing.held |= {name: rows[-1].row_hash for name, rows in parcel.streams.items() if name not in refused}
        _add(self._result.there, head.get("report", {}))
        self._known = replace(self._known, again=_joined(self._known.again, refused))

    def _take(self, content: bytes) -> Taken:
        taken = take(self._store, content, None, self._now())
        self._result.refused_here |= taken.refused
        _add(self._result.here, _said(taken.report))
        self._known = replace(self._known, refused=_joined(self._known.refused, taken.refused))
        return taken

    def _move(self, **further: Any) -> None:
        self._known = replace(self._known, **further)
        self._keep(self._known)


def _joined(one: Iterable[Any], more: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys([*one, *more]))


def _said(report: MergeReport) -> dict[str, Any]:
    """The fields of a report that are not empty."""
    return {name: value for name, value in asdict(report).items() if value}


def _add(report: MergeReport, said: Mapping[str, Any]) -> None:
    """Add what another report says, which came as JSON."""
    try:
        for each in fields(report):
            if (value := said.get(each.name)) is not None:
                made = _PARTS.get(each.name)
                setattr(
                    report, each.name, getattr(report, each.name) + ([made(**one) for one in value] if made else value)
                )
    except TypeError:
        raise InvalidInput(_NO_MESSAGE) from None


_PARTS: Final[Mapping[str, Callable[..., object]]] = {"forked": ForkedMatch, "namesakes": Namesakes}


def _message(head: Mapping[str, Any], content: bytes = b"") -> bytes:
    said = {"partie": _FORMAT, **{name: value for name, value in head.items() if value}}
    return json.dumps(said, separators=(",", ":")).encode() + b"\n" + content


def _split(text: bytes) -> tuple[dict[str, Any], bytes]:
    head, _, content = text.partition(b"\n")
    try:
        said = json.loads(head)
        if said["partie"] != _FORMAT:
            raise InvalidInput(message("The other store speaks another version of Partie; bring both up to date."))
        return said, content
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        if isinstance(error, InvalidInput):
            raise
        raise InvalidInput(_NO_MESSAGE) from None
