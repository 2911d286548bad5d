"""Commands that copy the store: `backup`, `restore`, `copy`; and `keeping`, which tells and sets its schedule."""

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from eventstore.access import devices
from eventstore.access.access import Access
from eventstore.maintenance import backup, copying, keeper, keeping
from eventstore.maintenance.keeping_facts import facts_of, to_json
from eventstore.matches.repository import utc_now
from eventstore.store.notes_file import read_notes
from eventstore.store.open_store import open_store, require_existing
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store_url import is_file, redacted_url
from viewer.commands import terminal
from viewer.commands.cli_errors import refuse
from viewer.commands.context import Json, argument, cli_context, option, print_json
from viewer.https.authority import authority_of, certificate_of, fingerprint
from viewer.texts import keeping_words

app = typer.Typer()

Folders = Annotated[
    list[Path], option("--backup FOLDER", "Back up to this folder each night; repeat it for a second one.")
]
KeepOption = Annotated[
    str | None, option("--keep NUMBERS", "Days, weeks and months whose backups stay. Default: 7d,4w,12m.")
]


@app.command("backup")
def back_up(
    context: typer.Context,
    file: Annotated[
        Path | None, argument("FILE", "The file to create. Default: one of today in the folders of the schedule.")
    ] = None,
) -> None:
    """Copy the store to a new file and verify the copy; other programs can record meanwhile."""
    path = cli_context(context).path
    require_existing(str(path))
    with terminal.progress_bar("backup") as progress:
        if file is None:
            matches, file = _back_up_by_schedule(path, progress)
        else:
            with closing(SqliteStore(path)) as store:
                matches = backup.backup(store, file, progress)
    typer.echo(f"{matches} matches written to {file} and checked")


def _back_up_by_schedule(path: Path, progress: Callable[[int, int], None]) -> tuple[int, Path]:
    if not keeping.notes_of(path).folders:
        refuse("Name a file, or choose a folder for all backups with `partie keeping --backup FOLDER`.")
    now = keeper.local_now()
    keeper.keep_up(path, now, asked="backup", progress=progress)
    notes = keeping.notes_of(path)
    if notes.why:
        refuse(notes.why)
    if notes.last is None or notes.last.at != now:
        refuse("None of the folders of the schedule is there.")
    return notes.last.plays or 0, notes.last.path


@app.command("keeping")
def keep(
    context: typer.Context,
    folders: Folders = [],  # noqa: B006
    kept: KeepOption = None,
    new_root: Annotated[
        bool,
        option(
            "--new-root",
            "Make another certificate authority of the home, after a theft of its key; each phone trusts it anew.",
        ),
    ] = False,
    as_json: Json = False,
) -> None:
    """Show where the store lies, its backups and when they were tried; set their folders.

    Ends with 1 if the backups are late, or one of them or the store is not whole.
    """
    cli = cli_context(context)
    if new_root:
        _make_root_anew(cli.path)
        return
    path = cli.path if folders or kept else Path(cli.address) if is_file(cli.address) else None
    require_existing(cli.address)
    if path:
        choose(path, folders, kept)
    facts = facts_of(cli.records, path, keeper.local_now())
    certificate = certificate_of(path) if path else None
    if as_json:
        paired = devices.devices_of(Access(cli.store, "local", utc_now).grants(), read_notes(path) if path else {})
        secure = certificate and {"until": certificate[0].isoformat(), "fingerprint": certificate[1]}
        print_json(to_json(facts) | {"devices": devices.to_json(paired), "certificate": secure})
    else:
        typer.echo(keeping_words.answer(facts))
        for row in keeping_words.rows(facts, certificate):
            typer.echo(f"{row.label}: {row.fact}")
            for line in filter(None, (row.note, row.done)):
                typer.echo(f"  {line}")
    if facts.needs_attention and not (folders or kept):
        raise typer.Exit(1)


def _make_root_anew(store: Path) -> None:
    """A service that runs takes the new root within a minute."""
    authority = authority_of(store)
    if not authority.root_file.exists():
        refuse("This store has no certificate authority; `partie serve --home` makes one.")
    authority.make_anew(keeper.local_now())
    typer.echo(f"The fingerprint of the new root is: {fingerprint(authority.root())}")
    typer.echo("Remove the old certificate from every phone, and let it trust the new one on the page that pairs it.")


def choose(store: Path, folders: Sequence[Path], kept: str | None) -> None:
    """Set the folders of backups and what to keep, of which an empty one stays as it is."""
    if not folders and kept is None:
        return
    store.parent.mkdir(parents=True, exist_ok=True)
    try:
        keeping.choose_folders(
            store, folders or keeping.notes_of(store).folders, keeping.parse_keep(kept) if kept is not None else None
        )
    except OSError as error:
        refuse(f"Backups cannot go to {error.filename}: {(error.strerror or str(error)).lower()}.")


def add_folders(store: Path, folders: Sequence[Path], kept: str | None) -> None:
    """The same for a program at its start: folders that were chosen otherwise stay."""
    choose(store, [*keeping.notes_of(store).folders, *folders] if folders else [], kept)


@app.command("restore")
def put_back(
    context: typer.Context,
    file: Annotated[Path, argument("FILE", "The backup.")],
    force: Annotated[
        bool, option("--force", "Replace a store that is not empty; its old file is renamed and kept.")
    ] = False,
) -> None:
    """Restore a backup as the store, which must be empty or missing."""
    path = cli_context(context).path
    with terminal.progress_bar("restore") as progress:
        matches, before = backup.restore(file, path, force=force, progress=progress)
    if before:
        typer.echo(f"the previous store is now {before}")
    typer.echo(f"{matches} matches restored to {path}")


@app.command("copy")
def copy_store(
    context: typer.Context,
    to: Annotated[str, option("--to PATH|URI", "The target: a file or a database.")],
    source: Annotated[str | None, option("--from PATH|URI", "The source. Default: the store of --store.")] = None,
) -> None:
    """Copy the store to another one and compare all events; repeat it to resume an interrupted copy."""
    source = source or cli_context(context).address
    if source == to:
        refuse("A store cannot be copied to itself.")
    require_existing(source)
    with (
        closing(open_store(source)) as read,
        closing(open_store(to)) as written,
        terminal.progress_bar("copy") as progress,
    ):
        added = copying.copy(read, written, progress)
    typer.echo(f"{added} events copied from {redacted_url(source)} to {redacted_url(to)}; all events were compared")
