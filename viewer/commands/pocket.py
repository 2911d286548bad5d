"""The command `pocket`: Partie as a folder of files, for a phone without a server."""

from pathlib import Path
from typing import Annotated

import typer

from viewer import settings
from viewer.commands.cli_errors import print_error

app = typer.Typer()

Pyodide = Annotated[
    Path, typer.Option(metavar="FOLDER", help="The npm package `pyodide`, as `npm install` puts it there.")
]


@app.command()
def pocket(
    out: Annotated[
        Path | None,
        typer.Argument(metavar="OUT", help="The folder; by default the one that `serve` and `view` show at /pocket/."),
    ] = None,
    pyodide: Pyodide = Path("node_modules", "pyodide"),
) -> None:
    """Write Partie as a folder of files, which any https host serves to phones that then need no server."""
    from viewer.pocket.build import build  # Deferred: takes seconds to load.

    folder = out or settings.pocket_folder()
    sizes = build(pyodide, folder)
    print_error(f"{len(sizes)} files, {sum(sizes.values()) / 1e6:.1f} MB, are in {folder}")
