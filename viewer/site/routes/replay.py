"""Routes of the replay: a match to step through, other moves tried out in it, and a line of those kept as a fork."""

from functools import partial
from hashlib import blake2b
from random import SystemRandom
from typing import Annotated, Final

from fastapi import APIRouter, Header, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import to_json
from starlette.concurrency import run_in_threadpool

from eventstore.matches.match import Match
from eventstore.service.context import Context, Id, RequestContext
from eventstore.service.requests import Events, LongText, NonNegative
from eventstore.service.serializers import decode_events
from eventstore.service.shared_answers import stop_if_abandoned
from eventstore.service.strict_json import StrictRoute
from eventstore.service.write_request import Fork
from viewer.components.live.payload import LiveRecordData
from viewer.components.replay import exploring
from viewer.components.replay.exploring import LineJson, TriedLine, line_to_json
from viewer.components.replay.for_reader import ForReaderJson, for_reader
from viewer.components.replay.payload import TailJson, packed_payload, tail
from viewer.site.routes.live import MAX_TAPS, EntryCreate, Tap
from viewer.texts.load_match import cache_key, checked

router = APIRouter(prefix="/view/matches/{id}", route_class=StrictRoute, include_in_schema=False)

VARY: Final = {"Vary": "Accept-Language, Cookie, Authorization"}


class LineCreate(BaseModel):
    """The events played after the effective event `since`, in place of those of the match at version `base`."""

    model_config = ConfigDict(extra="forbid", strict=True)
    base: NonNegative
    since: NonNegative
    events: Annotated[Events, Field(min_length=1)]


class Exploration(BaseModel):
    """The line that a reader tries: the line so far, the version of the table shown, and one more entry there.

    With `whole` the answer has all steps. `within` and `preview` are the query of the live record.
    """

    model_config = ConfigDict(extra="forbid", strict=True)
    line: LineCreate | None = None
    at: NonNegative | None = None
    entry: EntryCreate | None = None
    within: Annotated[list[Tap], Field(max_length=MAX_TAPS)] = []
    preview: LongText | None = None
    whole: bool = False


class ExploreAnswer(TailJson):
    """The match with the line, null without moves; `to` is its last version."""

    line: LineJson | None
    to: int
    live_record: LiveRecordData


@router.get("/replay")
async def replay(
    context: Context,
    request: Request,
    id: Id,
    known: Annotated[str | None, Header(alias="If-None-Match", max_length=2000)] = None,
    accepted: Annotated[str, Header(alias="Accept-Encoding", max_length=2000)] = "",
) -> Response:
    """The payload of `viewer.components.replay.payload` with the relatives of the match and the rights of the reader.

    The ETag changes with all of it and with the language.
    """
    match, more = await run_in_threadpool(_match_and_more, context, id)
    etag = f'"{blake2b(repr((cache_key(match), more)).encode(), digest_size=12).hexdigest()}"'
    headers = VARY | {"ETag": etag, "Cache-Control": context.cache_control(id)}
    if known is not None and etag in known:
        return Response(status_code=304, headers=headers)
    key = "replay", *cache_key(match)
    packed = await context.state.answers.answer(request, key, partial(packed_payload, match), client=context.client)
    if "gzip" not in accepted:
        return Response(await run_in_threadpool(packed.json, more), headers=headers, media_type="application/json")
    headers |= {"Content-Encoding": "gzip", "Vary": f"{VARY['Vary']}, Accept-Encoding"}
    return Response(packed.gzip(more), headers=headers, media_type="application/json")


def _match_and_more(context: RequestContext, id: str) -> tuple[Match, ForReaderJson]:
    match = context.match(id)
    forks = [fork.id for fork in context.state.index.forks(id) if context.may_list(fork.id)]
    return match, for_reader(match, context.records, forks, context.principal)


@router.post("/explore")
async def explore(context: Context, request: Request, id: Id, body: Exploration) -> Response:
    """The line after the entry, its steps, and the table to show (the payload of the live record); writes nothing."""
    match = await run_in_threadpool(lambda: checked(context.match(id)))
    key = "explore", *cache_key(match), body.model_dump_json()
    compute = partial(_explored, context, match, body)
    answer = await context.state.answers.answer(request, key, compute, client=context.client)
    return Response(answer, media_type="application/json", headers={"Cache-Control": "no-store"})


def _explored(context: RequestContext, match: Match, body: Exploration) -> bytes:
    id = match.id
    line = _line(context, id, body.line) if body.line else TriedLine(match.version, body.at or match.now.version)
    base = match if line.base == match.version else context.match(id, line.base)
    at = body.at
    if body.entry is not None:
        line, at = exploring.play(base, line, at, body.entry.entered, SystemRandom()), None
    stop_if_abandoned()
    whole = exploring.tried(base, line)
    stop_if_abandoned()
    here = exploring.table_at(base, line, whole, at)
    answer: ExploreAnswer = {
        "line": line_to_json(line) if line.events else None,
        **tail(whole, None if body.whole else line.since),
        "to": whole.now.version,
        "live_record": exploring.live_record(here, line, tuple(body.within), body.preview),
    }
    return to_json(answer)


@router.post("/lines", status_code=201)
def keep(context: Context, id: Id, new: Fork, body: LineCreate) -> dict[str, str]:
    """Keep a line as a fork, whole or not at all, with a note that it was not played."""
    checked(context.match(id))
    return {"id": exploring.keep(context.records, id, _line(context, id, body), **new).id}


def _line(context: RequestContext, id: str, body: LineCreate) -> TriedLine:
    return TriedLine(body.base, body.since, tuple(decode_events(context.state.game_of(id), body.events)))
