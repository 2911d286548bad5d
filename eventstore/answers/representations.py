"""Conversion of matches and entries to responses, and of request bodies to events."""

import json
from collections.abc import Collection, Sequence
from typing import Any

from core.errors import InvalidInput
from core.game import AnyGame
from core.record import Frame
from core.record_events import META_EVENTS, Entry, MatchDescribed
from eventstore import codec
from eventstore.answers.bodies import JsonObject
from eventstore.answers.content import (
    EntryResponse,
    FrameResponse,
    LogEntryResponse,
    MatchResponse,
    PlayerResponse,
)
from eventstore.answers.context import RequestContext
from eventstore.matches.match import Match


def match_content(context: RequestContext, match: Match) -> MatchResponse:
    header, now = match.header, match.now
    return MatchResponse(
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
        visibility=context.host.access.grants().visibility(match.id),
        details=match.details,
        withdrawn=match.withdrawal is not None,
        into=match.joined_with(match.withdrawal.into) if match.withdrawal and match.withdrawal.into else None,
        table=now.state,
    )


def event_object(event: object) -> JsonObject:
    """An event as it is recorded, as a JSON object."""
    return {"type": codec.name_of(event), **json.loads(codec.encode_data(event))}


def frame_content(frame: Frame) -> FrameResponse:
    return FrameResponse(
        version=frame.version,
        event=event_object(frame.event),
        seat=frame.seat,
        turn=frame.turn,
        round=frame.round,
        scores=list(frame.scores),
        happened_at=frame.happened_at,
        table=frame.state,
    )


def entry_content(entry: Entry) -> EntryResponse:
    return EntryResponse(entry.version, event_object(entry.event), entry.happened_at)


def log_entry_content(entry: Entry, effective: Collection[int]) -> LogEntryResponse:
    """The entry of a log; `effective` are the versions of its effective entries."""
    stands = None if isinstance(entry.event, META_EVENTS) else entry.version in effective
    return LogEntryResponse(entry.version, event_object(entry.event), entry.happened_at, stands)


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
