"""Conversion of matches and entries to responses, and of request bodies to events."""

import json
from collections.abc import Collection, Sequence
from typing import Any

from fastapi import HTTPException, Response
from pydantic_core import to_jsonable_python

from core.entries import ASIDES, Entry
from core.game import AnyGame
from core.record import Frame
from eventstore import codec
from eventstore.match import Match
from eventstore.service.answers import Ending, Entered, Known, Logged, Shown, Standing
from eventstore.service.visit import Visit
from eventstore.service.wishes import Told


def tag(match: Match, response: Response) -> Match:
    """Returns the match and sets its version as ETag of the response."""
    response.headers["ETag"] = f'"{match.version}"'
    return match


def standing(visit: Visit, match: Match, response: Response) -> Standing:
    """The match as a response body; also sets the ETag."""
    tag(match, response)
    header, now, outcome = match.header, match.now, match.outcome
    return Standing.model_construct(
        id=match.id,
        game=match.game.KEY,
        game_title=match.game_title,
        title=header.title,
        players=[Known(id=person, name=match.people.name(person)) for person in header.players],
        options=codec.encode_options(match.options),
        played_on=header.played_on,
        place=header.place,
        tags=list(header.tags),
        version=match.version,
        state=match.state,
        turn=now.turn,
        scores=list(now.scores),
        outcome=Ending.model_construct(**to_jsonable_python(outcome)) if outcome else None,
        parent=match.parent,
        visibility=visit.house.access.grants().visibility(match.id),
        table=table(now.state),
    )


def table(state: object) -> Any:
    """A game's state as JSON."""
    return to_jsonable_python(state, fallback=list)  # Types unknown to the serializer are our own sequences.


def event(told: object) -> Told:
    """An event as it is recorded, as a JSON object."""
    return codec.decode_object(codec.encode_event(told))


def frame(shown: Frame) -> Shown:
    return Shown.model_construct(
        **{name: getattr(shown, name) for name in ("version", "seat", "turn", "round", "happened_at")},
        event=event(shown.event),
        scores=list(shown.scores),
        table=table(shown.state),
    )


def entered(entry: Entry) -> Entered:
    return Entered(version=entry.version, event=event(entry.event), happened_at=entry.happened_at)


def logged(entry: Entry, counts: Collection[int]) -> Logged:
    """The entry of a log; `counts` are the versions of its effective entries."""
    stands = None if isinstance(entry.event, ASIDES) else entry.version in counts
    return Logged(**dict(entered(entry)), stands=stands)


def events(game: AnyGame, told: Sequence[Told]) -> list[Any]:
    """The decoded events of a request. Raises HTTPException with the index of the first invalid event."""
    decoded = []
    for place, one in enumerate(told):
        try:
            decoded.append(codec.decode_event(game, json.dumps(one)))
        except codec.NotAnEvent as error:
            raise HTTPException(422, f"events.{place}: {error}") from None
    return decoded
