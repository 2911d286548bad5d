"""Read routes: games, lists of matches, and one match at any version."""

from collections.abc import Callable, Hashable
from functools import partial
from itertools import islice
from typing import Annotated, Final, Literal, TypeAlias

from fastapi import APIRouter, Depends, HTTPException, Query, Request, Response
from pydantic import BaseModel
from pydantic_core import to_json, to_jsonable_python
from starlette.concurrency import run_in_threadpool

from core import games, record
from core.errors import InvalidInput
from core.game import facts_of
from core.messages import message
from eventstore.matches.match import Match, no_match, validate_date
from eventstore.readmodels.filters import MatchFilter
from eventstore.service.context import Context, Id, RequestContext
from eventstore.service.errors import RESPONSES
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
from eventstore.service.serializers import (
    event_object,
    frame_response,
    json_response,
    log_entry_response,
    match_response,
)
from eventstore.service.shared_answers import SharedAnswers, while_wanted

router = APIRouter(prefix="/api", responses=RESPONSES)

MAX_PAGE_BYTES: Final = 4 << 20
"""Bytes of game states after filter a page of frames ends: each frame holds a whole state, filter may grow."""

At: TypeAlias = Annotated[
    int | None, Query(ge=1, le=10**9, description="The version of the match; default: the newest.", examples=[7])
]
FilterText: TypeAlias = Annotated[str | None, Query(max_length=200)]
FilterDate: TypeAlias = Annotated[str | None, Query(pattern=r"^[0-9]{4}(-[0-9]{2}){0,2}$", examples=["2026-11"])]


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


def details_filter(
    role: FilterText = None,
    expansion: FilterText = None,
    team: FilterText = None,
    color: FilterText = None,
    scenario: FilterText = None,
    variant: FilterText = None,
    difficulty: FilterText = None,
    series: FilterText = None,
    counted: bool | None = None,
) -> MatchFilter:
    """Details that a match, or one of its seats, must have; texts are compared without case, accents and signs."""
    return MatchFilter(
        role=role,
        expansion=expansion,
        team=team,
        color=color,
        scenario=scenario,
        variant=variant,
        difficulty=difficulty,
        series=series,
        counted=counted,
    )


def match_filter(
    context: Context,
    details: Annotated[MatchFilter, Depends(details_filter)],
    game: FilterText = None,
    person: Annotated[list[str] | None, Query(max_length=10)] = None,
    seats: Annotated[int | None, Query(ge=0, le=100)] = None,
    place: FilterText = None,
    tag: FilterText = None,
    depth: Literal["moves", "rounds", "final"] | None = None,
    state: Literal["open", "finished", "closed", "damaged"] | None = None,
    since: FilterDate = None,
    until: FilterDate = None,
    withdrawn: Annotated[bool, Query(description="The withdrawn matches instead of the others.")] = False,
) -> MatchFilter:
    """The filter of a request, limited to matches that the principal may list; `person` may be repeated."""
    _require_date("since", since)
    _require_date("until", until)
    listed = MatchFilter(ids=context.state.access.grants().listed_matches(context.principal))
    return (
        listed
        | details
        | MatchFilter(
            game=game,
            person=person,
            seats=seats,
            place=place,
            tag=tag,
            depth=depth,
            state=state,
            since=since,
            until=until,
            withdrawn=withdrawn,
        )
    )


def _require_date(parameter: str, date: str | None) -> None:
    try:
        validate_date(date)
    except InvalidInput as error:
        raise HTTPException(422, message("{name}: {why}", name=parameter, why=str(error))) from None


Filter: TypeAlias = Annotated[MatchFilter, Depends(match_filter)]


@router.get("/matches", tags=["matches"])
def matches(
    context: Context,
    selection: Filter,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    cursor: Annotated[
        str | None, Query(pattern=r"^[A-Za-z0-9_-]{1,40}$", description="The `next` of the previous page.")
    ] = None,
) -> MatchList:
    """Matches by date played, newest first; new matches do not shift the pages.

    Games, people, places, tags and details are compared without case, accents and signs. A name that no listed match
    has gives an empty list, whether it is known elsewhere or not.

    422: there is no match at the cursor any more; begin again without it.
    """
    if cursor is not None and not (context.state.index.row(cursor) and context.may_list(cursor)):
        raise HTTPException(
            422, message("cursor: there is no such match any more; begin again with the first page, without a cursor.")
        )
    found = context.state.index.matches(limit=limit + 1, after=cursor, **selection)
    page = [MatchRowResponse.model_validate(row) for row in found[:limit]]
    for row in page:
        if row.parent and not context.may_list(row.parent):
            row.parent = None
    following = page[-1].id if len(found) > limit else None
    return MatchList(matches=page, next=following, behind=context.state.index.is_behind())


