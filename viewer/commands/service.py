"""Commands that make the system keep `partie serve` running: `service install`, `status`, `uninstall`."""

import getpass
import platform
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer
from typer.main import get_group

from eventstore.store.store_url import is_file
from viewer.commands import serving
from viewer.commands.backups import Folders, KeepOption, add_folders
from viewer.commands.cli_errors import print_error, refuse
from viewer.commands.context import argument, cli_context
from viewer.service_units import Unit, unit_of

app = typer.Typer(no_args_is_help=True, help="Keep `partie serve` running, from the start of the system on.")


@app.command(context_settings={"ignore_unknown_options": True})
def install(
    context: typer.Context,
    words: Annotated[list[str], argument("OPTIONS", "Further options of `partie serve`, such as --home.")] = [],  # noqa: B006
    folders: Folders = [],  # noqa: B006
    kept: KeepOption = None,
) -> None:
    """Write the file of the service and start it; `service uninstall` takes both back."""
    get_group(serving.app).commands["serve"].make_context("serve", [*words])  # Refuses options that it has not.
    if folders or kept:  # Not among the words, which would bring back at each start what is changed later.
        add_folders(cli_context(context).path, folders, kept)
    unit = _unit(context, words)
    unit.path.parent.mkdir(parents=True, exist_ok=True)
    unit.path.touch(0o600)  # The address of a database may hold a password.
    unit.path.write_bytes(unit.content)
    typer.echo(f"{unit.path} written")
    if not _run(*unit.start):
        raise typer.Exit(1)
    typer.echo("Partie runs now, and starts with the system. `partie service uninstall` takes it back.")


@app.command()
def status(context: typer.Context) -> None:
    """Show whether the service runs, as the system tells it."""
    unit = _unit(context, [])
    if not unit.path.exists():
        refuse("There is no service; `partie service install` makes one.")
    typer.echo(str(unit.path))
    if not shutil.which(unit.status[0]):
        _run(unit.status)
        raise typer.Exit(1)
    raise typer.Exit(subprocess.run(unit.status, check=False).returncode)


@app.command()
def uninstall(context: typer.Context) -> None:
    """Stop the service and remove its file; the store and its backups stay."""
    unit = _unit(context, [])
    if not unit.path.exists():
        refuse("There is no service.")
    _run(*unit.stop)
    unit.path.unlink()
    typer.echo(f"{unit.path} removed")


def _unit(context: typer.Context, words: list[str]) -> Unit:
    address = cli_context(context).address
    store = str(Path(address).absolute()) if is_file(address) else address
    program = (sys.executable, "-P", "-m", "viewer", "--store", store, "serve", *words)
    return unit_of(platform.system(), Path.home(), program, getpass.getuser())


def _run(*commands: tuple[str, ...]) -> bool:
    """Run the commands in order; False: a program is not there or fails, and the commands to run are printed."""
    for place, command in enumerate(commands):
        if not shutil.which(command[0]) or subprocess.run(command, check=False).returncode:
            print_error("Run these commands where the system's own tools can be reached:")
            for left in commands[place:]:
                typer.echo(f"  {shlex.join(left)}")
            return False
    return True
