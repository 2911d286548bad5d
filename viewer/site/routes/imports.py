"""The route that imports a file of any format: a dry run with the guessed mapping and a sample, then the import."""

from collections.abc import Sequence
from functools import partial
from hashlib import blake2b
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, HTTPException, Query, Request
from pydantic import BaseModel, ConfigDict
from starlette.concurrency import run_in_threadpool

from core.game import Points
from core.messages import joined, message
from eventstore.answers.shared import stop_if_abandoned
from eventstore.matches.photo_file import MAX_UPLOAD_BYTES
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.projection import MatchRow
from eventstore.service.context import Context, ServerContext
from eventstore.service.errors import RESPONSES
from importers.files import MAX_SAMPLE, FileImport
from importers.preview import FOR_ROUTES, OURS, FileView, GivenFile, ProcessReader, ReadingView, read_files
from importers.reading import ImportOptions, meaning
from importers.reading import wins as reading_wins
from importers.summary import Problem, Summary
from importers.tables import cells, table
from importers.tables.confidence import SURE, THRESHOLD
from importers.tables.headers import Meaning
from importers.tables.mapping import Shape
from viewer.locale.language import translate

PATH: Final = "/api/imports"

TOO_LARGE: Final = message(
    "A file may have {most} MB here at most; the pages and `partie import` take larger ones.",
    most=MAX_UPLOAD_BYTES >> 20,
)

MAX_COLUMNS: Final = 200
"""Maximum columns of a table whose meaning a request states."""

router = APIRouter(tags=["imports"], responses=RESPONSES)

Words = Annotated[str, Query(max_length=200)]


class ColumnResponse(BaseModel):
    """A column of a table with its meaning, guessed or as the request states it."""

    model_config = ConfigDict(from_attributes=True)
    header: str
    meaning: Meaning


class PlayResponse(BaseModel):
    """One match of the sample; `winners` are seats, from 0."""

    played_on: str | None
    game: str
    players: list[str]
    scores: list[Points] | None
    winners: list[int]


class ReadingResponse(BaseModel):
    """One way to read a table or list, with its first plays; `unused` are headers that no play comes from."""

    columns: list[ColumnResponse]
    unused: list[str]
    plays: int
    sample: list[PlayResponse]


class ProblemResponse(BaseModel):
    """A problem in the file; `lost`: something was left out because of it."""

    where: str
    message: str
    lost: bool


class ImportResponse(BaseModel):
    """The result of an import, or what it would be in a dry run.

    `format` is null if nothing could be read, `columns` are those of a table, `unused` the headers of those that no
    play comes from. `confidence` in a guessed reading is in percent, `doubts` say why it is not sure, `others` are
    readings that explain the file about as well: the parameter `reading` takes one of them, the first as 2.
    `confirmed_on` is the day on which the mapping was confirmed for a file with this header, null for a guess.
    `matches` are the ids, new or not; those of a dry run are not kept. `batch` is the id of the import, null if it
    brought nothing.
    """

    dry_run: bool
    format: str | None
    columns: list[ColumnResponse]
    confidence: int
    doubts: list[str]
    unused: list[str]
    others: list[ReadingResponse]
    confirmed_on: str | None
    sample: list[PlayResponse]
    new: int
    changed: int
    unchanged: int
    refused: int
    seats: int
    people: int
    matches: list[str]
    problems: list[ProblemResponse]
    remarks: list[str]
    batch: str | None


_BODY: Final = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


@router.post(PATH, openapi_extra=_BODY)
async def import_file(
    request: Request,
    context: Context,
    name: Annotated[str, Query(max_length=200, description="The name of the file, for messages.")] = "file",
    dry_run: Annotated[bool, Query(description="Show what would come; nothing is written.")] = False,
    sure: Annotated[bool, Query(description="Import a guessed reading even if it is not sure.")] = False,
    reading: Annotated[int | None, Query(ge=1, description="The reading to take if it is not sure, from 1.")] = None,
    forget: Annotated[bool, Query(description="Forget the mapping that was confirmed for the header.")] = False,
    keep_valid: Annotated[bool, Query(description="Keep a match of Partie up to its first error.")] = False,
    column: Annotated[
        list[Words], Query(max_length=MAX_COLUMNS, description="HEADER=MEANING, or NUMBER=MEANING, from 1.")
    ] = [],  # noqa: B006
    sheet: Words | None = None,
    shape: Shape | None = None,
    day_first: bool | None = None,
    decimal: Literal[".", ","] | None = None,
    game: Words | None = None,
    undated: Annotated[bool, Query(description="The plays of the table have no dates.")] = False,
    wins: Annotated[
        list[Words], Query(max_length=MAX_COLUMNS, description="most, fewest or named, or TITLE=most for one game.")
    ] = [],  # noqa: B006
) -> ImportResponse:
    """Import the file in the body: its format is recognized by its content.

    A match that is in the store already is not added again, so the request is safe to repeat. The other parameters are
    those of `partie import` for tables and lists. Without `sure` or `reading`, a reading that is not sure is refused.
    """
    await run_in_threadpool(context.require_role, "recorder")
    content = await request.body()
    options = _options(
        column, wins, sheet=sheet, shape=shape, day_first=day_first, decimal=decimal, game=game, undated=undated
    )
    chosen = reading or int(sure)
    run = partial(
        _imported, context, name, content, options,
        dry_run=dry_run, chosen=chosen, forget=forget, keep_valid=keep_valid,
    )  # fmt: skip
    what = blake2b(content, digest_size=12).hexdigest(), name, repr(options), dry_run, chosen, forget, keep_valid
    key = "import", what, context.principal
    return await context.host.imports.answer(request, key, run, client=context.client)


