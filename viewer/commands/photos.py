"""Commands of photos: `photo add`, `list`, `caption`, `save` and `remove` of a match, and `photo game`."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from eventstore.matches import photo_process
from eventstore.matches.photo_file import MAX_UPLOAD_BYTES, PhotoFile
from viewer.commands.context import IdempotencyKey, Json, MatchName, argument, cli_context, option, print_json
from viewer.locale.plain_text import plain

app = typer.Typer(no_args_is_help=True, help="Attach photos to matches, without location or other metadata.")

PhotoId = Annotated[str, argument("PHOTO", "The id of the photo, as `photo list` shows it.")]


def encoded_photo(file: Path) -> PhotoFile:
    """The picture in a file, as Partie stores photos."""
    with file.open("rb") as opened:
        content = opened.read(MAX_UPLOAD_BYTES + 1)
    return photo_process.encode(content)


@app.command()
def add(
    context: typer.Context,
    match: MatchName,
    file: Annotated[Path, argument("FILE", "A JPEG, PNG or WebP file.", exists=True, dir_okay=False)],
    at: Annotated[int | None, option("--at VERSION", "The event it shows. Default: it is of the whole match.")] = None,
    caption: Annotated[str, option("--caption TEXT", "What it shows, also for people who cannot see it.")] = "",
    idempotency_key: IdempotencyKey = None,
) -> None:
    """Attach a photo to a match and print the id of the photo."""
    cli = cli_context(context)
    current = cli.match(match)
    encoded = encoded_photo(file)
    typer.echo(cli.records.photos.attach(current, encoded, at, caption, idempotency_key=idempotency_key).id)


@app.command("list")
def list_photos(context: typer.Context, match: MatchName, as_json: Json = False) -> None:
    """List the photos of a match: id, event, size in pixels, caption."""
    matches = cli_context(context).records
    photos = matches.photos.of(matches.find(match))
    if as_json:
        print_json([asdict(photo) for photo in photos])
        return
    for photo in photos:
        about = "match" if photo.about is None else f"event {photo.about}"
        typer.echo(f"{photo.id}  {about}  {photo.width}x{photo.height}  {plain(photo.caption)}".rstrip())


@app.command()
def caption(
    context: typer.Context,
    match: MatchName,
    photo: PhotoId,
    text: Annotated[str, argument("TEXT", "The new caption.")],
    idempotency_key: IdempotencyKey = None,
) -> None:
    """Replace the caption of a photo."""
    matches = cli_context(context).records
    matches.photos.describe(matches.find(match), photo, text, idempotency_key=idempotency_key)


@app.command()
def save(
    context: typer.Context,
    match: MatchName,
    photo: PhotoId,
    file: Annotated[Path, argument("FILE", "The JPEG file to write.")],
    force: Annotated[bool, option("--force", "Overwrite an existing file.")] = False,
) -> None:
    """Write a photo to a file."""
    matches = cli_context(context).records
    id = matches.find(match)
    content = matches.photos.stored_content(id, matches.photos.photo(id, photo))
    with file.open("wb" if force else "xb") as opened:
        opened.write(content)


@app.command()
def remove(context: typer.Context, match: MatchName, photo: PhotoId, idempotency_key: IdempotencyKey = None) -> None:
    """Remove a photo from a match and delete it permanently; only backups still have it."""
    matches = cli_context(context).records
    matches.photos.remove(matches.find(match), photo, idempotency_key=idempotency_key)


@app.command()
def game(
    context: typer.Context,
    title: Annotated[str, argument("TITLE", "The title of a game.")],
    file: Annotated[
        Path | None, argument("FILE", "A JPEG, PNG or WebP file; none: remove the picture.", exists=True)
    ] = None,
) -> None:
    """Give a game a picture in place of its emblem, or remove it."""
    portraits = cli_context(context).records.portraits
    if file is None:
        portraits.remove_game(title)
    else:
        portraits.give_game(title, encoded_photo(file))
