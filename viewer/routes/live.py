"""Routes of the live record: the table, the preview of a move, entries that need the board or the notation."""

import hmac
from functools import partial
from random import Random, SystemRandom
from typing import Annotated, Final, TypeAlias

from fastapi import APIRouter, HTTPException, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import to_json
from starlette.concurrency import run_in_threadpool

from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.service.context import Context, Id, RequestContext
from eventstore.service.requests import LongText, ShortText
from eventstore.service.serializers import set_etag
from eventstore.service.shared_answers import SharedAnswers
from eventstore.service.strict_json import StrictRoute
from eventstore.service.write_request import Write
from viewer.language import translate
from viewer.live.entries import DEALT, Entered, event_of
from viewer.live.payload import payload, preview
from viewer.live.taps import Taps
from viewer.load_match import cache_key
from viewer.routes.matches import load

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


@router.get("/live")
async def live(
    context: Context,
    request: Request,
    id: Id,
    within: Annotated[list[Tap], Query(max_length=MAX_TAPS)] = [],  # noqa: B006
) -> Response:
    """The current table (see `viewer.live.payload`), with `records`: whether the reader may record."""
    match = await run_in_threadpool(load, context, id)
    key = _key(context, match, tuple(within))
    body = _tables.known(key)
    if body is None:
        compute = partial(_table, context, match, tuple(within))
        body = await context.state.tables.answer(request, key, compute)
    return _json_response(match, body)


@router.get("/live/preview")
def preview_move(context: Context, id: Id, event: Annotated[str, Query(max_length=20_000)]) -> Response:
    """The changes that a move, an event as JSON, would make on the current table; null if it is not legal now."""
    match = load(context, id)
    return _json_response(match, to_json(preview(match, event)))


@router.post("/entries")
def record(write: Write, body: EntryCreate) -> Response:
    """Record one event that the board or the notation makes of the entry; the answer is the table after it."""
    expected, key = (write.preconditions[name] for name in ("expected_version", "idempotency_key"))
    assert expected is None or isinstance(expected, int)
    rng = _random(write.context, str(key)) if key else SystemRandom()
    entered = Entered(body.line, None if body.drawn is None else tuple(map(tuple, body.drawn)), body.deal)

    def append(matches: MatchRepository) -> Match:
        event = _event(matches.match(write.id, until=expected), entered, rng)
        match = matches.record(write.id, event, times=[body.time] if body.time else None, **write.preconditions)
        if body.deal:
            _note_that_it_was_dealt(matches, match)
        return match

    return _table_response(write.context, write.append(append))


def _event(match: Match, entered: Entered, rng: Random) -> object:
    try:
        return event_of(match, entered, rng)
    except ValueError as error:
        raise HTTPException(422, translate(str(error))) from None


def _random(context: RequestContext, key: str) -> Random:
    """The same draws for a repeated request, which its sender cannot predict."""
    return Random(hmac.digest(context.principal.secret, key.encode(), "sha256"))


def _note_that_it_was_dealt(matches: MatchRepository, match: Match) -> None:
    dealt = translate(DEALT)
    version = match.version
    if all(note.about != version or note.text != dealt for note in matches.notes(match.id)):
        matches.note(match.id, version, dealt)


def _table_response(context: RequestContext, match: Match) -> Response:
    return _json_response(match, _table(context, match, ()))


def _table(context: RequestContext, match: Match, within: Taps) -> bytes:
    records = context.principal.has_role("recorder", match.id)
    return _tables.get(_key(context, match, within), lambda: _payload(match, within, records))


def _key(context: RequestContext, match: Match, within: Taps) -> tuple[object, ...]:
    return *cache_key(match), within, context.principal.has_role("recorder", match.id)


def _json_response(match: Match, body: bytes) -> Response:
    response = Response(body, media_type="application/json", headers={"Cache-Control": "no-store"})
    set_etag(match, response)
    return response


_tables: Final = SharedAnswers[bytes](32 << 20)


def _payload(match: Match, within: Taps, records: bool) -> bytes:
    read_only: dict[str, object] = {} if records else {"moves": [], "openings": [], "pictures": {}}
    return to_json({**payload(match, within), **read_only, "records": records})
