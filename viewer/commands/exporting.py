"""Commands that export: `export`, `export-all`."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, BinaryIO, Literal

import typer

from eventstore.formats import script
from eventstore.matches.match import Match
from eventstore.matches.notes import NoteWritten
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from viewer.commands import terminal
from viewer.commands.cli_errors import print_error
from viewer.commands.context import (
    CliContext,
    GameName,
    MatchName,
    PersonName,
    Since,
    Until,
    argument,
    cli_context,
    option,
)
from viewer.commands.reading import frame_at
from viewer.texts.load_match import MatchUnavailable, load_match

app = typer.Typer()


MatchFormat = Literal["script", "text", "html", "png", "gif", "csv", "bgg", "bgstats"]
StoreFormat = Literal["archive", "tables", "bgstats"]


@app.command()
def export(
    context: typer.Context,
    match: MatchName,
    form: Annotated[
        MatchFormat,
        option(
            "--as",
            "script: JSON Lines; text: notation; html: a replay in one file; png: an image; gif: an animation; "
            "csv: points by round; bgg: text for BoardGameGeek; bgstats: a link for BG Stats.",
        ),
    ] = "script",
    at: Annotated[int | None, option("--at VERSION", "html, png: the event to show. Default: the last event.")] = None,
    first: Annotated[int | None, option("--from VERSION", "gif: the first event. Default: the start.")] = None,
    last: Annotated[int | None, option("--to VERSION", "gif: the last event.")] = None,
    points: Annotated[
        bool, option("--points", "script: add the points after every event, for readers without the rules.")
    ] = False,
    out: Annotated[Path | None, option("--out FILE", "The file to write. Default: stdout.")] = None,
) -> None:
    """Export a match to a file or to stdout."""
    if points and form != "script":
        raise typer.BadParameter("--points requires --as script.")
    if at is not None and form not in ("html", "png"):
        raise typer.BadParameter("--at requires --as html or --as png.")
    if (first, last) != (None, None) and form != "gif":
        raise typer.BadParameter("--from and --to require --as gif.")
    if form in ("png", "gif") and out is None and typer.get_text_stream("stdout").isatty():
        raise typer.BadParameter("An image cannot be printed in a terminal; give a file with --out.")
    cli = cli_context(context)
    id = cli.records.find(match)
    notes = cli.records.notes(id)
    if form == "script":
        parts = [*script.with_notes_and_photos(cli.records, cli.match(id))]
        content = "".join([*parts, *(script.derived_points(cli.match(id)) if points else ())]).encode()
    elif form == "text":
        content = script.write_text(cli.match(id), notes).encode()
    else:
        content = _rendered(cli.records, _legal_match(cli, id), notes, form, at, first, last)
    if out is None:
        typer.echo(content, nl=False)
    else:
        out.write_bytes(content)


def _legal_match(cli: CliContext, id: str) -> Match:
    try:
        return load_match(cli.records, id)
    except MatchUnavailable as error:
        raise ValueError(str(error)) from None


def _rendered(
    matches: MatchRepository,
    match: Match,
    notes: Sequence[NoteWritten],
    form: MatchFormat,
    at: int | None,
    first: int | None,
    last: int | None,
) -> bytes:
    # Deferred: Streamlit and Pillow take 1 s to load.
    from viewer.components.photos.payload import embedded
    from viewer.components.share import bgstats, page, picture, points, words

    match form:
        case "html":
            version = None if at is None else frame_at(match, at).version
            return page.html(match, notes, version, embedded(match, matches)).encode()
        case "png":
            return picture.png(match, _index(match, at))
        case "gif":
            begin, end = (0 if first is None else _index(match, first)), _index(match, last)
            if begin > end:
                raise ValueError(f"Event {last} comes before event {first}.")
            return picture.gif(match, begin, end)
        case "csv":
            return points.points(match)
        case "bgg":
            return words.for_bgg(match).encode()
        case _:
            return f"{bgstats.link(match)}\n".encode()


def _index(match: Match, version: int | None) -> int:
    """The index of an effective event's frame; of the last frame for None. Raises ValueError."""
    return len(match.frames) - 1 if version is None else match.frames.index(frame_at(match, version))


@app.command("export-all")
def export_all(
    context: typer.Context,
    out: Annotated[Path, argument("PATH", "The file to write; for --as tables a folder.")],
    form: Annotated[
        StoreFormat,
        option(
            "--as", "archive: match scripts for `partie import`; tables: CSV and Parquet; bgstats: a file for BG Stats."
        ),
    ] = "archive",
    game: GameName = None,
    person: PersonName = None,
    since: Since = None,
    until: Until = None,
    force: Annotated[bool, option("--force", "Overwrite existing files.")] = False,
) -> None:
    """Export all matches, or a selection, to one file or a folder of tables."""
    filters = MatchFilter(game=game, person=person, since=since, until=until)
    cli_context(context).require_known(filters)
    ids = cli_context(context).index.ids(**filters)
    if form == "bgstats":  # The app has no open matches.
        unfinished = {*cli_context(context).index.ids(**(filters | MatchFilter(state="open")))}
        ids = tuple(id for id in ids if id not in unfinished)
    from eventstore.formats import tables  # Deferred: Arrow takes 1 s to load.

    paths = [out / name for name in tables.FILES] if form == "tables" else [out]
    with whole(paths, force=force) as files, terminal.progress_bar("export") as progress:
        left_out = _write(form, cli_context(context).records, _counted(ids, progress), files)
    typer.echo(f"{len(ids) - len(left_out)} matches written to {out}")
    for id in left_out:
        print_error(f"Match {id} cannot be read and was left out; `partie verify {id}` shows the reason.")
    if left_out:
        raise typer.Exit(1)


def _write(
    form: StoreFormat, matches: MatchRepository, ids: Iterator[str], files: Sequence[BinaryIO]
) -> tuple[str, ...]:
    from eventstore.formats import bgstats, tables

    match form:
        case "archive":
            return script.write_all(matches, ids, *files)
        case "tables":
            return tables.write(matches, ids, dict(zip(tables.FILES, files, strict=True)))
        case _:
            return bgstats.write(matches, ids, *files)


@contextmanager
def whole(paths: Sequence[Path], *, force: bool) -> Iterator[list[BinaryIO]]:
    """Open files for writing; they are renamed from `.part` to their names only after all are complete.

    Raises ValueError for an existing file, unless `force` allows to overwrite it.
    """
    if taken := [path for path in paths if path.exists() and not force]:
        raise ValueError(f"{taken[0]} already exists; --force overwrites it.")
    parts = [path.with_name(f"{path.name}.part") for path in paths]
    try:
        with ExitStack() as stack:
            for path in paths:
                path.parent.mkdir(parents=True, exist_ok=True)
            yield [stack.enter_context(part.open("wb")) for part in parts]
        for part, path in zip(parts, paths, strict=True):
            part.replace(path)
    finally:
        for part in parts:
            part.unlink(missing_ok=True)


def _counted(ids: Sequence[str], progress: Callable[[int, int], None]) -> Iterator[str]:
    for done, id in enumerate(ids):
        progress(done, len(ids))
        yield id
