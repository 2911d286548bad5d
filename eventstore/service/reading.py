"""Read routes: games, lists of matches, and one match at any version."""

from itertools import islice
from typing import Annotated, Final, Literal, TypeAlias

from fastapi import APIRouter, Depends, HTTPException, Query, Response
from pydantic_core import to_json, to_jsonable_python

from core import games, record
from eventstore.service.answers import Frames, GameKind, Log, Move, Moves, Row, Rows, Shown, Standing
from eventstore.service.telling import event, frame, logged, standing, tag
from eventstore.service.visit import Id, Visiting
from eventstore.wanted import Wanted

router = APIRouter()

LARGEST_PAGE: Final = 4 << 20
"""Bytes of game states after which a page of frames ends: each frame holds a whole state, which may grow."""

At: TypeAlias = Annotated[
    int | None, Query(ge=1, le=10**9, description="As of this version; else as it is now.", examples=[7])
]
Word: TypeAlias = Annotated[str | None, Query(max_length=200)]
Day: TypeAlias = Annotated[str | None, Query(pattern=r"^[0-9]{4}(-[0-9]{2}){0,2}$", examples=["2026-11"])]


@router.get("/games", tags=["games"])
def games_known() -> list[GameKind]:
    """The games that can be recorded."""
    return [
        GameKind(
            key=game.KEY,
            title=game.TITLE,
            seats=(game.SEATS[0], game.SEATS[-1]),
            events=[kind.__name__ for kind in game.EVENTS],
            options=to_jsonable_python(game.Options()),
        )
        for game in games.GAMES
    ]


def wanted(
    visit: Visiting,
    game: Word = None,
    person: Annotated[list[str] | None, Query(max_length=10)] = None,
    seats: Annotated[int | None, Query(ge=0, le=100)] = None,
    place: Word = None,
    tag: Word = None,
    depth: Literal["moves", "rounds", "final"] | None = None,
    state: Literal["open", "finished", "closed", "damaged"] | None = None,
    since: Day = None,
    until: Day = None,
) -> Wanted:
    """The filter of a request, limited to matches that the principal may list; `person` may be repeated."""
    return Wanted(
        game=game, person=person, seats=seats, place=place, tag=tag, depth=depth, state=state, since=since, until=until
    ) | Wanted(ids=visit.house.access.grants().finds(visit.visitor))


Wanting: TypeAlias = Annotated[Wanted, Depends(wanted)]


@router.get("/matches", tags=["look"])
def matches(
    visit: Visiting,
    which: Wanting,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    cursor: Annotated[
        str | None, Query(pattern=r"^[A-Za-z0-9_-]{1,40}$", description="The `next` of the page before.")
    ] = None,
) -> Rows:
    """Matches by date played, newest first; new matches do not shift the pages."""
    found = visit.house.library.matches(limit=limit + 1, behind=cursor, **which)
    page = [Row.model_validate(row) for row in found[:limit]]
    return Rows(matches=page, next=page[-1].id if len(found) > limit else None)


@router.get("/matches/{id}", tags=["look"])
def match(visit: Visiting, id: Id, response: Response, at: At = None) -> Standing:
    """A match as of a version, with the state of its game."""
    return standing(visit, visit.match(id, at), response)


@router.get("/matches/{id}/moves", tags=["look"])
def moves(
    visit: Visiting, id: Id, response: Response, at: At = None, limit: Annotated[int, Query(ge=1, le=10_000)] = 1000
) -> Moves:
    """The legal events of the seat to move; empty if chance comes next or the match is over."""
    found = tag(visit.match(id, at), response)
    game, now = found.game, found.now
    legal = list(islice(game.legal_moves(now.state), limit + 1)) if found.state == "open" else []
    told = [Move(event=event(move), notation=game.write(move)) for move in legal[:limit]]
    return Moves(version=found.version, turn=now.turn, moves=told, all=len(legal) <= limit)


@router.get("/matches/{id}/frames", tags=["look"])
def frames(
    visit: Visiting,
    id: Id,
    response: Response,
    at: At = None,
    after: Annotated[
        int | None, Query(ge=1, le=10**9, description="The `next` of the page before, with its `version` as `at`.")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 1000,
) -> Frames:
    """The state of the game after each effective event; a page ends at `limit` frames or at 4 MiB of states."""
    found = tag(visit.match(id, at), response)
    first = 0
    if after is not None:
        first = 1 + next((place for place, shown in enumerate(found.frames) if shown.version == after), -1)
        if not first:
            raise HTTPException(422, f"after: no frame of match {id} has version {after}.")
    page, size = list[Shown](), 0
    for shown in found.frames[first : first + limit]:
        page.append(frame(shown))
        size += len(to_json(page[-1].table))
        if size >= LARGEST_PAGE:
            break
    is_last = first + len(page) == len(found.frames)
    return Frames.model_construct(version=found.version, frames=page, next=None if is_last else page[-1].version)


@router.get("/matches/{id}/log", tags=["look"])
def log(visit: Visiting, id: Id, response: Response, at: At = None) -> Log:
    """All recorded events, including those that were taken back or corrected."""
    found = tag(visit.match(id, at), response)
    counts = {entry.version for entry in record.standing(found.log)}
    return Log(version=found.version, log=[logged(entry, counts) for entry in found.log])
