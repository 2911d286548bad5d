"""The command `pocket`: Partie as a folder of files, for a phone without a server."""

from pathlib import Path
from typing import Annotated

import typer

from viewer import settings
from viewer.commands.cli_errors import print_error
from viewer.commands.context import CliContext, argument, cli_context, option

app = typer.Typer()

Pyodide = Annotated[
    Path,
    typer.Option(
        metavar="FOLDER",
        help="The npm package `pyodide`, with `zxing-wasm` beside it, as `npm install` puts them there.",
    ),
]


@app.command()
def pocket(
    context: typer.Context,
    out: Annotated[
        Path | None, argument("OUT", "The folder; by default the one that `serve` and `view` show at /pocket/.")
    ] = None,
    pyodide: Pyodide = Path("node_modules", "pyodide"),
    with_store: Annotated[
        bool, option("--with-store", "Write the plays of the store instead, to be read without any program.")
    ] = False,
) -> None:
    """Write Partie as a folder of files, which any https host serves to phones that then need no server.

    With --with-store OUT is an archive of the store: `index.html` opens from a
    disk in any browser, and `plays.partie.jsonl` beside it is the log as text.
    """
    if with_store:
        _write_archive(cli_context(context), out)
        return
    from viewer.pocket.build import build  # Deferred: takes seconds to load.

    folder = out or settings.pocket_folder()
    sizes = build(pyodide, folder)
    print_error(f"{len(sizes)} files, {sum(sizes.values()) / 1e6:.1f} MB, are in {folder}")


def _write_archive(cli: CliContext, out: Path | None) -> None:
    from viewer.pocket.archive import Archive

    if out is None:
        raise typer.BadParameter("--with-store needs the folder OUT.")
    number = Archive(cli.index, cli.records).write(out)
    print_error(f"{number} plays are in {out}; open {out / 'index.html'} in a browser")
