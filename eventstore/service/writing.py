"""Write routes of matches: create, record, take back, correct, close, fork, set the visibility."""

from fastapi import APIRouter, HTTPException, Response

from core import games
from core.game import AnyGame
from eventstore import codec
from eventstore.match import Match
from eventstore.records import Records
from eventstore.service.answers import Preview, Standing
from eventstore.service.change import Changing
from eventstore.service.problems import consequence
from eventstore.service.strict import StrictRoute
from eventstore.service.telling import events, standing
from eventstore.service.visit import Id, Key, Visit, Visiting
from eventstore.service.wishes import Closing, Correction, Forking, Opening, Recording, Showing, TakingBack

router = APIRouter(prefix="/matches", tags=["record"], route_class=StrictRoute)


@router.post("", status_code=201)
def open_match(visit: Visiting, told: Opening, response: Response, key: Key = None) -> Standing:
    """Create a match. Unknown players are created."""
    visit.need("recorder")
    game = _game(told)
    happened = events(game, told.events)
    header = told.model_dump(exclude={"game", "players", "events"})
    id, command = visit.new_id(key), visit.command(key)
    made = visit.records.start(game, told.players, *happened, **header, id=id, command=command)
    return _made(visit, made, response)


@router.post("/{id}/events")
def record(change: Changing, told: Recording) -> Standing:
    """Append events of the game or of the record, all or none."""
    return change.done(Records.record, *change.events(told.events), times=told.times)


@router.post("/{id}/takebacks")
def take_back(change: Changing, told: TakingBack) -> Standing:
    """Record that the players took back moves."""
    return change.done(Records.take_back, told.since, told.why)


@router.post("/{id}/corrections")
def correct(change: Changing, told: Correction) -> Standing:
    """Correct a recording error. Refused, with the list of consequences, if later events would become illegal."""
    return change.done(Records.correct, told.since, told.until, change.events(told.events), told.why)


@router.post("/{id}/corrections/preview")
def preview(visit: Visiting, id: Id, told: Correction) -> Preview:
    """The effect of a correction; writes nothing."""
    visit.need("recorder", id)
    new = events(visit.house.game_of(id), told.events)
    changed, broken = visit.records.consequences(id, told.since, told.until, new)
    scores = None if broken else list(changed.now.scores)
    return Preview.model_validate({"consequences": [*map(consequence, broken)], "scores": scores})


@router.post("/{id}/close")
def close(change: Changing, told: Closing) -> Standing:
    """End a match that its rules did not end."""
    return change.done(Records.close, told.reason)


@router.post("/{id}/forks", status_code=201)
def fork(visit: Visiting, id: Id, told: Forking, response: Response, key: Key = None) -> Standing:
    """Create a new match that continues from an event of this match."""
    visit.need("viewer", id)
    visit.need("recorder")
    made = visit.records.fork(id, told.at, new=visit.new_id(key), command=visit.command(key))
    return _made(visit, made, response)


@router.put("/{id}/visibility")
def show(visit: Visiting, id: Id, told: Showing, response: Response, key: Key = None) -> Standing:
    """Set the visibility of the match for requests without a token."""
    visit.need("recorder", id)
    match = visit.records.match(id)
    visit.house.access.show(id, told.visibility, command=visit.command(key))
    answer = standing(visit, match, response)
    answer.visibility = told.visibility  # Also for a repeated request, even if it was changed since.
    return answer


def _game(told: Opening) -> AnyGame:
    game = games.find(told.game)
    try:
        codec.decode_options(game, told.options)
    except codec.NotAnEvent as error:
        raise HTTPException(422, str(error)) from None
    return game


def _made(visit: Visit, match: Match, response: Response) -> Standing:
    response.headers["Location"] = f"/api/matches/{match.id}"
    return standing(visit, match, response)