def _options(columns: Sequence[str], wins: Sequence[str], **others: Any) -> ImportOptions:
    """Raises HTTPException for a column that is not stated as HEADER=MEANING, and for other words of who wins."""
    stated = []
    for column in columns:
        header, sign, word = column.rpartition("=")
        if not sign:
            raise HTTPException(422, f"{column!r} does not have the form HEADER=MEANING.")
        try:
            stated.append((header, meaning(word.strip())))
        except ValueError as error:
            raise HTTPException(422, translate(str(error))) from None
    try:
        return ImportOptions(stated, wins=reading_wins(wins), **others)
    except ValueError as error:
        raise HTTPException(422, translate(str(error))) from None


def _imported(
    context: ServerContext,
    name: str,
    content: bytes,
    options: ImportOptions,
    *,
    dry_run: bool,
    chosen: int,
    forget: bool,
    keep_valid: bool,
) -> ImportResponse:
    """`chosen` is the reading to take where one is not sure, from 1; 0: none."""
    reader = ProcessReader(FOR_ROUTES, waiting=lambda done, of: stop_if_abandoned())
    number = chosen or int(dry_run)
    given = GivenFile(name, cells.as_utf8(content), options, number - 1 if number else None)
    if dry_run:
        result = reader.dry_run(context.host.records.store, [given], keep_valid=keep_valid, forget=forget)
    else:  # With the rights of the principal, which may end while the import waits.
        records = MatchRepository(context.records.store, by=context.principal.by, now=context.host.now, files=[name])
        files = FileImport(records, Summary(files=1), keep_valid, forget=forget, read_foreign=reader.read)
        result = read_files(files, [given])
    summary = result.summary
    if not summary.matches and (lost := [problem for problem in summary.problems if problem.lost]):
        guessed = reader.form(content, options).mapping if dry_run and not result.too_costly else None
        if guessed is None or len(guessed.columns) < 2:
            raise HTTPException(422, _refusal(result.files, lost[0]))
        to_correct = ReadingView((), 0, guessed, guessed.unused())  # Its columns are not sufficient yet.
        return _response(summary, FileView(name, "", table.KEY, (to_correct,), percent=0), (), dry_run=True)
    if not dry_run:
        for match in summary.matches:
            context.host.notify(match)
    foreign = [view for view in result.files if view.format != OURS]
    least_sure = min(foreign, key=lambda view: view.percent, default=None)
    return _response(summary, least_sure, result.first, dry_run=dry_run)


def _refusal(files: Sequence[FileView], problem: Problem) -> str:
    for view in files:
        if view.asks:
            return translate(
                message(
                    "Nothing was imported: the confidence in the guessed reading is {percent} %, below {threshold} %: "
                    "{doubts} Look at a dry run, and repeat the request with sure=true, with reading=NUMBER or with "
                    "column=HEADER=MEANING.",
                    percent=view.percent,
                    threshold=THRESHOLD,
                    doubts=joined(view.doubts),
                )
            )
    return ": ".join(filter(None, (translate(problem.where), translate(problem.message))))


def _response(summary: Summary, view: FileView | None, rows: Sequence[MatchRow], *, dry_run: bool) -> ImportResponse:
    """`view` is that of the least sure file; None: all files are of Partie."""
    shown = view.readings[0] if view else ReadingView((), 0)
    return ImportResponse(
        dry_run=dry_run,
        format=next((source.format for source in summary.sources), None),
        columns=_columns(shown),
        confidence=view.percent if view else SURE.percent,
        doubts=list(map(translate, view.doubts)) if view else [],
        unused=list(shown.unused),
        others=list(map(_other, view.others)) if view else [],
        confirmed_on=(view and view.confirmed_on) or None,
        sample=list(map(_play, rows[:MAX_SAMPLE])),
        new=summary.new,
        changed=summary.changed,
        unchanged=summary.unchanged,
        refused=summary.refused,
        seats=summary.seats,
        people=summary.people,
        matches=summary.matches,
        problems=[
            ProblemResponse(where=translate(one.where), message=translate(one.message), lost=one.lost)
            for one in summary.problems
        ],
        remarks=[translate(remark.message) for remark in summary.remarks],
        batch=summary.batch,
    )


def _other(view: ReadingView) -> ReadingResponse:
    return ReadingResponse(
        columns=_columns(view), unused=list(view.unused), plays=view.plays, sample=list(map(_play, view.rows))
    )


def _columns(view: ReadingView) -> list[ColumnResponse]:
    columns = view.mapping.columns if view.mapping else ()
    return [ColumnResponse(header=one.header, meaning=one.meaning) for one in columns]


def _play(row: MatchRow) -> PlayResponse:
    return PlayResponse(
        played_on=row.played_on,
        game=translate(row.game_title),
        players=list(row.players),
        scores=None if row.scores is None else list(row.scores),
        winners=list(row.winners),
    )
