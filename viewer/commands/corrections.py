"""Commands that correct a record: `undo`, `correct`, `history`, `reinstate`, `withdraw`."""

from collections.abc import Mapping
from typing import Annotated, Any

import typer
from rich.padding import Padding
from rich.text import Text

from core import corrections, record
from core.game import Refusal
from core.record_events import Corrected, Entry
from eventstore.formats.notation import parse_event, write_event
from eventstore.matches import withdrawals
from eventstore.matches.history import Recorded, history
from eventstore.matches.match import Match, Refused
from viewer.commands import terminal
from viewer.commands.cli_errors import print_error, refuse
from viewer.commands.context import (
    ONCE,
    ExpectedVersion,
    Json,
    MatchName,
    argument,
    cli_context,
    option,
    option_group,
    print_json,
)
from viewer.commands.recording import print_state
from viewer.locale.plain_text import plain

app = typer.Typer()


@app.command()
@option_group("once", ONCE)
def undo(
    context: typer.Context,
    match: MatchName,
    since: Annotated[
        int | None, option("--since VERSION", "Take back this event and all later ones. Default: the last event.")
    ] = None,
    why: Annotated[str | None, option("--why TEXT", "The reason.")] = None,
    *,
    once: Mapping[str, Any],
    as_json: Json = False,
) -> None:
    """Record that the players took back the last events."""
    current = cli_context(context).match(match)
    print_state(cli_context(context).records.take_back(current, since, why, **once), as_json=as_json)


@app.command()
@option_group("once", ONCE)
def correct(
    context: typer.Context,
    match: MatchName,
    since: Annotated[int, argument("FIRST", "The version of the first wrong event.")],
    until: Annotated[int | None, argument("LAST", "The version of the last wrong event. Default: FIRST.")] = None,
    with_: Annotated[list[str], option("--with EVENT", "A replacement, in notation or JSON; repeatable.")] = [],  # noqa: B006
    why: Annotated[str, option("--why TEXT", "The reason; required without --dry-run.")] = "",
    dry_run: Annotated[bool, option("--dry-run", "Show the result without recording it.")] = False,
    *,
    once: Mapping[str, Any],
    as_json: Json = False,
) -> None:
    """Replace events that were recorded wrongly; without --with, remove them."""
    current = cli_context(context).match(match)
    events = [parse_event(current, line) for line in with_]
    last = since if until is None else until
    if dry_run:
        corrected, broken = cli_context(context).records.invalidated(current, since, last, events)
        for one in broken:
            print_error(f"Event {one.version} ({write_event(current, one.event)[:80]}) would be refused: {one.refusal}")
        if broken:
            raise typer.Exit(1)
    else:
        if not why.strip():
            raise typer.BadParameter("A correction requires a reason: --why TEXT.")
        try:
            corrected = cli_context(context).records.correct(current, since, last, events, why, **once)
        except Refused as refused:
            others = f"; {len(refused.consequences) - 1} more would be refused, see --dry-run" * (
                len(refused.consequences) > 1
            )
            where = f"Event {refused.consequences[0].version} would be refused: " if refused.consequences else ""
            refuse(f"{where}{refused}{others}")
    print_state(corrected, as_json=as_json)


@app.command("history")
def show_history(context: typer.Context, match: MatchName, as_json: Json = False) -> None:
    """List the corrections and take-backs of a match: recorder, time, reason, events before and after."""
    current = cli_context(context).match(match)
    recorded = history(cli_context(context).records, current)
    if as_json:
        print_json([_change(current, one) for one in recorded])
        return
    if not recorded:
        print_error("Nothing has been corrected or taken back in this match.")
    out = terminal.console()
    for one in recorded:
        what = _kind(one) + (f": {plain(one.change.event.why)}" if one.change.event.why else "")
        out.print(Text.assemble(f"{one.change.version}  ", (what, "bold"), f"  {one.at[:16]}Z by {plain(one.by)}"))
        for sign, entries in (("-", one.change.was), ("+", one.change.became)):
            for entry in entries:
                out.print(Padding(f"{sign} {entry.version}  {plain(write_event(current, entry.event))}", (0, 0, 0, 2)))


def _kind(recorded: Recorded) -> str:
    if isinstance(recorded.change.event, Corrected):
        return "corrected"
    return "forked" if recorded.of_fork else "taken back"


def _change(match: Match, recorded: Recorded) -> dict[str, Any]:
    change = recorded.change
    return {
        "version": change.version,
        "type": type(change.event).__name__,
        "why": change.event.why,
        "by": recorded.by,
        "at": recorded.at,
        "was": [_entry(match, entry) for entry in change.was],
        "became": [_entry(match, entry) for entry in change.became],
    }


def _entry(match: Match, entry: Entry) -> dict[str, Any]:
    return {"version": entry.version, "notation": write_event(match, entry.event)}


@app.command()
def reinstate(
    context: typer.Context,
    match: MatchName,
    version: Annotated[int, argument("VERSION", "The version of the correction or take-back in `history`.")],
    why: Annotated[str, option("--why TEXT", "The reason.")] = "",
    expected_version: ExpectedVersion = None,
    as_json: Json = False,
) -> None:
    """Reverse a correction or take-back."""
    current = cli_context(context).match(match)
    restored = corrections.reverted(current.log, version)
    if isinstance(restored, Refusal):
        refuse(str(restored))
    rows = corrections.correction_for(record.effective_entries(current.log), restored, why)
    if not rows:
        refuse("These events are already effective.")
    try:
        after = cli_context(context).records.record(
            current,
            *(row.event for row in rows),
            expected_version=expected_version,
            times=[row.happened_at for row in rows],
        )
    except Refused as refused:
        refuse(f"These events cannot be reinstated: {refused}")
    print_state(after, as_json=as_json)


@app.command()
def withdraw(
    context: typer.Context,
    matches: Annotated[list[str], argument("MATCH...", "Ids of matches, or unique prefixes.")],
    undo: Annotated[bool, option("--undo", "Bring withdrawn matches back.")] = False,
    why: Annotated[str | None, option("--why TEXT", "The reason.")] = None,
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
