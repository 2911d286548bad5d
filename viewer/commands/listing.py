"""The command `list`."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.projection import MatchRow
from viewer.commands import terminal
from viewer.commands.cli_errors import print_error
from viewer.commands.context import Json, cli_context, match_filters, option, print_json
from viewer.locale.plain_text import fit

app = typer.Typer()


@app.command("list")
@match_filters()
def list_matches(
    context: typer.Context,
    withdrawn: Annotated[bool, option("--withdrawn", "List the withdrawn matches instead.")] = False,
    limit: Annotated[int | None, option("--limit NUMBER", "Only so many, the newest.", min=1)] = None,
    *,
    filters: MatchFilter,
    as_json: Json = False,
) -> None:
    """List matches, newest first; withdrawn ones only with --withdrawn."""
    rows = cli_context(context).index.matches(limit=limit or -1, **(filters | MatchFilter(withdrawn=withdrawn)))
    if as_json:
        print_json([_listed(row) for row in rows])
    elif rows:
        _print_rows(rows)
    elif withdrawn:
        print_error(f"No such match in {cli_context(context).name} is withdrawn.")
    else:
        print_error(
            f"There are no such matches in {cli_context(context).name};"
            " `partie new` starts one, `partie demo` adds some."
        )


def _listed(row: MatchRow) -> dict[str, Any]:
    listed: dict[str, Any] = {
        "id": row.id,
        "game": row.game,
        "title": row.title or row.game_title,
        "players": row.players,
        "scores": row.scores,
        "winners": row.winners,
        "played_on": row.played_on,
        "depth": row.depth,
        "events": row.events,
        "state": row.state,
        "sources": row.sources,
        "counted": row.counted,
        "result": row.result and asdict(row.result),
        "missing": {"game": row.game, "package": row.package} if row.missing else None,
    }
    return listed | ({"withdrawn": True} if row.withdrawn else {})  # Others have no such key.


def _print_rows(rows: Sequence[MatchRow]) -> None:
    """Two lines for each match: columns do not fit a terminal, since the lengths of names vary too much."""
    out, lines = terminal.console(), list[Text | Padding]()
    for row in rows:
        state = "" if row.state == "finished" else row.state
        marks = (
            "without its game" if row.missing else "",
            "not counted" if not row.counted else "",
            "withdrawn" if row.withdrawn else "",
        )
        facts = [fact for fact in (row.played_on, fit(row.game_title, 40), state, *marks) if fact]
        lines.append(Text.assemble((row.id, "bold"), *(f"  {fact}" for fact in facts)))
        players = terminal.standings(row.players, row.scores, row.winners, out.width - 2)
        lines.append(Padding(players, (0, 0, 0, 2), expand=False))
    out.print(Group(*lines))  # At once: a call for each row takes longer.
