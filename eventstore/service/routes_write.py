"""Write routes of matches: create, record, take back, correct, close, fork, set the visibility."""

from fastapi import APIRouter, Response

from core import games
from core.errors import InvalidInput
from core.game import AnyGame
from eventstore import codec
from eventstore.matches.match import Match
from eventstore.service.context import Context, Id, Key, RequestContext
from eventstore.service.errors import RESPONSES, consequence
from eventstore.service.requests import (
    CorrectionCreate,
    EventsAppend,
    ForkCreate,
    JsonObject,
    MatchClose,
    MatchCreate,
    TakeBackCreate,
    VisibilityUpdate,
    Withdrawal,
)
from eventstore.service.responses import CorrectionPreview, MatchResponse
from eventstore.service.serializers import decode_events, match_response
from eventstore.service.strict_json import StrictRoute
from eventstore.service.write_request import Fork, Write

router = APIRouter(prefix="/api/matches", tags=["recording"], responses=RESPONSES, route_class=StrictRoute)


@router.post("", status_code=201)
def open_match(context: Context, body: MatchCreate, response: Response, key: Key = None) -> MatchResponse:
    """Create a match. Unknown players are created."""
    context.require_role("recorder")
    game = _game(body.game, body.options)
    events = decode_events(game, body.events)
    match = context.records.start(
        game,
        body.players,
        *events,
        options=body.options,
        played_on=body.played_on,
        started_at=body.started_at,
        place=body.place,
        tags=body.tags,
        title=body.title,
        minutes=body.minutes,
        id=context.new_id(key),
        idempotency_key=context.idempotency_key(key),
    )
    return _created(context, match, response)


@router.post("/{id}/events")
def record(write: Write, body: EventsAppend) -> MatchResponse:
    """Append events of the game or of the record, all or none."""
    events = write.decode_events(body.events)
    return write.match_response(write.record(lambda _: events, body.times))


@router.post("/{id}/takebacks")
def take_back(write: Write, body: TakeBackCreate) -> MatchResponse:
    """Record that the players took back moves."""
    return write.apply(lambda matches: matches.take_back(write.id, body.since, body.why, **write.preconditions))


@router.post("/{id}/corrections")
def correct(write: Write, body: CorrectionCreate) -> MatchResponse:
    """Correct a recording error. Refused, with the list of consequences, if later events would become illegal."""
    events = write.decode_events(body.events)
    return write.apply(
        lambda matches: matches.correct(write.id, body.since, body.until, events, body.why, **write.preconditions)
    )


@router.post("/{id}/corrections/preview")
def preview(context: Context, id: Id, body: CorrectionCreate) -> CorrectionPreview:
    """The effect of a correction; writes nothing."""
    context.require_role("recorder", id)
    events = decode_events(context.state.game_of(id), body.events)
    corrected, illegal = context.records.invalidated(id, body.since, body.until, events)
    scores = None if illegal else list(corrected.now.scores)
    return CorrectionPreview.model_validate({"consequences": [*map(consequence, illegal)], "scores": scores})


@router.post("/{id}/close")
def close(write: Write, body: MatchClose) -> MatchResponse:
    """End a match that its rules did not end."""
    return write.apply(lambda matches: matches.close(write.id, body.reason, **write.preconditions))


@router.post("/{id}/withdrawal")
def withdraw(write: Write, body: Withdrawal) -> MatchResponse:
    """Leave the match out of lists, statistics and exports; it stays in the log and can be read by its id."""
    return write.apply(lambda matches: matches.withdraw(write.id, body.why, **write.preconditions))


@router.delete("/{id}/withdrawal")
def restore(write: Write) -> MatchResponse:
    """Bring a withdrawn match back."""
    return write.apply(lambda matches: matches.restore(write.id, **write.preconditions))


@router.post("/{id}/forks", status_code=201)
def fork(context: Context, id: Id, new: Fork, body: ForkCreate, response: Response) -> MatchResponse:
    """Create a new match that continues from an event of this match."""
    return _created(context, context.records.fork(id, body.at, **new), response)


@router.put("/{id}/visibility")
def set_visibility(
    context: Context, id: Id, body: VisibilityUpdate, response: Response, key: Key = None
) -> MatchResponse:
    """Set the visibility of the match for requests without a token."""
    context.require_role("recorder", id)
    match = context.records.match(id)
    context.state.access.set_visibility(id, body.visibility, idempotency_key=context.idempotency_key(key))
    answer = match_response(context, match, response)
    answer.visibility = body.visibility  # Also for a repeated request, even if it was changed since.
    return answer


def _game(key: str, options: JsonObject) -> AnyGame:
    """The game with this key. Raises InvalidInput for invalid options."""
    game = games.find(key)
    try:
        codec.decode_options(game, options)
    except codec.NotAnEvent as error:
        raise InvalidInput(str(error)) from None
    return game


def _created(context: RequestContext, match: Match, response: Response) -> MatchResponse:
    response.headers["Location"] = f"/api/matches/{match.id}"
    return match_response(context, match, response)
