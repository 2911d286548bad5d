"""Answers of the replay: a match to step through, other moves tried out in it, and a line of those kept as a fork."""

from functools import partial
from hashlib import blake2b
from random import SystemRandom
from typing import Annotated, Final

from core.json_types import json_type
from core.json_values import Bounds
from eventstore.answers.bodies import LongText, NonNegative, SomeEvents, body
from eventstore.answers.context import Id, RequestContext
from eventstore.answers.parameters import InHeader
from eventstore.answers.representations import decode_events
from eventstore.answers.shared import stop_if_abandoned
from eventstore.answers.values import JSON, Later, Response, json_bytes
from eventstore.answers.write_request import Fork
from eventstore.matches.match import Match
from viewer.answers.live import AllTaps, EntryCreate
from viewer.components.live.payload import LiveRecordData
from viewer.components.replay import exploring
from viewer.components.replay.exploring import LineJson, TriedLine, line_to_json
from viewer.components.replay.for_reader import ForReaderJson, for_reader
from viewer.components.replay.payload import PackedObject, TailJson, packed_payload, tail
from viewer.texts.load_match import cache_key, checked

LongHeader = Annotated[str, Bounds(max_length=2000)]

VARY: Final = {"Vary": "Accept-Language, Cookie, Authorization"}


@body()
class LineCreate:
    """The events played after the effective event `since`, in place of those of the match at version `base`."""

    base: NonNegative
    since: NonNegative
    events: SomeEvents


@body()
class Exploration:
    """The line that a reader tries: the line so far, the version of the table shown, and one more entry there.

    With `whole` the answer has all steps. `within` and `preview` are the query of the live record.
    """

    line: LineCreate | None = None
    at: NonNegative | None = None
    entry: EntryCreate | None = None
    within: AllTaps = ()
    preview: LongText | None = None
    whole: bool = False


class ExploreAnswer(TailJson):
    """The match with the line, null without moves; `to` is its last version."""

    line: LineJson | None
    to: int
    live_record: LiveRecordData


def replay(
    context: RequestContext,
    id: Id,
    known: Annotated[LongHeader | None, InHeader("If-None-Match")] = None,
    accepted: Annotated[LongHeader, InHeader("Accept-Encoding")] = "",
) -> Later | Response:
    """The payload of `viewer.components.replay.payload` with the relatives of the match and the rights of the reader.

    The ETag changes with all of it and with the language.
    """
    match, more = _match_and_more(context, id)
    etag = f'"{blake2b(repr((cache_key(match), more)).encode(), digest_size=12).hexdigest()}"'
    headers = VARY | {"ETag": etag, "Cache-Control": context.cache_control(id)}
    if known is not None and etag in known:
        return Response(304, headers)

    def finish(packed: PackedObject) -> Response:
        typed = headers | {"Content-Type": JSON}
        if "gzip" not in accepted:
            return Response(200, typed, packed.json(more))
        return Response(
            200, typed | {"Content-Encoding": "gzip", "Vary": f"{VARY['Vary']}, Accept-Encoding"}, packed.gzip(more)
        )

    return Later("answers", ("replay", *cache_key(match)), partial(packed_payload, match), finish)


def _match_and_more(context: RequestContext, id: str) -> tuple[Match, ForReaderJson]:
    match = context.match(id)
    forks = [fork.id for fork in context.host.index.forks(id) if context.may_list(fork.id)]
    return match, for_reader(match, context.records, forks, context.principal)


def explore(context: RequestContext, id: Id, body: Exploration) -> Later:
    """The line after the entry, its steps, and the table to show (the payload of the live record); writes nothing."""
    match = checked(context.match(id))
    key = "explore", *cache_key(match), json_type(Exploration).text(body)
    headers = {"Content-Type": JSON, "Cache-Control": "no-store"}
    return Later(
        "answers", key, partial(_explored, context, match, body), lambda answer: Response(200, headers, answer)
    )


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
        "live_record": exploring.live_record(here, line, body.within, body.preview),
    }
    return json_bytes(answer)


def keep(context: RequestContext, id: Id, new: Fork, body: LineCreate) -> dict[str, str]:
    """Keep a line as a fork, whole or not at all, with a note that it was not played."""
    checked(context.match(id))
    return {"id": exploring.keep(context.records, id, _line(context, id, body), **new).id}


def _line(context: RequestContext, id: str, body: LineCreate) -> TriedLine:
    return TriedLine(body.base, body.since, tuple(decode_events(context.host.game_of(id), body.events)))
