"""Commands about plays that were recorded twice: `plays` with `suggest`, `join` and `split`."""

from typing import Annotated

import typer

from core import record
from core.errors import InvalidInput
from eventstore.maintenance import joining
from eventstore.matches import withdrawals
from eventstore.readmodels.projection import MatchRow
from eventstore.readmodels.same_plays import JoinSuggestion, join_suggestions
from viewer.commands import terminal
from viewer.commands.cli_errors import print_error
from viewer.commands.context import Json, MatchName, argument, cli_context, option, print_json
from viewer.locale.plain_text import fit, plain

app = typer.Typer(help="Join two records of one play.", no_args_is_help=True)


@app.command()
def suggest(context: typer.Context, as_json: Json = False) -> None:
    """List matches that may be one play, recorded twice, newest first.

    They have the same players, game and day, come from different apps, files
    or people, and their points are equal or complement each other. Nothing is
    joined by itself.
    """
    cli = cli_context(context)
    suggestions = join_suggestions(cli.records, cli.index)
    if as_json:
        print_json([suggestion._asdict() for suggestion in suggestions])
    elif not suggestions:
        print_error("No play seems to be recorded twice.")
    else:
        rows = {row.id: row for row in cli.index.matches(ids=[id for one in suggestions for id in one[:2]])}
        for suggestion in suggestions:
            _print_suggestion(suggestion, rows)


def _print_suggestion(suggestion: JoinSuggestion, rows: dict[str, MatchRow]) -> None:
    lead = rows[suggestion.into]
    out = terminal.console()
    typer.echo(
        f"join {suggestion.into} {suggestion.match}  {lead.played_on}  {fit(lead.game_title, 40)}: {suggestion.why}"
    )
    for id in suggestion[1::-1]:
        row = rows[id]
        origin = ", ".join(source.partition(":")[0] for source in row.sources) or "recorded in Partie"
        facts = "  ".join(plain(text) for text in (origin, row.place or "") if text)
        out.print(terminal.standings(row.players, row.scores, row.winners, out.width - 2), end="  ")
        out.print(facts, style="dim", markup=False, highlight=False)


@app.command()
def join(
    context: typer.Context,
    match: MatchName,
    other: Annotated[str, argument("OTHER", "The second record of the same play.")],
    lead: Annotated[str | None, option("--lead MATCH", "The one that leads; default: that with more data.")] = None,
    as_json: Json = False,
) -> None:
    """Make one play of two matches: one leads, the other is withdrawn into it.

    The leading one keeps its points, takes over the sources of the other one,
    and its date, time, place, minutes, title, tags and details where it has
    none itself. Both need the same players.
    """
    cli = cli_context(context)
    pair = cli.match(match), cli.match(other)
    kept, gone = joining.leading(cli.records, *pair)
    if lead is not None and cli.records.find(lead) != kept.id:
        if cli.records.find(lead) != gone.id:
            raise typer.BadParameter("--lead names one of the two matches.")
        kept, gone = gone, kept
    joining.join(cli.records, kept.id, gone.id)
    if as_json:
        print_json({"match": gone.id, "into": kept.id})
    else:
        typer.echo(f"{gone.id} was joined to {kept.id}; `partie plays split {gone.id}` undoes it.")


@app.command()
def split(context: typer.Context, match: MatchName, as_json: Json = False) -> None:
    """Undo the join of a match to another one: both are as before."""
    cli = cli_context(context)
    gone = cli.match(match)
    if not (gone.withdrawal and gone.withdrawal.into):
        ids = ", ".join(record.joined(gone.log))
        raise InvalidInput(f"Match {gone.id} is not joined to another one{f'; joined to it: {ids}' if ids else ''}.")
    withdrawals.restore(cli.records, gone.id)
    if as_json:
        print_json({"match": gone.id, "from": gone.withdrawal.into})
    else:
        typer.echo(f"{gone.id} is a play of its own again.")
