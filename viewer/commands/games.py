"""The command `games`: the games that are installed, `new` for a package with another one, `check` for its laws."""

from importlib.metadata import entry_points
from pathlib import Path
from traceback import extract_tb
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.progress import Progress

from core import games
from core.errors import InvalidInput
from core.game import CONTRACT, AnyGame, rules_of
from core.games import InstalledGame, importing
from core.messages import message
from viewer.boards import board_of
from viewer.boards.fallback import Fallback
from viewer.boards.packages import GROUP as BOARDS
from viewer.commands.context import Json, argument, option, print_json
from viewer.commands.terminal import console, print_table
from viewer.locale.plain_text import plain

app = typer.Typer(help="List the games, write a package with a game, check one.", invoke_without_command=True)

SAMPLES: Final = "partie.samples"
"""Group of the entry points of a `Sample`, by the key of the game; `check` alone loads it."""


@app.callback()
def list_games(context: typer.Context, as_json: Json = False) -> None:
    """List the games: Partie's own, and those of installed packages."""
    if context.invoked_subcommand:
        return
    found = games.every()
    if as_json:
        print_json([_listed(game) for game in found])
        return
    rows = [
        (
            game.key,
            game.game.TITLE if game.game else "",
            f"{game.package} {game.version}" if game.package else "Partie",
            str(rules_of(game.game)) if game.game else "",
        )
        for game in found
    ]
    print_table(("key", "title", "package", "rules"), rows)
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


@app.command()
def new(
    name: Annotated[str, argument("KEY", "The key of the game: lower-case letters.")],
    title: Annotated[str | None, option("--title", "Its name for people; else the key, capitalized.")] = None,
    folder: Annotated[Path, option("--in", "Where the package is written.", file_okay=False)] = Path(),
) -> None:
    """Write a package with a small card game that keeps all laws, to go on from."""
    from viewer.conformance.example import write_package  # Loaded late: no other command needs it.

    written = write_package(name, title or name.capitalize(), folder)
    typer.echo(f"Written: {written}. Next: pip install --editable {written}, then partie games check {name}.")


@app.command()
def check(
    name: Annotated[str, argument("KEY", "The key of an installed game.")],
    is_long: Annotated[bool, option("--long", "Play 20 matches of every combination of seats and options.")] = False,
    seed: Annotated[int, option("--seed", "Another seed plays other matches.")] = 1,
    golden: Annotated[
        Path | None, option("--golden", "A folder of golden matches.", exists=True, file_okay=False)
    ] = None,
    as_json: Json = False,
) -> None:
    """Try the laws of games and boards on random matches, within a minute; each is printed once it is known.

    Exit code 1 if a law is broken; the line says where.
    """
    from viewer.conformance.suite import Suite

    game = games.find(name)
    suite = Suite(game, _board(game), _sample(game), golden, is_long, seed)
    out = console()
    with Progress(transient=True, disable=as_json, console=out) as progress:
        task = progress.add_task("Matches", total=None)
        suite.progress = lambda matches, of: progress.update(task, completed=matches, total=of)
        if not as_json:
            suite.tried = lambda law, error: _print(out, _result(law, error, suite.not_tried(law)))
        failures = suite.failures
    laws = [_result(law, failures.get(law), suite.not_tried(law)) for law in suite.laws()]
    if as_json:
        print_json({"game": name, "matches": suite.matches, "combinations": suite.cases, "laws": laws})
    else:
        kept = sum(law["state"] == "kept" for law in laws)
        typer.echo(
            f"{kept} of {len(laws)} laws kept in {suite.matches} matches; seats and options have {suite.cases}"
            " combinations."
        )
    if failures:
        raise typer.Exit(1)


def _result(law: str, error: Exception | None, not_tried: str | None) -> dict[str, str | None]:
    state = "broken" if error else "not tried" if not_tried else "kept"
    return {
        "law": law,
        "state": state,
        "where": getattr(error, "__notes__", [""])[0].removeprefix(f"{law}: ") or None,
        "why": _words(error) if error else not_tried,
    }


def _words(error: Exception) -> str:
    """The text of an error; of an assertion without words its line."""
    if text := str(error):
        return text if isinstance(error, AssertionError) else f"{type(error).__name__}: {text}"
    return f"{type(error).__name__}: {extract_tb(error.__traceback__)[-1].line}"


def _print(out: Console, law: dict[str, str | None]) -> None:
    marks = {"kept": "ok", "broken": "BROKEN", "not tried": "-"}
    lines = [f"{marks[str(law['state'])]:8}{str(law['law']).replace('_', ' ')}"]
    lines += [f"{'':8}  {plain(detail)}" for detail in (law["where"], law["why"]) if detail]
    out.print("\n".join(lines), markup=False, highlight=False, soft_wrap=True)


def _board(game: AnyGame) -> Any:
    """The board to try: that of a package as it brings it, with its failures."""
    if games.package_of(game.KEY) is None:
        own = board_of(game)
        return None if isinstance(own, Fallback) else own
    return _part(BOARDS, game.KEY)


def _sample(game: AnyGame) -> Any:
    from viewer.conformance.samples import SAMPLES as OWN
    from viewer.conformance.samples import Sample

    return OWN.get(game.KEY) or _part(SAMPLES, game.KEY) or Sample()


def _part(group: str, key: str) -> Any:
    """The object that a package names in a group, None without one. Raises InvalidInput if it cannot be imported."""
    for entry in entry_points(group=group, name=key):
        if entry.dist and entry.dist.name == games.package_of(key):
            try:
                return importing.load(entry)
            except (Exception, SystemExit) as error:
                why = f"{type(error).__name__}: {error}"
                raise InvalidInput(message("{part} cannot be imported ({why}).", part=entry.value, why=why)) from None
    return None
