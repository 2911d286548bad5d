"""Commands of photos: `photo add`, `photo list`, `photo caption`, `photo save` and `photo remove`."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from eventstore.matches import photo_process
from eventstore.matches.photo_file import MAX_UPLOAD_BYTES
from viewer.boards.text import plain
from viewer.commands.context import IdempotencyKey, Json, MatchName, cli_context, print_json

app = typer.Typer(no_args_is_help=True, help="Attach photos to matches, without location or other metadata.")

PhotoId = Annotated[
    str, typer.Argument(metavar="PHOTO", help="The id of the photo, as `photo list` shows it.", show_default=False)
]


@app.command()
def add(
    context: typer.Context,
    match: MatchName,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A JPEG, PNG or WebP file.", exists=True, dir_okay=False)
    ],
    at: Annotated[
        int | None, typer.Option(metavar="VERSION", help="The event it shows. Default: it is of the whole match.")
    ] = None,
    caption: Annotated[
        str, typer.Option(metavar="TEXT", help="What it shows, also for people who cannot see it.")
    ] = "",
    idempotency_key: IdempotencyKey = None,
) -> None:
    """Attach a photo to a match and print the id of the photo."""
    with file.open("rb") as opened:
        content = opened.read(MAX_UPLOAD_BYTES + 1)
    cli = cli_context(context)
    current = cli.match(match)
    encoded = photo_process.encode(content)
    typer.echo(cli.records.photos.attach(current, encoded, at, caption, idempotency_key=idempotency_key).id)


@app.command("list")
def list_photos(context: typer.Context, match: MatchName, as_json: Json = False) -> None:
    """List the photos of a match: id, event, size in pixels, caption."""
    records = cli_context(context).records
    found = records.photos.of(records.find(match))
    if as_json:
        print_json([asdict(photo) for photo in found])
        return
    for photo in found:
        about = "match" if photo.about is None else f"event {photo.about}"
        typer.echo(f"{photo.id}  {about}  {photo.width}x{photo.height}  {plain(photo.caption)}".rstrip())


@app.command()
def caption(
    context: typer.Context,
    match: MatchName,
    photo: PhotoId,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The new caption.", show_default=False)],
    idempotency_key: IdempotencyKey = None,
) -> None:
    """Replace the caption of a photo."""
    records = cli_context(context).records
    records.photos.describe(records.find(match), photo, text, idempotency_key=idempotency_key)


@app.command()
def save(
    context: typer.Context,
    match: MatchName,
    photo: PhotoId,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The JPEG file to write.", show_default=False)],
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> None:
    """Write a photo to a file."""
    records = cli_context(context).records
    id = records.find(match)
    content = records.photos.stored_content(id, records.photos.photo(id, photo))
    with file.open("wb" if force else "xb") as opened:
        opened.write(content)


@app.command()
def remove(context: typer.Context, match: MatchName, photo: PhotoId, idempotency_key: IdempotencyKey = None) -> None:
    """Remove a photo from a match and delete it permanently; only backups still have it."""
    records = cli_context(context).records
    records.photos.remove(records.find(match), photo, idempotency_key=idempotency_key)
