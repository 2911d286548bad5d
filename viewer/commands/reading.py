"""Commands that read matches: `list`, `show`, `moves`, `legal`."""

import json
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from core import analysis, record
from core.game import CHANCE, Gain, actors_of
from core.record import Frame, outcome
from eventstore import codec
from eventstore.formats.notation import write_event
from eventstore.matches.match import Match
from viewer.boards import board_of
from viewer.commands import match_text, terminal
from viewer.commands.cli_errors import print_error
from viewer.commands.context import Json, MatchName, cli_context, option, print_json
from viewer.locale.plain_text import plain
from viewer.texts.play_details import play_facts

app = typer.Typer()


@app.command()
def show(
    context: typer.Context,
    match: MatchName,
    at: Annotated[
        int | None, option("--at VERSION", "Show the state after this event, by its number in `moves`.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show the board and the scores of a match, now or after an event."""
    current = cli_context(context).match(match)
    frame = current.now if at is None else frame_at(current, at)
    version = current.version if at is None else at
    if as_json:
        print_json(state_json(current, frame, version))
    else:
        print_table(current, frame)


def frame_at(match: Match, version: int) -> Frame:
    """The frame of an effective event. Raises ValueError for any other version."""
    for frame in match.frames:
        if frame.version == version:
            return frame
    raise ValueError(
        f"Event {version} is not effective in match {match.id}; `partie moves {match.id}` lists the effective events."
    )


def state_json(match: Match, frame: Frame, version: int) -> dict[str, Any]:
    """The JSON output of `show` and of every command that records."""
    ended = outcome(match.game, frame, match.options)
    state: dict[str, Any] = {
        "id": match.id,
        "game": match.game.KEY,
        "version": version,
        "turn": None if match.missing else frame.turn,
        "scores": frame.scores,
        "outcome": ended and {"winners": ended.winners, "ranks": ended.ranks, "why": ended.why},
        "text": board_of(match.game).text(frame.state, match.names),
        "details": asdict(match.details),
    }
    if len(acting := actors_of(match.game, frame.state)) > 1 and isinstance(frame.turn, int):
        state["actors"] = acting  # Choices made at once.
    into = match.withdrawal and match.withdrawal.into
    return state | ({"withdrawn": True} if match.withdrawal else {}) | ({"into": into} if into else {})


def print_table(match: Match, frame: Frame) -> None:
    """Print the header, the board, the points and the next seat."""
    header = match.header
    about = [header.title, match.game_title, header.played_on, header.place]
    out = terminal.console()
    out.print(Text(" · ".join(plain(part) for part in (*about, *header.tags) if part), style="bold"))
    out.print(Text(f"{match.id}, event {frame.version} of {match.version}", style="dim"))
    for label, text in play_facts(match):
        out.print(Text.assemble((label, "dim"), " ", text))
    if match.withdrawal and match.withdrawal.into:
        out.print(f"the same play as {match.withdrawal.into}; `partie plays split {match.id}` parts them", markup=False)
    elif match.withdrawal:
        why = f" ({plain(match.withdrawal.why)})" if match.withdrawal.why else ""
        out.print(f"withdrawn{why}; `partie withdraw --undo {match.id}` brings it back", markup=False)
    if joined := record.joined(match.log):
        out.print(f"joined to it: {', '.join(joined)}", markup=False)
    typer.echo(f"\n{board_of(match.game).text(frame.state, match.names)}\n")
    ended = outcome(match.game, frame, match.options)
    out.print(terminal.standings(match.names, frame.scores, ended.winners if ended else ()))
    out.print(match_text.next_line(match, frame))
    if match.claim and match.claim.scores != frame.scores and frame is match.now:
        why = f" ({plain(match.claim.why)})" if match.claim.why else ""
        out.print(Text.assemble("claimed by the players: ", terminal.standings(match.names, match.claim.scores), why))


@app.command()
def moves(
    context: typer.Context,
    match: MatchName,
    notation: Annotated[bool, option("--notation", "Print the events in notation, not as sentences.")] = False,
    as_json: Json = False,
) -> None:
    """List the events of a match with their points by source."""
    current = cli_context(context).match(match)
    gains = analysis.gains(current.stories)
    steps = list(zip(current.frames, current.frames[1:], gains[1:], strict=False))
    if as_json:
        print_json([_move(current, frame, won) for _, frame, won in steps])
        return
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 1, 0, 0))
    table.add_column("#", justify="right", no_wrap=True)
    table.add_column("Rd", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column("Event", min_width=24)
    table.add_column("Points by source", max_width=34)
    for before, frame, won in steps:
        text = write_event(current, frame.event) if notation else match_text.sentence(current, before, frame)
        symbol = Text("") if frame.seat is None else terminal.mark(frame.seat)
        table.add_row(str(frame.version), str(frame.round), symbol, text, _why(current, won))
    terminal.console().print(table)


def _move(match: Match, frame: Frame, gains: tuple[Gain, ...]) -> dict[str, Any]:
    points = [sum(by_source.values()) for by_source in analysis.points_by_source(len(match.names), [gains])]
    why = [
        {"seat": gain.seat, "points": gain.points, "source": gain.source, "rule": gain.rule, "cells": gain.cells}
        for gain in gains
    ]
    return {
        "version": frame.version,
        "seat": frame.seat,
        "notation": write_event(match, frame.event),
        "type": type(frame.event).__name__,
        "points": points,
        "why": why,
    }


def _why(match: Match, gains: tuple[Gain, ...]) -> Text:
    """Each seat's mark with its change of points and their sources."""
    parts = []
    for seat in range(len(match.names)):
        if own := [gain for gain in gains if gain.seat == seat]:
            by_source = analysis.points_by_source(len(match.names), [own])[seat]
            total = match_text.signed(sum(by_source.values()))
            sources = ", ".join(f"{plain(source)} {match_text.signed(points)}" for source, points in by_source.items())
            parts.append(Text.assemble(terminal.mark(seat), f" {total}", (f" {sources}", "dim")))
    return Text("\n").join(parts)


@app.command()
def legal(context: typer.Context, match: MatchName, as_json: Json = False) -> None:
    """List the legal moves of the seat whose turn it is."""
    current = cli_context(context).match(match)
    events = [] if current.now.turn is None else list(current.game.legal_moves(current.now.state))
    if as_json:
        print_json([{"notation": current.game.write(e)} | json.loads(codec.encode_event(e)) for e in events])
        return
    for event in events:
        typer.echo(current.game.write(event))
    if current.now.turn is None:
        print_error("The match is over.")
    elif current.missing:
        print_error(current.missing.sentence)
    elif current.now.turn == CHANCE:
        print_error("It is the turn of chance: record the draw or the roll.")
