"""The command that exports one match: `export`."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from eventstore.formats import script
from eventstore.matches.match import Match
from eventstore.matches.notes import NoteWritten
from viewer.commands.context import CliContext, MatchName, cli_context
from viewer.commands.reading import frame_at
from viewer.load_match import MatchUnavailable, load_match

app = typer.Typer()


class Form(StrEnum):
    """Formats for the export of a match."""

    script = "script"
    text = "text"
    html = "html"
    png = "png"
    gif = "gif"
    csv = "csv"
    bgg = "bgg"
    bgstats = "bgstats"


SINGLE_STATE = (Form.html, Form.png)
IMAGES = (Form.png, Form.gif)


@app.command()
def export(
    context: typer.Context,
    match: MatchName,
    form: Annotated[
        Form,
        typer.Option(
            "--as",
            help="script: JSON Lines; text: notation; html: a replay in one file; png: an image; gif: an animation; "
            "csv: points by round; bgg: text for BoardGameGeek; bgstats: a link for BG Stats.",
        ),
    ] = Form.script,
    at: Annotated[
        int | None, typer.Option(metavar="VERSION", help="html, png: the event to show. Default: the last event.")
    ] = None,
    first: Annotated[
        int | None, typer.Option("--from", metavar="VERSION", help="gif: the first event. Default: the start.")
    ] = None,
    last: Annotated[int | None, typer.Option("--to", metavar="VERSION", help="gif: the last event.")] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="The file to write. Default: stdout.")
    ] = None,
) -> None:
    """Export a match to a file or to stdout."""
    if at is not None and form not in SINGLE_STATE:
        raise typer.BadParameter("--at requires --as html or --as png.")
    if (first, last) != (None, None) and form is not Form.gif:
        raise typer.BadParameter("--from and --to require --as gif.")
    if form in IMAGES and out is None and typer.get_text_stream("stdout").isatty():
        raise typer.BadParameter("An image cannot be printed in a terminal; give a file with --out.")
    cli = cli_context(context)
    id = cli.records.find(match)
    notes = cli.records.notes(id)
    if form is Form.script:
        content = script.write_script(cli.match(id), notes).encode()
    elif form is Form.text:
        content = script.write_text(cli.match(id), notes).encode()
    else:
        content = _rendered(_legal_match(cli, id), notes, form, at, first, last)
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
    match: Match, notes: Sequence[NoteWritten], form: Form, at: int | None, first: int | None, last: int | None
) -> bytes:
    # Deferred: Streamlit and Pillow take 1 s to load.
    from viewer.share import bgstats, page, picture, points, words

    match form:
        case Form.html:
            return page.html(match, notes, None if at is None else frame_at(match, at).version).encode()
        case Form.png:
            return picture.png(match, _index(match, at))
        case Form.gif:
            begin, end = (0 if first is None else _index(match, first)), _index(match, last)
            if begin > end:
                raise ValueError(f"Event {last} comes before event {first}.")
            return picture.gif(match, begin, end)
        case Form.csv:
            return points.points(match)
        case Form.bgg:
            return words.for_bgg(match).encode()
        case _:
            return f"{bgstats.link(match)}\n".encode()


def _index(match: Match, version: int | None) -> int:
    """The index of an effective event's frame; of the last frame for None. Raises ValueError."""
    return len(match.frames) - 1 if version is None else match.frames.index(frame_at(match, version))
