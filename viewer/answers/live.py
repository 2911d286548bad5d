"""Answers of the live record: the table, the preview of a move, entries that need the board or the notation."""

import hmac
from functools import partial
from random import Random, SystemRandom
from typing import Annotated, Final, TypeAlias

from core.json_values import Bounds
from eventstore.answers.bodies import LongText, ShortText, body
from eventstore.answers.context import Id, RequestContext
from eventstore.answers.shared import SharedAnswers
from eventstore.answers.values import JSON, Later, Response, json_bytes
from eventstore.answers.write_request import Write
from eventstore.matches.match import Match
from viewer.components.live.entries import DEALT, Entered, event_of
from viewer.components.live.payload import payload, preview
from viewer.components.live.taps import Taps
from viewer.components.play.rounds import rounds_so_far
from viewer.locale.language import translate
from viewer.texts.load_match import cache_key, checked

MAX_TAPS: Final = 60
"""Maximum taps of a query and maximum pieces of a slot; no move and no draw of a game has more."""

Tap: TypeAlias = Annotated[str, Bounds(max_length=200)]
AllTaps: TypeAlias = Annotated[tuple[Tap, ...], Bounds(max_length=MAX_TAPS)]


@body()
class EntryCreate:
    """One entry in place of an event: `line` in notation, `drawn`, the pieces tapped into each slot, or a `deal`."""

    line: LongText | None = None
    drawn: Annotated[tuple[AllTaps, ...], Bounds(max_length=MAX_TAPS)] | None = None
    deal: bool = False
    time: ShortText | None = None

    def __post_init__(self) -> None:
        if (self.line is not None) + (self.drawn is not None) + self.deal != 1:
            raise ValueError("an entry has exactly one of line, drawn and deal")

    @property
    def entered(self) -> Entered:
        return Entered(self.line, self.drawn, self.deal)


def live(context: RequestContext, id: Id, within: AllTaps = ()) -> Later | Response:
    """The current table (see `viewer.components.live.payload`), with `records`: whether the reader may record."""
    match = checked(context.match(id))
    known = _tables.known(_key(context, match, within))
    if known is not None:
        return _of(match, known)
    return Later("tables", _key(context, match, within), partial(_table, context, match, within), partial(_of, match))


def preview_move(context: RequestContext, id: Id, event: Annotated[str, Bounds(max_length=20_000)]) -> Later:
    """The changes that a move, an event as JSON, would make on the current table; null if it is not legal now."""
    match = checked(context.match(id))
    key = "preview", *cache_key(match), event
    return Later("tables", key, lambda: json_bytes(preview(match, event)), partial(_of, match))


def record(write: Write, body: EntryCreate) -> Response:
    """Record one event that the board or the notation makes of the entry; the answer is the table after it."""
    version, key = write.preconditions["expected_version"], write.preconditions["idempotency_key"]
    rng = _random(write.context, key) if key else SystemRandom()
    match = write.record(
        lambda matches: [event_of(matches.match(write.id, until=version), body.entered, rng)],
        [body.time] if body.time else None,
    )
    if body.deal:
        _note_that_it_was_dealt(write.context, match)
    return _of(match, _table(write.context, match, ()))


def _of(match: Match, body: bytes) -> Response:
    return Response(200, {"Content-Type": JSON, "ETag": f'"{match.version}"'}, body)


def _random(context: RequestContext, key: str) -> Random:
    """The same draws for a repeated request, which its sender cannot predict."""
    return Random(hmac.digest(context.principal.secret, key.encode(), "sha256"))


def _note_that_it_was_dealt(context: RequestContext, match: Match) -> None:
    dealt, version = translate(DEALT), match.version
    if all(note.about != version or note.text != dealt for note in context.records.notes(match.id)):
        context.records.note(match.id, version, dealt)
        context.host.notify(match.id)


def _table(context: RequestContext, match: Match, within: Taps) -> bytes:
    records = context.principal.has_role("recorder", match.id)
    return _tables.get(_key(context, match, within), lambda: _payload(match, within, records))


def _key(context: RequestContext, match: Match, within: Taps) -> tuple[object, ...]:
    return *cache_key(match), within, context.principal.has_role("recorder", match.id)


_tables: Final = SharedAnswers[bytes](32 << 20)


def _payload(match: Match, within: Taps, records: bool) -> bytes:
    read_only: dict[str, object] = {} if records else {"moves": [], "numbers": [], "openings": [], "pictures": {}}
    table = payload(match, within)
    rounds: dict[str, object] = {"so_far": rounds_so_far(match)} if records and table["sheet"] else {}
    return json_bytes({**table, **read_only, **rounds, "records": records})
