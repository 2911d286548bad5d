"""From what the store gives to what is answered, and from what was told to events."""

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
    """The match, its version told as the response's ETag."""
    response.headers["ETag"] = f'"{match.version}"'
    return match


def standing(visit: Visit, match: Match, response: Response) -> Standing:
    """The match as an answer."""
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
    return to_jsonable_python(state, fallback=list)  # What is no type of the serializer's is a sequence of our own.


def event(told: object) -> Told:
    """An event as it is recorded."""
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
    """The entry of a log of which the versions in `counts` stand."""
    stands = None if isinstance(entry.event, ASIDES) else entry.version in counts
    return Logged(**dict(entered(entry)), stands=stands)


def events(game: AnyGame, told: Sequence[Told]) -> list[Any]:
    """The events a request tells. Raises HTTPException naming the first that is none."""
    decoded = []
    for place, one in enumerate(told):
        try:
            decoded.append(codec.decode_event(game, json.dumps(one)))
        except codec.NotAnEvent as error:
            raise HTTPException(422, f"events.{place}: {error}") from None
    return decoded
