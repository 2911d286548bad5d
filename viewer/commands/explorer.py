"""Commands that compare many matches of a game: `stats openings`, `stats features`."""

from dataclasses import asdict
from typing import Annotated

import typer

from core.games import find
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.known_words import require_game
from eventstore.statistics.features import Feature, FeatureRow, features
from eventstore.statistics.openings import Opening, Openings, openings
from eventstore.statistics.plays import PlayedMatch
from viewer.commands import people
from viewer.commands.context import Json, Simulated, cli_context, match_filters, print_json
from viewer.commands.statistics_text import mean_cells, print_table, share_cells

app = typer.Typer()

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The key or the title of a game.", show_default=False)]


@app.command("openings")
@match_filters("game", "depth")
def print_openings(
    context: typer.Context,
    game: GameName,
    moves: Annotated[
        list[str] | None, typer.Argument(metavar="[MOVE...]", help="The first moves, in notation.", show_default=False)
    ] = None,
    deep: Annotated[int, typer.Option("--moves", min=1, max=20, help="How many moves to look ahead.")] = 1,
    simulated: Simulated = False,
    *,
    filters: MatchFilter,
    as_json: Json = False,
) -> None:
    """Show the tree of opening moves: how often each was played, and the share of wins of its player."""
    index = cli_context(context).counted(simulated=simulated)
    filters |= MatchFilter(game=game)
    played = _played(index, game, filters)
    known = index.openings(**filters)
    if not known:
        raise ValueError(f"{played[0].game} has no tree of openings: chance decides there too.")
    key = next(match.key for match in played if match.id in known)
    path = [find(key).write(find(key).parse(move)) for move in moves or ()]
    found = openings(played, known, path, depth=deep)
    if as_json:
        print_json(asdict(found))
    else:
        _print_openings(found)


@app.command("features")
@match_filters("game")
def print_features(
    context: typer.Context,
    game: GameName,
    simulated: Simulated = False,
    *,
    filters: MatchFilter,
    as_json: Json = False,
) -> None:
    """Show how features of a play (floor tiles, the first column) go together with winning; with --person of theirs."""
    cli = cli_context(context)
    index = cli.counted(simulated=simulated)
    name = filters.get("person")
    who = people.person(cli.records.people(), name) if isinstance(name, str) else None
    filters |= MatchFilter(game=game)
    found = features(_played(index, game, filters), index.features(**filters), who)
    if as_json:
        print_json([asdict(feature) for feature in found])
        return
    if not found:
        typer.echo("No match was recorded with every move and a result.")
    for feature in found:
        _print_feature(feature)


def _played(index: MatchIndex, game: str, filters: MatchFilter) -> tuple[PlayedMatch, ...]:
    played = index.played(**filters)
    require_game(index, game)
    if not played:
        raise ValueError(f"There is no match of a game called {game!r} that fits.")
    return played


def _print_openings(openings: Openings) -> None:
    start = openings.start
    if start is None:
        typer.echo("No match was recorded with every move.")
        return
    options = "".join(f", {name} {_words(value)}" for name, value in start.options.items())
    after = "  ".join(openings.path) or "the start"
    typer.echo(f"{start.players} players{options}, after {after}: {openings.opening.plays} of {start.plays} matches")
    print_table(("move", "plays", "won", "of"), _rows(openings.opening, 0))


def _words(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _rows(opening: Opening, deep: int) -> list[tuple[str, ...]]:
    rows = list[tuple[str, ...]]()
    for each in opening.next:
        cells = share_cells(each.share, sure=True) if each.share else ("-", "0")
        rows += [("  " * deep + (each.move or ""), str(each.plays), *cells), *_rows(each, deep + 1)]
    return rows


def _print_feature(feature: Feature) -> None:
    won, lost = (mean_cells(mean, sure=False)[0] for mean in (feature.winners, feature.others))
    name = feature.name.replace("_", " ")
    rows = [
        (_range(row), *share_cells(row.share, sure=True), f"{row.chance:.0%}{' surprising' if row.surprising else ''}")
        for row in feature.rows
    ]
    print_table((name, "won", "of", "chance"), rows)
    typer.echo(f"mean of the winners {won}, of the others {lost}")


def _range(row: FeatureRow) -> str:
    if row.low is None:
        return "never"
    return str(row.low) if row.low == row.high else f"{row.low} to {row.high}"
