"""Commands for statistics of many matches: of a person, of a game, of people head to head."""

from collections import Counter
from dataclasses import asdict, replace
from typing import Annotated

import typer

from eventstore.matches.people import SOMEBODY
from eventstore.readmodels.filters import MatchFilter
from eventstore.statistics.game import Game, game
from eventstore.statistics.pair import pair
from eventstore.statistics.person import person
from eventstore.statistics.ratings import ratings
from viewer.boards.text import plain
from viewer.commands import people, statistics_text
from viewer.commands.cli_errors import refuse
from viewer.commands.context import (
    CliContext,
    Depth,
    GameName,
    Json,
    Place,
    Seats,
    Since,
    Tag,
    Until,
    cli_context,
    print_json,
)

app = typer.Typer(help="Statistics of many matches: a person, a game, people head to head.", no_args_is_help=True)


@app.command("person")
def print_person_stats(
    context: typer.Context,
    name: people.Who,
    game: GameName = None,
    seats: Seats = None,
    place: Place = None,
    tag: Tag = None,
    depth: Depth = None,
    since: Since = None,
    until: Until = None,
    as_json: Json = False,
) -> None:
    """Show one person: plays, wins compared with chance, points, rating, opponents."""
    kept = cli_context(context)
    who = people.person(kept.records.people(), name)
    wanted = MatchFilter(game=game, seats=seats, place=place, tag=tag, depth=depth, since=since, until=until)
    played = kept.library.played(**wanted)
    told = person(played, who, _names(kept), kept.library.details(**wanted), ratings(played))
    if as_json:
        print_json(asdict(told))
    else:
        statistics_text.print_person(told)


@app.command("game")
def print_game_stats(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help="A key or a title.", show_default=False)],
    seats: Seats = None,
    place: Place = None,
    tag: Tag = None,
    depth: Depth = None,
    since: Since = None,
    until: Until = None,
    as_json: Json = False,
) -> None:
    """Show one game: plays, minutes, points, advantage of the start player, winners."""
    kept = cli_context(context)
    wanted = MatchFilter(game=game, seats=seats, place=place, tag=tag, depth=depth, since=since, until=until)
    told = _game(kept, game, wanted)
    if as_json:
        print_json(asdict(told))
    else:
        statistics_text.print_game(told, _names(kept))


@app.command("pair")
def print_pair_stats(
    context: typer.Context,
    names: Annotated[list[str], typer.Argument(metavar="PERSON PERSON...", help="Names or ids.", show_default=False)],
    game: GameName = None,
    seats: Seats = None,
    place: Place = None,
    tag: Tag = None,
    depth: Depth = None,
    since: Since = None,
    until: Until = None,
    as_json: Json = False,
) -> None:
    """Compare two or more people head to head, in the matches that all of them played."""
    kept = cli_context(context)
    everybody = kept.records.people()
    asked = [people.person(everybody, name) for name in names]
    if not 2 <= len(set(asked)) == len(asked):
        raise typer.BadParameter("Give two or more different people.")
    wanted = MatchFilter(game=game, seats=seats, place=place, tag=tag, depth=depth, since=since, until=until)
    told = pair(kept.library.played(**wanted), asked, _names(kept), kept.library.details(**wanted))
    if as_json:
        sums = {"wins": [one.wins for one in told.people], "mean_points": [one.points.value for one in told.people]}
        print_json(asdict(told) | sums)
    else:
        statistics_text.print_pair(told, _names(kept))


def _names(kept: CliContext) -> dict[str, str]:
    return {SOMEBODY: SOMEBODY} | kept.records.people().everybody()


def _game(kept: CliContext, word: str, wanted: MatchFilter) -> Game:
    """The game with this key or title, ignoring case, under the title of most of its matches."""
    played = kept.library.played(**wanted)
    if not played:
        titles = [title for title in kept.library.games() if title.casefold() == word.casefold()]
        if not titles:
            raise ValueError(f"There is no match of a game called {word!r}.")
        wanted |= MatchFilter(game=titles[0])
        played = kept.library.played(**wanted)
    titles = [title for title, _ in Counter(match.game for match in played).most_common()] or titles
    if word == "scoresheet" and len(titles) > 1:
        refuse(f"There are score sheets of many games, {', '.join(map(plain, titles[:3]))}…; give one of them.")
    one = [replace(match, game=titles[0]) for match in played]
    return game(one, titles[0], kept.library.details(**wanted))
