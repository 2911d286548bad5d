"""Write routes of matches: create, record, take back, correct, close, fork, set the visibility."""

from fastapi import APIRouter, HTTPException, Response

from core import games
from core.game import AnyGame
from eventstore import codec
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.service.context import Context, Id, Key, RequestContext
from eventstore.service.errors import consequence
from eventstore.service.requests import (
    CorrectionCreate,
    EventsAppend,
    ForkCreate,
    MatchClose,
    MatchCreate,
    TakeBackCreate,
    VisibilityUpdate,
)
from eventstore.service.responses import CorrectionPreview, MatchResponse
from eventstore.service.serializers import decode_events, match_response
from eventstore.service.strict_json import StrictRoute
from eventstore.service.write_request import Write

router = APIRouter(prefix="/matches", tags=["record"], route_class=StrictRoute)


@router.post("", status_code=201)
def open_match(visit: Context, told: MatchCreate, response: Response, key: Key = None) -> MatchResponse:
    """Create a match. Unknown players are created."""
    visit.require_role("recorder")
    game = _game(told)
    happened = decode_events(game, told.events)
    header = told.model_dump(exclude={"game", "players", "events"})
    id, command = visit.new_id(key), visit.idempotency_key(key)
    made = visit.records.start(game, told.players, *happened, **header, id=id, idempotency_key=command)
    return _made(visit, made, response)


@router.post("/{id}/events")
def record(change: Write, told: EventsAppend) -> MatchResponse:
    """Append events of the game or of the record, all or none."""
    return change.done(MatchRepository.record, *change.events(told.events), times=told.times)


@router.post("/{id}/takebacks")
def take_back(change: Write, told: TakeBackCreate) -> MatchResponse:
    """Record that the players took back moves."""
    return change.done(MatchRepository.take_back, told.since, told.why)


@router.post("/{id}/corrections")
def correct(change: Write, told: CorrectionCreate) -> MatchResponse:
    """Correct a recording error. Refused, with the list of consequences, if later events would become illegal."""
    return change.done(MatchRepository.correct, told.since, told.until, change.events(told.events), told.why)


@router.post("/{id}/corrections/preview")
def preview(visit: Context, id: Id, told: CorrectionCreate) -> CorrectionPreview:
    """The effect of a correction; writes nothing."""
    visit.require_role("recorder", id)
    new = decode_events(visit.house.game_of(id), told.events)
    changed, broken = visit.records.invalidated(id, told.since, told.until, new)
    scores = None if broken else list(changed.now.scores)
    return CorrectionPreview.model_validate({"consequences": [*map(consequence, broken)], "scores": scores})


@router.post("/{id}/close")
def close(change: Write, told: MatchClose) -> MatchResponse:
    """End a match that its rules did not end."""
    return change.done(MatchRepository.close, told.reason)


@router.post("/{id}/forks", status_code=201)
def fork(visit: Context, id: Id, told: ForkCreate, response: Response, key: Key = None) -> MatchResponse:
    """Create a new match that continues from an event of this match."""
    visit.require_role("viewer", id)
    visit.require_role("recorder")
    made = visit.records.fork(id, told.at, new=visit.new_id(key), idempotency_key=visit.idempotency_key(key))
    return _made(visit, made, response)


@router.put("/{id}/visibility")
def set_visibility(
    visit: Context, id: Id, told: VisibilityUpdate, response: Response, key: Key = None
) -> MatchResponse:
    """Set the visibility of the match for requests without a token."""
    visit.require_role("recorder", id)
    match = visit.records.match(id)
    visit.house.access.set_visibility(id, told.visibility, idempotency_key=visit.idempotency_key(key))
    answer = match_response(visit, match, response)
    answer.visibility = told.visibility  # Also for a repeated request, even if it was changed since.
    return answer


def _game(told: MatchCreate) -> AnyGame:
    game = games.find(told.game)
    try:
        codec.decode_options(game, told.options)
    except codec.NotAnEvent as error:
        raise HTTPException(422, str(error)) from None
    return game


def _made(visit: RequestContext, match: Match, response: Response) -> MatchResponse:
    response.headers["Location"] = f"/api/matches/{match.id}"
    return match_response(visit, match, response)
