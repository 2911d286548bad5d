"""Commands that answer questions about habits: `stats year`, `next`, `rested`, `progress`, `cost`."""

import datetime
from dataclasses import asdict
from typing import Annotated, Final

import typer

from core.folding import folded
from eventstore.matches.collection import Collection
from eventstore.matches.people import SOMEBODY
from eventstore.matches.repository import utc_now
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.known_words import not_found
from eventstore.readmodels.person import contests
from eventstore.readmodels.play_lists import plays_by_game, rested, timed_plays
from eventstore.readmodels.suggestions import suggestions
from eventstore.readmodels.year import year_in_review
from eventstore.statistics.cost import costs
from eventstore.statistics.progress import Verdict, progress
from viewer.commands import people
from viewer.commands.context import CliContext, Json, Simulated, argument, cli_context, option, print_json
from viewer.commands.statistics_text import print_figures, print_statistics

app = typer.Typer()
prices = typer.Typer()

_VERDICTS: Final[dict[Verdict, str]] = {
    "better": "better than before",
    "worse": "worse than before",
    "unclear": "about the same as before",
    "few": "too few plays to tell",
}

Game = Annotated[str, argument("GAME", "The title of a game.")]


@app.command("year")
def print_year(
    context: typer.Context,
    number: Annotated[int | None, argument("[YEAR]", "Default: this year.", min=1, max=9999)] = None,
    person: Annotated[str | None, option("--person PERSON", "The year of this person, by name or id.")] = None,
    simulated: Simulated = False,
    as_json: Json = False,
) -> None:
    """Review a year: matches, games, new games, people, challenges."""
    cli = cli_context(context)
    who = people.person(cli.records.people(), person) if person else None
    names = names_of(cli)
    today = datetime.date.today()
    found = year_in_review(cli.counted(simulated=simulated), names, f"{number or today.year:04}", who, today)
    if as_json:
        print_json(asdict(found))
    else:
        print_statistics("year", found, names)


@app.command("next")
def print_next(
    context: typer.Context,
    names: Annotated[list[str], argument("PERSON...", "The people at the table, by name or id.")],
    minutes: Annotated[int | None, option("--minutes NUMBER", "The time they have.", min=1)] = None,
    simulated: Simulated = False,
    as_json: Json = False,
) -> None:
    """Suggest what these people could play in their time."""
    cli = cli_context(context)
    asked = dict.fromkeys(people.person(cli.records.people(), name) for name in names)
    found = suggestions(cli.counted(simulated=simulated), tuple(asked), minutes, datetime.date.today())
    if as_json:
        print_json([asdict(one) for one in found])
        return
    print_figures("game minutes known=know_it days=days_ago", found)
    if not found:
        typer.echo("No game was played by so many people in that time.")


@app.command("rested")
def print_rested(context: typer.Context, simulated: Simulated = False, as_json: Json = False) -> None:
    """List the games that were not played for the longest time."""
    found = rested(cli_context(context).counted(simulated=simulated), datetime.date.today())
    if as_json:
        print_json([asdict(one) for one in found])
    else:
        print_figures("game plays played_on=last_played days=days_ago", found)


@app.command("progress")
def print_progress(
    context: typer.Context, name: people.Who, game: Game, simulated: Simulated = False, as_json: Json = False
) -> None:
    """Tell whether a person gets better at a game."""
    cli = cli_context(context)
    who, index = people.person(cli.records.people(), name), cli.counted(simulated=simulated)
    title = _title(index, game)
    found = progress(contests(index.population(), who, title), title)
    if as_json:
        print_json(asdict(found))
    else:
        typer.echo(f"{_VERDICTS[found.verdict]} ({len(found.steps)} plays)")
        if found.change is not None and found.low is not None and found.high is not None:
            change = f"{found.change:+.0%}, most likely between {found.low:+.0%} and {found.high:+.0%}"
            typer.echo(f"opponents beaten: {found.earlier.value:.0%}, then {found.later.value:.0%} ({change})")


@app.command("cost")
def print_cost(context: typer.Context, simulated: Simulated = False, as_json: Json = False) -> None:
    """Show what a play of each game with a noted price has cost so far; `partie price` notes one."""
    cli = cli_context(context)
    found = costs(timed_plays(cli.counted(simulated=simulated)), _collection(cli).prices())
    if as_json:
        print_json([asdict(one) for one in found])
        return
    print_figures("game price plays each=a_play hour=an_hour currency", found)
    if not found:
        typer.echo("No price is noted; `partie price GAME AMOUNT` notes one.")


@prices.command("price")
def note_price(
    context: typer.Context,
    game: Game,
    amount: Annotated[float | None, argument("AMOUNT", "What it cost; without it the price is removed.")] = None,
    currency: Annotated[str, option("--currency TEXT", "The currency, as you write it.")] = "",
) -> None:
    """Note the price of a game, for the cost per play."""
    cli = cli_context(context)
    _collection(cli).note(_title(cli.counted(simulated=True), game), amount, currency)


def names_of(cli: CliContext) -> dict[str, str]:
    """The names of people by their ids."""
    return {SOMEBODY: SOMEBODY} | cli.records.people().current_names()


def _collection(cli: CliContext) -> Collection:
    return Collection(cli.store, "local", utc_now)


def _title(index: MatchIndex, game: str) -> str:
    """The title of the game as played."""
    known = plays_by_game(index)
    title = next((title for title in known if folded(title) == folded(game)), None)
    if title is None:
        raise not_found(f"There is no match of a game called {game!r}", game, known)
    return title
