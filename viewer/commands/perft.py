"""The command that counts the legal event sequences of a game, to compare two engines: `perft`."""

from random import Random
from typing import Annotated

import typer
from rich.table import Table

from core import games
from core.game import CHANCE, AnyGame, set_up
from eventstore import codec
from eventstore.matches.match import validate_seats
from viewer.commands import terminal
from viewer.commands.context import Json, print_json
from viewer.commands.recording import Option, parse_options

app = typer.Typer()


@app.command("perft")
def count_sequences(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The key of the game.", show_default=False)],
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, help="The number of events.", show_default=False)],
    seats: Annotated[
        int | None, typer.Option(metavar="NUMBER", help="The number of players. Default: the minimum of the game.")
    ] = None,
    option: Option = [],  # noqa: B006
    seed: Annotated[int, typer.Option(metavar="NUMBER", help="The random seed of chance events.")] = 1,
    as_json: Json = False,
) -> None:
    """Count the legal event sequences of each length from the start of a game."""
    played = games.find(game)
    if seats is not None:
        try:
            validate_seats(played, seats)
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None
    options = codec.decode_options(played, parse_options(played, option))
    counts = perft(played, played.SEATS[0] if seats is None else seats, options, depth, seed)
    if as_json:
        print_json([{"depth": events, "count": count} for events, count in enumerate(counts)])
        return
    table = Table("depth", "count", box=None, pad_edge=False, header_style="dim")
    for column in table.columns:
        column.justify = "right"
    for events, count in enumerate(counts):
        table.add_row(str(events), f"{count:,}")
    terminal.console().print(table)


def perft(game: AnyGame, seats: int, options: object, depth: int, seed: int) -> list[int]:
    """The number of sequences of 0, 1, 2 ... `depth` events from the start. Every turn of chance uses the same seed.

    Raises ValueError for invalid options.
    """
    counts = [0] * (depth + 1)
    _count(game, set_up(game, seats, options), counts, 0, seed)
    return counts


def _count(game: AnyGame, state: object, counts: list[int], made: int, seed: int) -> None:
    counts[made] += 1
    if made == len(counts) - 1:
        return
    is_chance = game.turn(state) == CHANCE
    events = (game.deal(state, Random(seed)),) if is_chance else tuple(game.legal_moves(state))
    if made == len(counts) - 2:
        counts[-1] += len(events)  # The last events need not be applied.
        return
    for event in events:
        _count(game, game.evolve(state, event), counts, made + 1, seed)
