"""The notes or photos of two stores on one match, united by their ids; of those both changed the last change counts."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, NamedTuple

from eventstore import codec
from eventstore.maintenance.merge_rows import chained
from eventstore.matches import notes, photos
from eventstore.matches.notes import NoteChanged, NoteWithdrawn, NoteWritten
from eventstore.matches.photos import PhotoAttached, PhotoCaptioned, PhotoRemoved
from eventstore.store.store import StoredEvent


@dataclass(frozen=True)
class Annotations:
    """A kind of annotations: the prefix of its streams, their events, and those to add, change and remove one."""

    prefix: str
    events: tuple[type[Any], ...]
    showing: Callable[..., tuple[Any, ...]]
    added: type[Any]
    changed: Callable[[Any], object]
    removed: Callable[[str], object]
    removes: type[Any]


KINDS: Final = (
    Annotations(
        notes.STREAMS,
        notes.EVENTS,
        notes.showing,
        NoteWritten,
        lambda note: NoteChanged(note.id, note.text, note.glyph, note.marks, note.bookmark),
        NoteWithdrawn,
        NoteWithdrawn,
    ),
    Annotations(
        photos.STREAMS,
        photos.EVENTS,
        photos.showing,
        PhotoAttached,
        lambda photo: PhotoCaptioned(photo.id, photo.caption),
        PhotoRemoved,
        PhotoRemoved,
    ),
)


class Annotation(NamedTuple):
    """An annotation as it is shown (None: removed), the row that last changed it, the version it is about, and how it
    was shown last.
    """

    shown: Any
    row: StoredEvent
    about: int | None
    last: Any = None

    @property
    def age(self) -> tuple[str, str]:
        return self.row.recorded_at, codec.encode_event(self.shown) if self.shown else ""


def read(kind: Annotations, rows: Sequence[StoredEvent]) -> dict[str, Annotation]:
    """All annotations by id, removed ones included."""
    events = list(map(partial(codec.decode_row, kind.events), rows))
    shown = {one.id: one for one in kind.showing(events)}
    last = {event.id: row for event, row in zip(events, rows, strict=True)}
    about = {event.id: event.about for event in events if isinstance(event, kind.added)}
    before = {one.id: one for one in kind.showing(event for event in events if not isinstance(event, kind.removes))}
    return {id: Annotation(shown.get(id), row, about[id], before.get(id)) for id, row in last.items()}


def merged(
    kind: Annotations,
    stream: str,
    mine: Sequence[StoredEvent],
    others: Mapping[str, Annotation],
    places: Mapping[int | None, int | None],
) -> list[StoredEvent]:
    """The rows that bring annotations of the other store into those in the rows `mine` of the stream `stream`.

    `places` maps the versions they are about to versions here, None for the whole match.
    """
    known, rows = read(kind, mine), list[StoredEvent]()
    for id, one in others.items():
        before = known.get(id)
        about = before.about if before else places[one.about]
        shown = one.shown and replace(one.shown, about=about)
        if before is None and shown is None and one.last is not None:
            # A change of it that comes later, from somebody who does not know of the removal, must not bring it back.
            added = _with(one.row, replace(one.last, about=places[one.about]))
            rows += [added, _with(one.row, kind.removed(id))]
            continue
        if (before and before.shown) == shown or (before and before.age > one._replace(shown=shown).age):
            continue
        if shown is None:
            event = kind.removed(id)
        elif before is None or before.shown is None:
            event = shown
        else:
            event = kind.changed(shown)
        rows.append(_with(one.row, event))
    return chained(stream, mine[-1] if mine else None, rows)


def without(kind: Annotations, rows: Sequence[StoredEvent], leave: Collection[int]) -> list[StoredEvent]:
    """The rows but those with the versions `leave`: what each of the others shows, it shows without them, too.

    A change of an annotation that is left out adds it, as a merge would.
    """
    shown, held, kept = dict[str, Any](), set[str](), list[StoredEvent]()
    for row in rows:
        event: Any = codec.decode_row(kind.events, row)
        before = shown.get(event.id)
        after = shown[event.id] = next(iter(kind.showing([event], [before] if before else [])), None)
        if row.version in leave:
            continue
        if event.id not in held and not isinstance(event, kind.added):
            kept.append(_with(row, after or before))
        if event.id in held or isinstance(event, kind.added) or not after:
            kept.append(row)
        held = held | {event.id} if after else held - {event.id}
    return chained(rows[0].stream, None, kept)


def _with(row: StoredEvent, event: object) -> StoredEvent:
    new = codec.row(event)
    return row._replace(type=new.type, schema_version=new.schema_version, data=new.data, idempotency_key=None)