@router.get("/matches/{id}", tags=["matches"])
def match(context: Context, id: Id, response: Response, at: At = None) -> MatchResponse:
    """A match as of a version, with the state of its game."""
    return match_response(context, context.match(id, at), response)


@router.get("/matches/{id}/moves", tags=["matches"], response_model=MoveList)
async def moves(
    context: Context,
    request: Request,
    id: Id,
    at: At = None,
    limit: Annotated[int, Query(ge=1, le=10_000)] = 1000,
) -> Response:
    """The legal events of the seat to move; empty if chance comes next or the match is over."""
    return await _json_response(context, request, id, at, ("moves", limit), partial(_moves, limit))


def _moves(limit: int, match: Match) -> MoveList:
    game, now = match.game, match.now
    legal = list(islice(while_wanted(game.legal_moves(now.state)), limit + 1)) if match.state == "open" else []
    page = [MoveResponse(event=event_object(move), notation=game.write(move)) for move in legal[:limit]]
    return MoveList(version=match.version, turn=now.turn, moves=page, all=len(legal) <= limit)


@router.get("/matches/{id}/frames", tags=["matches"], response_model=FrameList)
async def frames(
    context: Context,
    request: Request,
    id: Id,
    at: At = None,
    after: Annotated[
        int | None, Query(ge=1, le=10**9, description="The `next` of the previous page; `at` must be its `version`.")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 1000,
) -> Response:
    """The state of the game after each effective event; a page ends at `limit` frames or at 4 MiB of states."""
    compute = partial(_frames, after, limit)
    return await _json_response(context, request, id, at, ("frames", after, limit), compute, context.state.frames)


def _frames(after: int | None, limit: int, match: Match) -> FrameList:
    first = 0
    if after is not None:
        first = 1 + next((index for index, frame in enumerate(match.frames) if frame.version == after), -1)
        if not first:
            raise HTTPException(422, f"after: no frame of match {match.id} has version {after}.")
    page, size = list[FrameResponse](), 0
    for frame in while_wanted(match.frames[first : first + limit]):
        page.append(frame_response(frame))
        size += len(to_json(page[-1].table))
        if size >= MAX_PAGE_BYTES:
            break
    is_last = first + len(page) == len(match.frames)
    return FrameList.model_construct(version=match.version, frames=page, next=None if is_last else page[-1].version)


@router.get("/matches/{id}/log", tags=["matches"], response_model=LogResponse)
async def log(context: Context, request: Request, id: Id, at: At = None) -> Response:
    """All recorded events, including those that were taken back or corrected."""
    return await _json_response(context, request, id, at, ("log", context.principal), _log)  # It names parents.


def _log(match: Match) -> LogResponse:
    effective = {entry.version for entry in record.effective_entries(match.log)}
    entries = [log_entry_response(entry, effective) for entry in while_wanted(match.log)]
    return LogResponse(version=match.version, log=entries)


async def _json_response(
    context: RequestContext,
    request: Request,
    id: str,
    at: int | None,
    kind: Hashable,
    compute: Callable[[Match], BaseModel],
    kept: SharedAnswers[bytes] | None = None,
) -> Response:
    """The value computed of the match as of version `at`, which is the ETag; `kind` names all else that it depends on.

    An earlier version is read and folded in the queue too.
    """
    version, redactions, match = await run_in_threadpool(_asked_version, context, id, at)
    key = kind, id, version, redactions, match.covered if match else None

    def computed() -> bytes:
        return to_json(compute(match or context.match(id, version)))

    body = kept.known(key) if kept else None
    if body is None:
        shared = partial(kept.get, key, computed) if kept else computed
        body = await context.state.answers.answer(request, key, shared, client=context.client)
    return json_response(version, body)


def _asked_version(context: RequestContext, id: str, at: int | None) -> tuple[int, int, Match | None]:
    """The version that is asked for, the number of redactions before it is read, and the match if it is the newest one.

    A match of a game that covers choices is read at once: what is covered differs by reader. Raises UnknownMatch if the
    principal must not know of the match.
    """
    redactions = context.records.people().redactions
    if at is None or (context.can_see(id) and facts_of(context.state.game_of(id)).covered):
        match = context.match(id, at)
        return match.version, redactions, match
    if not context.can_see(id):
        raise no_match(id)
    return at, redactions, None
