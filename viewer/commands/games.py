"""The command `games`: every game that is installed, and why one cannot be used."""

from typing import Any

import typer
from rich.table import Table

from core import games
from core.game import CONTRACT, rules_of
from core.games import InstalledGame
from viewer.commands.context import Json, print_json
from viewer.commands.match_text import console
from viewer.locale.plain_text import plain

app = typer.Typer()


@app.command("games")
def list_games(as_json: Json = False) -> None:
    """List the games: Partie's own, and those of installed packages."""
    found = games.every()
    if as_json:
        print_json([_listed(game) for game in found])
        return
    table = Table("Key", "Title", "Package", "Rules", box=None)
    for game in found:
        listed = _listed(game)
        package = f"{game.package} {game.version}" if game.package else "Partie"
        table.add_row(game.key, plain(listed["title"] or ""), plain(package), str(listed["rules"] or ""))
    console().print(table)
    for game in found:
        if game.problem:
            typer.echo(game.problem)


def _listed(found: InstalledGame) -> dict[str, Any]:
    game = found.game
    return {
        "key": found.key,
        "title": game and game.TITLE,
        "package": found.package,
        "version": found.version,
        "contract": None if game is None else getattr(game, "CONTRACT", CONTRACT),
        "rules": game and rules_of(game),
        "state": "ready" if game else "failed",
        "problem": found.problem,
    }
