"""Routes of the live record: the table, the preview of a move, entries that need the board or the notation."""

import hmac
from functools import partial
from random import Random, SystemRandom
from typing import Annotated, Final, TypeAlias

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import to_json
from starlette.concurrency import run_in_threadpool

from eventstore.matches.match import Match
from eventstore.service.context import Context, Id, RequestContext
from eventstore.service.requests import LongText, ShortText
from eventstore.service.serializers import json_response
from eventstore.service.shared_answers import SharedAnswers
from eventstore.service.strict_json import StrictRoute
from eventstore.service.write_request import Write
from viewer.components.live.entries import DEALT, Entered, event_of
from viewer.components.live.payload import payload, preview
from viewer.components.live.taps import Taps
from viewer.locale.language import translate
from viewer.texts.load_match import cache_key, checked

router = APIRouter(prefix="/view/matches/{id}", route_class=StrictRoute, include_in_schema=False)

Tap: TypeAlias = Annotated[str, Field(max_length=200)]

MAX_TAPS: Final = 60
"""Maximum taps of a query and maximum pieces of a slot; no move and no draw of a game has more."""


class EntryCreate(BaseModel):
    """One entry in place of an event: `line` in notation, `drawn`, the pieces tapped into each slot, or a `deal`."""

    model_config = ConfigDict(extra="forbid", strict=True)
    line: LongText | None = None
    drawn: Annotated[list[Annotated[list[Tap], Field(max_length=MAX_TAPS)]], Field(max_length=MAX_TAPS)] | None = None
    deal: bool = False
    time: ShortText | None = None

    @model_validator(mode="after")
    def _exactly_one(self) -> "EntryCreate":
        if (self.line is not None) + (self.drawn is not None) + self.deal != 1:
            raise ValueError("an entry has exactly one of line, drawn and deal")
        return self

    @property
    def entered(self) -> Entered:
        return Entered(self.line, None if self.drawn is None else tuple(map(tuple, self.drawn)), self.deal)


@router.get("/live")
async def live(
    context: Context,
    request: Request,
    id: Id,
    within: Annotated[list[Tap], Query(max_length=MAX_TAPS)] = [],  # noqa: B006
) -> Response:
    """The current table (see `viewer.components.live.payload`), with `records`: whether the reader may record."""
    match = await run_in_threadpool(lambda: checked(context.match(id)))
    key = _key(context, match, tuple(within))
    body = _tables.known(key)
    if body is None:
        compute = partial(_table, context, match, tuple(within))
        body = await context.state.tables.answer(request, key, compute, client=context.client)
    return json_response(match.version, body)


@router.get("/live/preview")
async def preview_move(
    context: Context, request: Request, id: Id, event: Annotated[str, Query(max_length=20_000)]
) -> Response:
    """The changes that a move, an event as JSON, would make on the current table; null if it is not legal now."""
    match = await run_in_threadpool(lambda: checked(context.match(id)))
    key = "preview", *cache_key(match), event
    changes = await context.state.tables.answer(request, key, partial(preview, match, event), client=context.client)
    return json_response(match.version, to_json(changes))


@router.post("/entries")
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
    return json_response(match.version, _table(write.context, match, ()))


def _random(context: RequestContext, key: str) -> Random:
    """The same draws for a repeated request, which its sender cannot predict."""
    return Random(hmac.digest(context.principal.secret, key.encode(), "sha256"))


def _note_that_it_was_dealt(context: RequestContext, match: Match) -> None:
    dealt, version = translate(DEALT), match.version
    if all(note.about != version or note.text != dealt for note in context.records.notes(match.id)):
        context.records.note(match.id, version, dealt)
        context.state.feed.notify(match.id)


def _table(context: RequestContext, match: Match, within: Taps) -> bytes:
    records = context.principal.has_role("recorder", match.id)
    return _tables.get(_key(context, match, within), lambda: _payload(match, within, records))


def _key(context: RequestContext, match: Match, within: Taps) -> tuple[object, ...]:
    return *cache_key(match), within, context.principal.has_role("recorder", match.id)


_tables: Final = SharedAnswers[bytes](32 << 20)


def _payload(match: Match, within: Taps, records: bool) -> bytes:
    read_only: dict[str, object] = {} if records else {"moves": [], "numbers": [], "openings": [], "pictures": {}}
    return to_json({**payload(match, within), **read_only, "records": records})
