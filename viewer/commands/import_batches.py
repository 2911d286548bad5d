"""The batches of `partie import`: their list, and the undo of one."""

import typer

from eventstore.maintenance import bulk
from eventstore.maintenance.import_undo import undo
from eventstore.matches.imports import batches, find_batch
from eventstore.readmodels.index import MatchIndex
from viewer.commands import terminal
from viewer.commands.cli_errors import print_error
from viewer.commands.context import cli_context, print_json
from viewer.locale.plain_text import plain


def print_batches(context: typer.Context, *, as_json: bool) -> None:
    """Print all imports, newest first."""
    found = batches(cli_context(context).store)
    if as_json:
        print_json([{"batch": one.id, "file": one.file, "at": one.at, "matches": one.matches} for one in found])
        return
    for one in found:
        typer.echo(f"{one.id}  {one.at[:16]}Z  {one.matches} matches  {plain(one.file)}")
    if not found:
        print_error("Nothing has been imported yet.")


def undo_batch(context: typer.Context, start: str, *, as_json: bool) -> None:
    """Undo the import whose id starts with `start`, and say what was left."""
    with bulk.in_bulk(cli_context(context).address) as records, terminal.progress_bar("undo") as progress:
        batch = find_batch(records.store, start)
        result = undo(records, MatchIndex(records.store, records), batch, progress)
    if as_json:
        left = [{"match": match, "why": why} for match, why in result.left]
        print_json({"batch": batch.id, "withdrawn": list(result.withdrawn), "left": left})
        return
    for match, why in result.left:
        print_error(f"{match} was left: {why}")
    typer.echo(f"withdrawn {len(result.withdrawn)}, left {len(result.left)}")
