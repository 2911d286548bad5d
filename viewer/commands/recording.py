"""Commands that record: `new`, `record`, `close`, `describe`, `fork`, `note`, `claim`, `adjust`."""

import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Annotated, Any

import typer
from rich.text import Text

from core import games
from core.game import AnyGame
from core.record_events import CloseReason, MatchDescribed, PointsAdjusted, ScoresClaimed
from eventstore.formats.notation import parse_event
from eventstore.matches.match import Match, Refused
from eventstore.matches.notes import Glyph
from viewer.commands import match_text, terminal
from viewer.commands.cli_errors import refuse
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
from viewer.commands.detail_options import DETAIL_OPTIONS, noted_details
from viewer.commands.reading import state_json

app = typer.Typer()

Player = Annotated[list[str], option("--player NAME", "A player; one for each seat, a start player first.")]
Option = Annotated[list[str], option("--option KEY=VALUE", "An option of the game; repeatable.")]
Date = Annotated[str | None, option("--date DATE", "The date of play: 2026-11-20, 2026-11 or 2026.")]
Place = Annotated[str | None, option("--place TEXT", "The place of play.")]
Tag = Annotated[list[str], option("--tag WORD", "A tag to search by; repeatable.")]
Title = Annotated[str | None, option("--title TEXT", "The title of the match.")]


@app.command()
@option_group("details", DETAIL_OPTIONS)
def new(
    context: typer.Context,
    game: Annotated[str, argument("GAME", "The key of the game.")],
    player: Player = [],  # noqa: B006  # typer copies it
    option: Option = [],  # noqa: B006
    date: Date = None,
    place: Place = None,
    tag: Tag = [],  # noqa: B006
    title: Title = None,
    *,
    details: Mapping[str, Any],
    as_json: Json = False,
) -> None:
    """Create a match and print its id; the next step is a hint on stderr."""
    played = games.find(game)
    noted = noted_details(details, player)
    if not player:
        raise typer.BadParameter("Name the players: --player NAME, once for each of them.")
    match = cli_context(context).records.start(
        played,
        player,
        *([noted] if noted else []),
        options=parse_options(played, option),
        played_on=date,
        place=place,
        tags=_tags(tag),
        title=title,
    )
    if as_json:
        print_json(state_json(match, match.now, match.version))
        return
    _print_id(match)


def _tags(given: Sequence[str]) -> tuple[str, ...]:
    """Without the empty ones: `--tag ""` alone removes all tags of a match."""
    return tuple(tag for tag in given if tag.strip())


def _print_id(match: Match) -> None:
    """Print the id of a new match on stdout and nothing else; the next step is a hint on stderr."""
    typer.echo(match.id)
    terminal.console(stderr=True).print(match_text.next_line(match, match.now))


def parse_options(game: AnyGame, pairs: Sequence[str]) -> dict[str, Any]:
    """Options from `key=value`; a value is JSON, or else text. Raises a usage error."""
    kinds = {field.name: field.type for field in fields(game.Options)}
    options: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise typer.BadParameter(f"An option has the form key=value, not {pair!r}.")
        try:
            options[key] = value if kinds.get(key) is str else json.loads(value)
        except ValueError:
            options[key] = value
    return options


@app.command()
@option_group("once", ONCE)
def record(
    context: typer.Context,
    match: MatchName,
    event: Annotated[list[str], argument("EVENT...", "Events in notation or JSON; - reads one a line from stdin.")],
    *,
    once: Mapping[str, Any],
    as_json: Json = False,
) -> None:
    """Record the next events of a match: all of them, or none if one is refused."""
    current = cli_context(context).match(match)
    lines = [line for word in event for line in (sys.stdin if word == "-" else [word]) if line.strip()]
    events = [parse_event(current, line) for line in lines]
    try:
        after = cli_context(context).records.record(current, *events, **once)
    except Refused as refused:
        refuse(f"{lines[refused.index].strip()[:80]!r} is refused: {refused}")
    print_state(after, as_json=as_json)


def print_state(match: Match, *, as_json: bool) -> None:
    """Print the current version, points and next seat of the match."""
    if as_json:
        print_json(state_json(match, match.now, match.version))
        return
    out = terminal.console()
    winners = match.outcome.winners if match.outcome else ()
    out.print(
        Text(f"version {match.version}  ", style="dim") + terminal.standings(match.names, match.now.scores, winners)
    )
    out.print(match_text.next_line(match, match.now))


