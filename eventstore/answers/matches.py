"""Answers about games, lists of matches, and one match at any version."""

from collections.abc import Callable, Hashable
from dataclasses import asdict, fields, replace
from functools import partial
from itertools import islice
from typing import Annotated, Final, Literal, TypeAlias

from core import games, record
from core.errors import InvalidInput
from core.game import facts_of
from core.json_values import Bounds
from core.messages import message
from eventstore.answers.content import (
    GameResponse,
    LogResponse,
    MatchList,
    MatchResponse,
    MatchRowResponse,
    MoveList,
    MoveResponse,
)
from eventstore.answers.context import Id, Name, RequestContext
from eventstore.answers.parameters import InDocument, MadeBy
from eventstore.answers.problems import Unanswered
from eventstore.answers.representations import event_object, frame_content, log_entry_content, match_content
from eventstore.answers.shared import SharedAnswers, while_wanted
from eventstore.answers.values import JSON, Later, Response, json_bytes
from eventstore.formats import script
from eventstore.matches.match import Match, no_match, validate_date
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.projection import MatchRow

MAX_PAGE_BYTES: Final = 4 << 20
"""Bytes after which a page of frames ends: each frame holds a whole state, which may grow."""

SCRIPT: Final = "application/jsonl"
TEXT: Final = "text/plain"

Version: TypeAlias = Annotated[int, Bounds(ge=1, le=10**9)]
At: TypeAlias = Annotated[Version | None, InDocument("The version of the match; default: the newest.", (7,))]
FilterText: TypeAlias = Annotated[str, Bounds(max_length=200)] | None
FilterDate: TypeAlias = Annotated[
    Annotated[str, Bounds(pattern=r"^[0-9]{4}(-[0-9]{2}){0,2}$")] | None, InDocument(examples=("2026-11",))
]


