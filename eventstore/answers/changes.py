"""The changes of a match after a position in its log, as server-sent events: a server goes on with them, see `feed`."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple, TypeAlias

from core.covered_choices import covered_versions
from core.game import facts_of
from core.json_values import Bounds
from core.record_events import Entry
from eventstore.answers.context import NO_STORE, Id, RequestContext
from eventstore.answers.parameters import InDocument, InHeader, MadeBy
from eventstore.answers.representations import entry_content
from eventstore.answers.values import Response, json_bytes
from eventstore.matches.match import MATCHES
from eventstore.matches.match_reader import hide_parents

MEDIA_TYPE = "text/event-stream"

Last: TypeAlias = Annotated[
    Annotated[str, Bounds(pattern=r"^[0-9]{1,9}$")] | None,
    InHeader("Last-Event-ID"),
    InDocument("The id of the last received event; browsers send it when they reconnect. Overrides `after`."),
]


class Cursor(NamedTuple):
    """A reader of the log who has what is up to the version `after`. `notes`: also wants to know that they changed.

    `beginning` is the event that tells a reader to begin anew, for whom the log ends too early.
    """

    after: int
    beginning: str
    notes: bool


def cursor_of(
    context: RequestContext,
    id: Id,
    after: Annotated[Annotated[int, Bounds(ge=0, le=10**9)], InDocument("Send only entries after this version.")] = 0,
    notes: Annotated[bool, InDocument("Also send an event `notes` whenever notes or photos have changed.")] = False,
    last: Last = None,
) -> Cursor:
    newest, position = context.match(id).version, int(last) if last else after
    if position <= newest:
        return Cursor(position, "", notes)
    # An older backup of the store was restored.
    return Cursor(0, f'id: 0\nevent: reset\ndata: {{"version": {newest}}}\n\n', notes)


AtCursor: TypeAlias = Annotated[Cursor, MadeBy(cursor_of)]


def changes(context: RequestContext, id: Id, cursor: AtCursor) -> Response:
    """Every entry of the log as it is recorded, as server-sent events; their ids are the versions.

    A choice that is covered is a `ChoiceCovered`; the event `opened` gives it as it is, once it may be seen. The first
    event is `reset` if the log ends before the position: the entries follow from the first one on.
    """
    entries = context.match(id).log[cursor.after :]
    text = cursor.beginning + as_events(context, id, entries, covered_before(context, id, cursor.after))
    return Response(200, {"Content-Type": MEDIA_TYPE, "Cache-Control": NO_STORE}, text.encode())


def covered_before(context: RequestContext, id: str, after: int) -> set[int]:
    """The versions up to `after` that the reader may have got covered."""
    if not after or not facts_of(context.host.game_of(id)).covered:
        return set()
    before = context.records.whole(id, context.records.store.read(MATCHES + id), after)
    return {*covered_versions(before.game, before.log, before.frames)}


def as_events(context: RequestContext, id: str, entries: Sequence[Entry], covered: set[int]) -> str:
    """New entries as the reader sees them, after those of the `covered` versions that no longer are.

    `covered` are the versions that the reader got covered; it is brought up to date.
    """
    opened, visible = _as_seen(context, id, entries, covered)
    parts = [f"event: opened\ndata: {_json(entry)}\n\n" for entry in opened]
    return "".join([*parts, *(f"id: {entry.version}\nevent: entry\ndata: {_json(entry)}\n\n" for entry in visible)])


def _json(entry: Entry) -> str:
    return json_bytes(entry_content(entry)).decode()


def _as_seen(
    context: RequestContext, id: str, entries: Sequence[Entry], covered: set[int]
) -> tuple[list[Entry], Sequence[Entry]]:
    if not facts_of(context.host.game_of(id)).covered:
        return [], hide_parents(entries, context.may_list)
    match = context.match(id)
    opened = [match.log[version - 1] for version in sorted(covered - match.covered)]
    covered &= match.covered
    covered |= {entry.version for entry in entries} & match.covered
    return opened, [match.log[entry.version - 1] for entry in entries]
