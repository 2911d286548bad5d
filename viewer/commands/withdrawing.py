"""The command that withdraws matches from lists, statistics and exports, or restores them: `withdraw`."""

from typing import Annotated

import typer

from eventstore.matches import withdrawals
from viewer.commands.context import Json, cli_context, print_json

app = typer.Typer()


@app.command()
def withdraw(
    context: typer.Context,
    matches: Annotated[
        list[str], typer.Argument(metavar="MATCH...", help="Ids of matches, or unique prefixes.", show_default=False)
    ],
    undo: Annotated[bool, typer.Option("--undo", help="Bring withdrawn matches back.")] = False,
    why: Annotated[str | None, typer.Option("--why", metavar="TEXT", help="The reason.")] = None,
    as_json: Json = False,
) -> None:
    """Leave matches out of lists, statistics and exports; they stay in the log and can be brought back.

    A match that is withdrawn already, or not withdrawn with --undo, stays as it is.
    """
    if undo and why:
        raise typer.BadParameter("--why gives the reason of a withdrawal; it does not go with --undo.")
    records = cli_context(context).records
    result = [cli_context(context).match(id).id for id in dict.fromkeys(map(records.find, matches))]
    changed = [
        id for id in result if (withdrawals.restore(records, id) if undo else withdrawals.withdraw(records, id, why))
    ]
    if as_json:
        print_json({"restored" if undo else "withdrawn": changed})
        return
    for id in changed:
        typer.echo(f"{id} {'is back' if undo else 'withdrawn'}")
    if len(changed) < len(result):
        typer.echo(f"{len(result) - len(changed)} {'not withdrawn' if undo else 'withdrawn already'}")
