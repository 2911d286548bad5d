"""Conversion of matches and entries to responses, and of request bodies to events."""

import json
from collections.abc import Collection, Sequence
from typing import Any

from fastapi import Response
from pydantic_core import to_jsonable_python

from core.errors import InvalidInput
from core.game import AnyGame
from core.record import Frame
from core.record_events import META_EVENTS, Entry, MatchDescribed
from eventstore import codec
from eventstore.matches.match import Match
from eventstore.service.context import RequestContext
from eventstore.service.requests import JsonObject
from eventstore.service.responses import (
    EntryResponse,
    FrameResponse,
    LogEntryResponse,
    MatchResponse,
    PlayerResponse,
)


def set_etag(match: Match, response: Response) -> Match:
    """Returns the match and sets its version as ETag of the response."""
    response.headers["ETag"] = f'"{match.version}"'
    return match


def json_response(version: int, body: bytes) -> Response:
    """A representation of a match in JSON, with its version as ETag."""
    return Response(body, headers={"ETag": f'"{version}"'}, media_type="application/json")


def match_response(context: RequestContext, match: Match, response: Response) -> MatchResponse:
    """The match as a response body; also sets the ETag."""
    set_etag(match, response)
    header, now = match.header, match.now
    return MatchResponse.model_construct(
        id=match.id,
        game=match.game.KEY,
        game_title=match.game_title,
        title=header.title,
        players=[PlayerResponse(id=person, name=match.people.name(person)) for person in header.players],
        options=codec.encode_options(match.options),
        played_on=header.played_on,
        place=header.place,
        tags=list(header.tags),
        version=match.version,
        state=match.state,
        turn=None if match.missing else now.turn,
        scores=list(now.scores),
        outcome=match.outcome,
        parent=match.parent,
        visibility=context.state.access.grants().visibility(match.id),
        details=match.details,
        withdrawn=match.withdrawal is not None,
        into=match.withdrawal.into if match.withdrawal else None,
        table=table(now.state),
    )


def table(state: object) -> Any:
    """A game's state as JSON."""
    return to_jsonable_python(state, fallback=list)  # Types unknown to the serializer are our own sequences.


def event_object(event: object) -> JsonObject:
    """An event as it is recorded, as a JSON object."""
    return codec.decode_object(codec.encode_event(event))


def frame_response(frame: Frame) -> FrameResponse:
    return FrameResponse.model_construct(
        **{name: getattr(frame, name) for name in ("version", "seat", "turn", "round", "happened_at")},
        event=event_object(frame.event),
        scores=list(frame.scores),
        table=table(frame.state),
    )


def entry_response(entry: Entry) -> EntryResponse:
    return EntryResponse(version=entry.version, event=event_object(entry.event), happened_at=entry.happened_at)


def log_entry_response(entry: Entry, effective: Collection[int]) -> LogEntryResponse:
    """The entry of a log; `effective` are the versions of its effective entries."""
    stands = None if isinstance(entry.event, META_EVENTS) else entry.version in effective
    return LogEntryResponse(**dict(entry_response(entry)), stands=stands)


def decode_events(game: AnyGame, objects: Sequence[JsonObject]) -> list[Any]:
    """The decoded events of a request. Raises InvalidInput with the index of the first invalid event."""
    decoded = []
    for index, fields in enumerate(objects):
        try:
            event = codec.decode_event(game, json.dumps(fields))
            if isinstance(event, MatchDescribed) and event.options is not None:
                codec.decode_options(game, event.options)
            decoded.append(event)
        except codec.NotAnEvent as error:
            raise InvalidInput(f"events.{index}: {error}") from None
    return decoded
