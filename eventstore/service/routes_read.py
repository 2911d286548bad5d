"""Read routes: games, lists of matches, and one match at any version."""

from itertools import islice
from typing import Annotated, Final, Literal, TypeAlias

from fastapi import APIRouter, Depends, HTTPException, Query, Response
from pydantic_core import to_json, to_jsonable_python

from core import games, record
from eventstore.readmodels.filters import MatchFilter
from eventstore.service.context import Context, Id
from eventstore.service.responses import (
    FrameList,
    FrameResponse,
    GameResponse,
    LogResponse,
    MatchList,
    MatchResponse,
    MatchRowResponse,
    MoveList,
    MoveResponse,
)
from eventstore.service.serializers import event_object, frame_response, log_entry_response, match_response, set_etag

router = APIRouter()

LARGEST_PAGE: Final = 4 << 20
"""Bytes of game states after which a page of frames ends: each frame holds a whole state, which may grow."""

At: TypeAlias = Annotated[
    int | None, Query(ge=1, le=10**9, description="As of this version; else as it is now.", examples=[7])
]
Word: TypeAlias = Annotated[str | None, Query(max_length=200)]
Day: TypeAlias = Annotated[str | None, Query(pattern=r"^[0-9]{4}(-[0-9]{2}){0,2}$", examples=["2026-11"])]


@router.get("/games", tags=["games"])
def games_known() -> list[GameResponse]:
    """The games that can be recorded."""
    return [
        GameResponse(
            key=game.KEY,
            title=game.TITLE,
            seats=(game.SEATS[0], game.SEATS[-1]),
            events=[kind.__name__ for kind in game.EVENTS],
            options=to_jsonable_python(game.Options()),
        )
        for game in games.GAMES
    ]


def wanted(
    visit: Context,
    game: Word = None,
    person: Annotated[list[str] | None, Query(max_length=10)] = None,
    seats: Annotated[int | None, Query(ge=0, le=100)] = None,
    place: Word = None,
    tag: Word = None,
    depth: Literal["moves", "rounds", "final"] | None = None,
    state: Literal["open", "finished", "closed", "damaged"] | None = None,
    since: Day = None,
    until: Day = None,
) -> MatchFilter:
    """The filter of a request, limited to matches that the principal may list; `person` may be repeated."""
    return MatchFilter(
        game=game, person=person, seats=seats, place=place, tag=tag, depth=depth, state=state, since=since, until=until
    ) | MatchFilter(ids=visit.house.access.grants().listed_matches(visit.visitor))


Wanting: TypeAlias = Annotated[MatchFilter, Depends(wanted)]


@router.get("/matches", tags=["look"])
def matches(
    visit: Context,
    which: Wanting,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    cursor: Annotated[
        str | None, Query(pattern=r"^[A-Za-z0-9_-]{1,40}$", description="The `next` of the page before.")
    ] = None,
) -> MatchList:
    """Matches by date played, newest first; new matches do not shift the pages."""
    found = visit.house.library.matches(limit=limit + 1, after=cursor, **which)
    page = [MatchRowResponse.model_validate(row) for row in found[:limit]]
    return MatchList(matches=page, next=page[-1].id if len(found) > limit else None)


@router.get("/matches/{id}", tags=["look"])
def match(visit: Context, id: Id, response: Response, at: At = None) -> MatchResponse:
    """A match as of a version, with the state of its game."""
    return match_response(visit, visit.match(id, at), response)


@router.get("/matches/{id}/moves", tags=["look"])
def moves(
    visit: Context, id: Id, response: Response, at: At = None, limit: Annotated[int, Query(ge=1, le=10_000)] = 1000
) -> MoveList:
    """The legal events of the seat to move; empty if chance comes next or the match is over."""
    found = set_etag(visit.match(id, at), response)
    game, now = found.game, found.now
    legal = list(islice(game.legal_moves(now.state), limit + 1)) if found.state == "open" else []
    told = [MoveResponse(event=event_object(move), notation=game.write(move)) for move in legal[:limit]]
    return MoveList(version=found.version, turn=now.turn, moves=told, all=len(legal) <= limit)


@router.get("/matches/{id}/frames", tags=["look"])
def frames(
    visit: Context,
    id: Id,
    response: Response,
    at: At = None,
    after: Annotated[
        int | None, Query(ge=1, le=10**9, description="The `next` of the page before, with its `version` as `at`.")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 1000,
) -> FrameList:
    """The state of the game after each effective event; a page ends at `limit` frames or at 4 MiB of states."""
    found = set_etag(visit.match(id, at), response)
    first = 0
    if after is not None:
        first = 1 + next((place for place, shown in enumerate(found.frames) if shown.version == after), -1)
        if not first:
            raise HTTPException(422, f"after: no frame of match {id} has version {after}.")
    page, size = list[FrameResponse](), 0
    for shown in found.frames[first : first + limit]:
        page.append(frame_response(shown))
        size += len(to_json(page[-1].table))
        if size >= LARGEST_PAGE:
            break
    is_last = first + len(page) == len(found.frames)
    return FrameList.model_construct(version=found.version, frames=page, next=None if is_last else page[-1].version)


@router.get("/matches/{id}/log", tags=["look"])
def log(visit: Context, id: Id, response: Response, at: At = None) -> LogResponse:
    """All recorded events, including those that were taken back or corrected."""
    found = set_etag(visit.match(id, at), response)
    counts = {entry.version for entry in record.effective_entries(found.log)}
    return LogResponse(version=found.version, log=[log_entry_response(entry, counts) for entry in found.log])
