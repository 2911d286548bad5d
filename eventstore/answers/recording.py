"""Answers that write to matches: create, record, take back, correct, close, fork, set the visibility."""

from dataclasses import replace

from core import games
from core.errors import InvalidInput
from core.game import AnyGame
from eventstore import codec
from eventstore.answers.bodies import (
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
from eventstore.answers.content import CorrectionPreview, MatchResponse
from eventstore.answers.context import Id, Key, RequestContext
from eventstore.answers.problems import consequence
from eventstore.answers.representations import decode_events, match_content
from eventstore.answers.values import Response, as_response
from eventstore.answers.write_request import Fork, Write
from eventstore.matches.match import Match


def open_match(context: RequestContext, body: MatchCreate, key: Key = None) -> Response:
    """Create a match. Unknown players are created."""
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
    return _created(context, match)


def record(write: Write, body: EventsAppend) -> MatchResponse:
    """Append events of the game or of the record, all or none."""
    events = write.decode_events(body.events)
    return write.content(write.record(lambda _: events, body.times))


def take_back(write: Write, body: TakeBackCreate) -> MatchResponse:
    """Record that the players took back moves."""
    return write.apply(lambda matches: matches.take_back(write.id, body.since, body.why, **write.preconditions))


def correct(write: Write, body: CorrectionCreate) -> MatchResponse:
    """Correct a recording error. Refused, with the list of consequences, if later events would become illegal."""
    events = write.decode_events(body.events)
    return write.apply(
        lambda matches: matches.correct(write.id, body.since, body.until, events, body.why, **write.preconditions)
    )


def preview(context: RequestContext, id: Id, body: CorrectionCreate) -> CorrectionPreview:
    """The effect of a correction; writes nothing."""
    events = decode_events(context.host.game_of(id), body.events)
    corrected, illegal = context.records.invalidated(id, body.since, body.until, events)
    scores = None if illegal else list(corrected.now.scores)
    return CorrectionPreview([*map(consequence, illegal)], scores)


def close(write: Write, body: MatchClose) -> MatchResponse:
    """End a match that its rules did not end."""
    return write.apply(lambda matches: matches.close(write.id, body.reason, **write.preconditions))


def withdraw(write: Write, body: Withdrawal) -> MatchResponse:
    """Leave the match out of lists, statistics and exports; it stays in the log and can be read by its id."""
    return write.apply(lambda matches: matches.withdraw(write.id, body.why, **write.preconditions))


def restore(write: Write) -> MatchResponse:
    """Bring a withdrawn match back."""
    return write.apply(lambda matches: matches.restore(write.id, **write.preconditions))


def fork(context: RequestContext, id: Id, new: Fork, body: ForkCreate) -> Response:
    """Create a new match that continues from an event of this match."""
    return _created(context, context.records.fork(id, body.at, **new))


def set_visibility(context: RequestContext, id: Id, body: VisibilityUpdate, key: Key = None) -> MatchResponse:
    """Set the visibility of the match for requests without a token."""
    match = context.records.match(id)
    context.host.access.set_visibility(id, body.visibility, idempotency_key=context.idempotency_key(key))
    # The chosen one also for a repeated request, even if it was changed since.
    return replace(match_content(context, match), visibility=body.visibility)


def _game(key: str, options: JsonObject) -> AnyGame:
    """The game with this key. Raises InvalidInput for invalid options."""
    game = games.find(key)
    try:
        codec.decode_options(game, options)
    except codec.NotAnEvent as error:
        raise InvalidInput(str(error)) from None
    return game


def _created(context: RequestContext, match: Match) -> Response:
    return as_response(match_content(context, match), 201, {"Location": f"/api/matches/{match.id}"})
