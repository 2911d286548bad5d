"""The command that withdraws matches from lists, statistics and exports, or restores them: `withdraw`."""

from typing import Annotated

import typer

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
    found = [records.match(id) for id in dict.fromkeys(map(records.find, matches))]
    changed = [match for match in found if (match.withdrawal is None) != undo]
    for match in changed:
        if undo:
            records.restore(match)
        else:
            records.withdraw(match, why)
    if as_json:
        print_json({"restored" if undo else "withdrawn": [match.id for match in changed]})
        return
    for match in changed:
        typer.echo(f"{match.id} {'is back' if undo else 'withdrawn'}")
    if len(changed) < len(found):
        typer.echo(f"{len(found) - len(changed)} {'not withdrawn' if undo else 'withdrawn already'}")