@app.command()
@option_group("once", ONCE)
def close(
    context: typer.Context,
    match: MatchName,
    reason: Annotated[CloseReason, argument("REASON", "Why it ended.")],
    *,
    once: Mapping[str, Any],
    as_json: Json = False,
) -> None:
    """Close a match that its rules did not end."""
    current = cli_context(context).match(match)
    print_state(cli_context(context).records.close(current, reason, **once), as_json=as_json)


@app.command()
@option_group("details", DETAIL_OPTIONS)
def describe(
    context: typer.Context,
    match: MatchName,
    player: Player = [],  # noqa: B006
    date: Date = None,
    place: Place = None,
    tag: Tag = [],  # noqa: B006
    title: Title = None,
    expected_version: ExpectedVersion = None,
    *,
    details: Mapping[str, Any],
    as_json: Json = False,
) -> None:
    """Correct the header of a match (players, date, place, tags, title), and note what belongs to the play.

    Only the given fields change. --player, --tag and --expansion replace the whole list, --role the roles of a seat.
    """
    description = MatchDescribed(tuple(player) or None, date, None, place, _tags(tag) if tag else None, title)
    if description == MatchDescribed() and not any(value is not None and value != [] for value in details.values()):
        raise typer.BadParameter("Give at least one fact, like --date, --place, --role or --expansion.")
    current = cli_context(context).match(match)
    noted = noted_details(details, player or current.names, current.details.seats or ())
    described = () if description == MatchDescribed() else (description,)
    after = cli_context(context).records.record(
        current, *described, *([noted] if noted else []), expected_version=expected_version
    )
    print_state(after, as_json=as_json)


@app.command()
def fork(
    context: typer.Context,
    match: MatchName,
    version: Annotated[int, argument("VERSION", "The last event that both matches share.")],
    as_json: Json = False,
) -> None:
    """Create a match that shares the events up to VERSION with this one, and print its id."""
    forked = cli_context(context).records.fork(cli_context(context).match(match), version)
    if as_json:
        print_json(state_json(forked, forked.now, forked.version))
        return
    _print_id(forked)


@app.command()
def note(
    context: typer.Context,
    match: MatchName,
    version: Annotated[int, argument("VERSION", "The version of the event.")],
    text: Annotated[str, argument("TEXT", "The text, in Markdown.")] = "",
    glyph: Annotated[Glyph | None, option("--glyph", "A judgment of the move, as in chess.")] = None,
    author: Annotated[str, option("--author NAME", "The author of the note.")] = "",
) -> None:
    """Add a note to an event and print the id of the note."""
    current = cli_context(context).match(match)
    typer.echo(cli_context(context).records.note(current, version, text, glyph, author).id)


# Points may be negative; a minus must not be parsed as an option.
_NUMBERS = {"ignore_unknown_options": True}


@app.command(context_settings=_NUMBERS)
def claim(
    context: typer.Context,
    match: MatchName,
    points: Annotated[list[str], argument("POINTS...", "The points of each seat; - if unknown.")],
    why: Annotated[str | None, option("--why TEXT", "The explanation of the players.")] = None,
    as_json: Json = False,
) -> None:
    """Record the final points that the players counted; the computed score does not change."""
    scores = tuple(None if word == "-" else _points(word) for word in points)
    current = cli_context(context).match(match)
    print_state(cli_context(context).records.record(current, ScoresClaimed(scores, why)), as_json=as_json)


@app.command(context_settings=_NUMBERS)
@option_group("once", ONCE)
def adjust(
    context: typer.Context,
    match: MatchName,
    seat: Annotated[
        str, argument("SEAT", "The number of the seat, from 0, its letter, from A, or the name of the player.")
    ],
    points: Annotated[str, argument("POINTS", "The points to add; negative to subtract.")],
    why: Annotated[str, option("--why TEXT", "The reason.")],
    *,
    once: Mapping[str, Any],
    as_json: Json = False,
) -> None:
    """Add points to a seat, or subtract some, by a ruling of the players."""
    current = cli_context(context).match(match)
    if not why.strip():
        raise typer.BadParameter("A ruling requires a reason: --why TEXT.")
    ruling = PointsAdjusted(match_text.seat_named(current.names, seat), _points(points), why)
    print_state(cli_context(context).records.record(current, ruling, **once), as_json=as_json)


def _points(word: str) -> int | float:
    """A number in the digits 0 to 9, as the pages and the notation take it."""
    number = re.fullmatch(r"[+-]?[0-9]{1,40}(?P<decimals>(\.[0-9]{1,40})?(e[+-]?[0-9]{1,9})?)", word)
    if number is None:
        raise typer.BadParameter(f"{word[:80]!r} is not a number of points.")
    return float(word) if number["decimals"] else int(word)