def games_known() -> list[GameResponse]:
    """The games that can be recorded."""
    return [
        GameResponse(
            key=game.KEY,
            title=game.TITLE,
            seats=(game.SEATS[0], game.SEATS[-1]),
            events=[kind.__name__ for kind in game.EVENTS],
            options=asdict(game.Options()),
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
    context: RequestContext,
    details: Annotated[MatchFilter, MadeBy(details_filter)],
    game: FilterText = None,
    person: Annotated[list[str], Bounds(max_length=10)] | None = None,
    seats: Annotated[int, Bounds(ge=0, le=100)] | None = None,
    place: FilterText = None,
    tag: FilterText = None,
    depth: Literal["moves", "rounds", "final"] | None = None,
    state: Literal["open", "finished", "closed", "damaged"] | None = None,
    since: FilterDate = None,
    until: FilterDate = None,
    withdrawn: Annotated[bool, InDocument("The withdrawn matches instead of the others.")] = False,
) -> MatchFilter:
    """The filter of a request, limited to matches that the principal may list; `person` may be repeated."""
    _require_date("since", since)
    _require_date("until", until)
    listed = MatchFilter(ids=context.host.access.grants().listed_matches(context.principal))
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
        raise Unanswered(422, message("{name}: {why}", name=parameter, why=str(error))) from None


Filter: TypeAlias = Annotated[MatchFilter, MadeBy(match_filter)]


def matches(
    context: RequestContext,
    selection: Filter,
    limit: Annotated[int, Bounds(ge=1, le=500)] = 50,
    cursor: Annotated[Name | None, InDocument("The `next` of the previous page.")] = None,
) -> MatchList:
    """Matches by date played, newest first; new matches do not shift the pages.

    Games, people, places, tags and details are compared without case, accents and signs. A name that no listed match
    has gives an empty list, whether it is known elsewhere or not.

    422: there is no match at the cursor any more; begin again without it.
    """
    if cursor is not None and not (context.host.index.row(cursor) and context.may_list(cursor)):
        raise Unanswered(
            422, message("cursor: there is no such match any more; begin again with the first page, without a cursor.")
        )
    found = context.host.index.matches(limit=limit + 1, after=cursor, **selection)
    page = [_row_content(context, row) for row in found[:limit]]
    following = page[-1].id if len(found) > limit else None
    return MatchList(matches=page, next=following, behind=context.host.index.is_behind())


def match(context: RequestContext, id: Id, at: At = None) -> MatchResponse:
    """A match as of a version, with the state of its game."""
    return match_content(context, context.match(id, at))


def moves(
    context: RequestContext,
    id: Id,
    at: At = None,
    limit: Annotated[int, Bounds(ge=1, le=10_000)] = 1000,
) -> Later | Response:
    """The legal events of the seat to move; empty if chance comes next or the match is over."""
    return _later(context, id, at, ("moves", limit), partial(_moves, limit))


def _moves(limit: int, match: Match) -> MoveList:
    game, now = match.game, match.now
    legal = list(islice(while_wanted(game.legal_moves(now.state)), limit + 1)) if match.state == "open" else []
    page = [MoveResponse(event=event_object(move), notation=game.write(move)) for move in legal[:limit]]
    return MoveList(version=match.version, turn=now.turn, moves=page, all=len(legal) <= limit)


def frames(
    context: RequestContext,
    id: Id,
    at: At = None,
    after: Annotated[Version | None, InDocument("The `next` of the previous page; `at` must be its `version`.")] = None,
    limit: Annotated[int, Bounds(ge=1, le=1000)] = 1000,
) -> Later | Response:
    """The state of the game after each effective event; a page ends at `limit` frames or at 4 MiB."""
    compute = partial(_frames, after, limit)
    return _later(context, id, at, ("frames", after, limit), compute, context.host.frames)


def _frames(after: int | None, limit: int, match: Match) -> bytes:
    """A `FrameList` as JSON, of frames that are written once: their length says where the page ends."""
    first = 0
    if after is not None:
        first = 1 + next((index for index, frame in enumerate(match.frames) if frame.version == after), -1)
        if not first:
            raise Unanswered(422, f"after: no frame of match {match.id} has version {after}.")
    page, size = list[bytes](), 0
    for frame in while_wanted(match.frames[first : first + limit]):
        page.append(json_bytes(frame_content(frame)))
        size += len(page[-1])
        if size >= MAX_PAGE_BYTES:
            break
    last = first + len(page)
    following = None if last == len(match.frames) else match.frames[last - 1].version
    frames = b",".join(page)
    return b'{"version":%d,"frames":[%b],"next":%b}' % (match.version, frames, json_bytes(following))


def log(context: RequestContext, id: Id, at: At = None) -> Later | Response:
    """All recorded events, including those that were taken back or corrected."""
    return _later(context, id, at, ("log", context.principal), _log)  # It names parents.


def _log(match: Match) -> LogResponse:
    effective = {entry.version for entry in record.effective_entries(match.log)}
    entries = [log_entry_content(entry, effective) for entry in while_wanted(match.log)]
    return LogResponse(version=match.version, log=entries)


def match_script(context: RequestContext, id: Id) -> Later:
    """The whole log, its notes and its photos as a match script."""

    def compute() -> bytes:
        return "".join(while_wanted(script.with_notes_and_photos(context.records, context.match(id)))).encode()

    headers = {"Content-Type": SCRIPT}
    return Later("exports", ("script", id, context.principal), compute, lambda body: Response(200, headers, body))


def match_text(context: RequestContext, id: Id) -> Later:
    """The whole log and its notes in the text notation."""

    def compute() -> bytes:
        return script.write_text(context.match(id), context.records.notes(id)).encode()

    headers = {"Content-Type": f"{TEXT}; charset=utf-8"}
    return Later("exports", ("text", id, context.principal), compute, lambda body: Response(200, headers, body))


def _row_content(context: RequestContext, row: MatchRow) -> MatchRowResponse:
    content = MatchRowResponse(*(getattr(row, each.name) for each in fields(MatchRowResponse)))
    return content if content.parent is None or context.may_list(content.parent) else replace(content, parent=None)


def _later(
    context: RequestContext,
    id: str,
    at: int | None,
    kind: Hashable,
    compute: Callable[[Match], object],
    kept: SharedAnswers[bytes] | None = None,
) -> Later | Response:
    """The value computed of the match as of version `at`, which is the ETag; `kind` names all else that it depends on.

    An earlier version is read and folded in the queue too.
    """
    version, redactions, match = _asked_version(context, id, at)
    key = kind, id, version, redactions, match.covered if match else None

    def finish(body: bytes) -> Response:
        return Response(200, {"Content-Type": JSON, "ETag": f'"{version}"'}, body)

    def computed() -> bytes:
        value = compute(match or context.match(id, version))
        return value if isinstance(value, bytes) else json_bytes(value)

    body = kept.known(key) if kept else None
    if body is not None:
        return finish(body)
    return Later("answers", key, partial(kept.get, key, computed) if kept else computed, finish)


def _asked_version(context: RequestContext, id: str, at: int | None) -> tuple[int, int, Match | None]:
    """The version that is asked for, the number of redactions before it is read, and the match if it is the newest one.

    A match of a game that covers choices is read at once: what is covered differs by reader. Raises UnknownMatch if the
    principal must not know of the match.
    """
    redactions = context.records.people().redactions
    if at is None or (context.can_see(id) and facts_of(context.host.game_of(id)).covered):
        match = context.match(id, at)
        return match.version, redactions, match
    if not context.can_see(id):
        raise no_match(id)
    return at, redactions, None
