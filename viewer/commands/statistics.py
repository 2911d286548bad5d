"""Commands for statistics of many matches: of a person, of a game, of people head to head."""

from collections import Counter
from dataclasses import asdict, replace
from typing import Annotated, TypedDict

import typer

from core.folding import folded
from core.review.review import Effort
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.game import game_course, game_statistics, last_by_moves, titles_of
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.known_words import require_game
from eventstore.readmodels.person import person_statistics
from eventstore.readmodels.plays_of import details_of, plays_of
from eventstore.readmodels.population import Population
from eventstore.reviews.luck import luck_of
from eventstore.reviews.repository import ReviewRepository
from eventstore.statistics.intervals import mean
from eventstore.statistics.pair import pair
from eventstore.statistics.reviews import LuckAndChoices
from viewer.commands import people, questions, terminal
from viewer.commands.cli_errors import refuse
from viewer.commands.context import (
    CliContext,
    Json,
    Simulated,
    argument,
    cli_context,
    match_filters,
    option,
    option_group,
    print_json,
)
from viewer.commands.statistics_text import print_statistics
from viewer.locale.plain_text import plain

app = typer.Typer(help="Statistics of many matches: by person, by game, head to head.", no_args_is_help=True)


class Shown(TypedDict):
    """Options: the matches that count, and whether figures are shown with their certainty."""

    simulated: bool
    sure: bool


_shown_options = option_group(
    "shown",
    {
        "simulated": (Simulated, False),
        "sure": (Annotated[bool, option("--sure", "With 95 % intervals and numbers of cases.")], False),
    },
)


@app.command("person")
@match_filters("person")
@_shown_options
def print_person_stats(
    context: typer.Context,
    name: people.Who,
    *,
    shown: Shown,
    filters: MatchFilter,
    as_json: Json = False,
) -> None:
    """Show the statistics of a person: plays, wins against chance, points, rating, opponents."""
    cli = cli_context(context)
    who = people.person(cli.records.people(), name)
    index = cli.counted(simulated=shown["simulated"])
    population = index.population(**filters)
    names = questions.names_of(cli)
    figures, luck = person_statistics(population, who, names), _luck(cli, population, who)
    if as_json:
        print_json(asdict(figures) | {"levels": [asdict(level) for level in luck.levels]})
    else:
        terminal.console().print(plain(figures.name), style="bold")
        print_statistics("person", figures, names, sure=shown["sure"])
        _print_levels(luck, sure=shown["sure"])


@app.command("game")
@match_filters("game", "person")
@_shown_options
def print_game_stats(
    context: typer.Context,
    game: Annotated[str, argument("GAME", "The key or the title of a game.")],
    *,
    shown: Shown,
    filters: MatchFilter,
    as_json: Json = False,
) -> None:
    """Show the statistics of a game: plays, minutes, points, advantage of the start player, winners."""
    cli = cli_context(context)
    title, population = _game(cli.counted(simulated=shown["simulated"]), game, filters | MatchFilter(game=game))
    figures = game_statistics(population, title)
    if as_json:
        print_json(asdict(figures) | asdict(game_course(population)))
    else:
        terminal.console().print(plain(title), style="bold")
        print_statistics("game", figures, questions.names_of(cli), sure=shown["sure"])


@app.command("pair")
@match_filters("person")
@_shown_options
def print_pair_stats(
    context: typer.Context,
    names: Annotated[list[str], argument("PERSON PERSON...", "Two or more people, by name or id.")],
    *,
    shown: Shown,
    filters: MatchFilter,
    as_json: Json = False,
) -> None:
    """Compare two or more people in the matches that all of them played."""
    cli = cli_context(context)
    everybody = cli.records.people()
    asked = [people.person(everybody, name) for name in names]
    if not 2 <= len(set(asked)) == len(asked):
        raise typer.BadParameter("Give two or more different people.")
    index = cli.counted(simulated=shown["simulated"])
    population = index.population(**filters)
    figures = pair(plays_of(population, asked), asked, questions.names_of(cli), details_of(population, asked))
    if as_json:
        sums = {
            "wins": [one.wins for one in figures.people],
            "mean_points": [one.points.value for one in figures.people],
        }
        print_json(asdict(figures) | sums)
    else:
        terminal.console().print(plain(", ".join(one.name for one in figures.people)), style="bold")
        print_statistics("pair", figures, questions.names_of(cli), sure=shown["sure"])


@app.command("luck")
@match_filters("person")
@_shown_options
def print_luck(
    context: typer.Context,
    name: people.Who,
    effort: Annotated[
        Effort | None, option("--effort", "Count reviews of this effort. Default: the one of most reviews.")
    ] = None,
    *,
    shown: Shown,
    filters: MatchFilter,
    as_json: Json = False,
) -> None:
    """Show the luck and the choices of a person in reviewed matches: by game, opponent and year."""
    cli = cli_context(context)
    who = people.person(cli.records.people(), name)
    figures = _luck(cli, cli.counted(simulated=shown["simulated"]).population(**filters), who, effort)
    if as_json:
        print_json(asdict(figures))
    else:
        terminal.console().print(plain(figures.name), style="bold")
        print_statistics("luck", figures, {}, sure=shown["sure"])
        _print_levels(figures, sure=shown["sure"])


def _print_levels(figures: LuckAndChoices, *, sure: bool) -> None:
    """Print how well the person chooses in each game; what is lost only against enough opponents."""
    told = [each if each.is_told else replace(each, lost=mean([])) for each in figures.levels]
    print_statistics("levels", replace(figures, levels=tuple(told)), {}, sure=sure)
    if told and not figures.has_ladder:
        typer.echo("plays like: compared only in quick reviews by the compiled search, as those of known players are")


def _luck(cli: CliContext, population: Population, who: str, effort: Effort | None = None) -> LuckAndChoices:
    """The figures from reviews of an effort; None: of that of most reviews."""
    reviews = ReviewRepository(cli.store)
    counted = effort or reviews.main_effort()
    return luck_of(population, who, questions.names_of(cli), counted, reviews.seats(counted))


def _game(index: MatchIndex, word: str, filters: MatchFilter) -> tuple[str, Population]:
    """The title of most plays of the game with this key or title, and the plays."""
    require_game(index, word)
    population = index.population(**filters)
    plays = titles_of(population) or Counter([match.game_title for match in index.matches(game=word, limit=1)])
    titles = sorted(plays, key=lambda title: (-plays[title], title))
    if len(set(map(folded, titles))) > 1 and not last_by_moves(population):
        refuse(f"There are score sheets of many games, {', '.join(map(plain, titles[:3]))}…; give one of them.")
    return titles[0], population


app.registered_commands += questions.app.registered_commands
