"""Addresses that record: open, record, take back, correct, close, fork, show."""

from collections.abc import Callable

from fastapi import APIRouter, HTTPException, Response

from core import games
from core.game import AnyGame
from eventstore import codec
from eventstore.match import MATCHES, Match, UnknownMatch
from eventstore.records import Records
from eventstore.service.problems import Stale, consequence
from eventstore.service.shapes import (
    Closing,
    Correction,
    Forking,
    Opening,
    Preview,
    Recording,
    Showing,
    Standing,
    TakingBack,
)
from eventstore.service.strict import StrictRoute
from eventstore.service.telling import events, standing
from eventstore.service.visit import Id, Key, Seen, Visit, Visiting
from eventstore.store import Conflict

router = APIRouter(prefix="/matches", tags=["record"], route_class=StrictRoute)


@router.post("", status_code=201)
def open_match(visit: Visiting, told: Opening, response: Response, key: Key = None) -> Standing:
    """Open a match. People who are not known yet become so."""
    visit.need("recorder")
    game = _game(told)
    happened = events(game, told.events)
    header = told.model_dump(exclude={"game", "players", "events"})
    return _made(visit, response, key, lambda id: visit.records.start(game, told.players, *happened, **header, id=id))


@router.post("/{id}/events")
def record(
    visit: Visiting, id: Id, told: Recording, response: Response, key: Key = None, seen: Seen = None
) -> Standing:
    """Record what happened next: events of the game, or about the record."""
    visit.need("recorder", id)
    new = events(visit.records.match(id).game, told.events)
    command = visit.command(key)
    return _written(
        visit,
        id,
        response,
        seen,
        lambda after: visit.records.record(id, *new, after=after, command=command, times=told.times),
    )


@router.post("/{id}/takebacks")
def take_back(
    visit: Visiting, id: Id, told: TakingBack, response: Response, key: Key = None, seen: Seen = None
) -> Standing:
    """Take back what the players took back at the table."""
    visit.need("recorder", id)
    command = visit.command(key)
    return _written(
        visit,
        id,
        response,
        seen,
        lambda after: visit.records.take_back(id, told.since, told.why, after=after, command=command),
    )


@router.post("/{id}/corrections")
def correct(
    visit: Visiting, id: Id, told: Correction, response: Response, key: Key = None, seen: Seen = None
) -> Standing:
    """Correct what the recorder got wrong. Refused with its consequences when later events would be illegal then."""
    visit.need("recorder", id)
    new = events(visit.records.match(id).game, told.events)
    command = visit.command(key)
    return _written(
        visit,
        id,
        response,
        seen,
        lambda after: visit.records.correct(id, told.since, told.until, new, told.why, after=after, command=command),
    )


@router.post("/{id}/corrections/preview")
def preview(visit: Visiting, id: Id, told: Correction) -> Preview:
    """What a correction would do; writes nothing."""
    visit.need("recorder", id)
    new = events(visit.records.match(id).game, told.events)
    changed, broken = visit.records.consequences(id, told.since, told.until, new)
    scores = None if broken else list(changed.now.scores)
    return Preview.model_validate({"consequences": [*map(consequence, broken)], "scores": scores})


@router.post("/{id}/close")
def close(visit: Visiting, id: Id, told: Closing, response: Response, key: Key = None, seen: Seen = None) -> Standing:
    """End a match that its rules did not end."""
    visit.need("recorder", id)
    command = visit.command(key)
    return _written(
        visit,
        id,
        response,
        seen,
        lambda after: visit.records.close(id, told.reason, after=after, command=command),
    )


@router.post("/{id}/forks", status_code=201)
def fork(visit: Visiting, id: Id, told: Forking, response: Response, key: Key = None) -> Standing:
    """Go another way from an event on, in a match of its own."""
    visit.need("viewer", id)
    visit.need("recorder")
    return _made(visit, response, key, lambda new: _forking(visit, new).fork(id, told.at))


@router.put("/{id}/visibility")
def show(visit: Visiting, id: Id, told: Showing, response: Response, key: Key = None) -> Standing:
    """Choose who sees the match without a token."""
    visit.need("recorder", id)
    match = visit.records.match(id)
    visit.house.access.show(id, told.visibility, command=visit.command(key))
    return standing(visit, match, response)


def _game(told: Opening) -> AnyGame:
    game = games.find(told.game)
    try:
        codec.decode_options(game, told.options)
    except codec.NotAnEvent as error:
        raise HTTPException(422, str(error)) from None
    return game


def _forking(visit: Visit, id: str | None) -> Records:
    """Records that call what they fork next by this id."""
    if id is None:
        return visit.records
    return Records(visit.records.store, by=visit.visitor.by, now=visit.house.now, new_id=lambda: id)


def _made(visit: Visit, response: Response, key: str | None, make: Callable[[str | None], Match]) -> Standing:
    """A new match, or the one that was made under this key before."""
    id = visit.new_id(key)
    try:
        made = visit.records.match(id) if id else make(None)
    except UnknownMatch:
        try:
            made = make(id)
        except Conflict as conflict:  # The same wish was faster.
            made = visit.records.match(conflict.stream.removeprefix(MATCHES))
    response.headers["Location"] = f"/api/matches/{made.id}"
    return standing(visit, made, response)


def _written(
    visit: Visit, id: str, response: Response, seen: str | None, write: Callable[[int | None], Match]
) -> Standing:
    """What came of a write; who did not say which version was seen means whatever there is by then."""
    after = int(seen.strip('"')) if seen else None
    while True:
        try:
            return standing(visit, write(after), response)
        except Conflict:
            if after is None:
                continue
            now = visit.records.match(id)
            raise Stale(standing(visit, now, response), now.version) from None
