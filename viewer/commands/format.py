"""Commands about the format of match files: `validate` a file, `conform` for a reader in any language."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from eventstore.formats import conformance
from eventstore.formats.conformance import NoReader
from eventstore.formats.reading import MatchFound, matches_in
from viewer.commands.cli_errors import print_error
from viewer.commands.context import Json, argument, option, print_json
from viewer.commands.terminal import print_table
from viewer.locale.plain_text import plain

app = typer.Typer()

INVALID: Final = 3
"""Exit code if a file has an error."""

NOT_CHECKED: Final = 5
"""Exit code if nothing is wrong, but the game of a match is not installed, so its rules were not checked."""


@app.command()
def validate(
    files: Annotated[list[Path], argument("FILE...", exists=True, dir_okay=False, readable=True)],
    as_json: Json = False,
) -> None:
    """Check match files against the format; nothing is stored.

    Exit codes: 0 all valid, 3 a file has an error, 5 the rules of a game that
    is not installed were not checked.
    """
    found = [(path, match) for path in files for match in _matches(path)]
    if as_json:
        print_json([_told(path, match) for path, match in found])
    else:
        for path, match in found:
            typer.echo(f"{plain(str(path))}: {_sentence(match)}")
    if any(match.error for _, match in found):
        raise typer.Exit(INVALID)
    if not all(match.known for _, match in found):
        raise typer.Exit(NOT_CHECKED)


def _matches(path: Path) -> list[MatchFound]:
    with path.open("rb") as file:
        return [*matches_in(file)]


def _told(path: Path, match: MatchFound) -> dict[str, Any]:
    return {"file": str(path), "valid": match.error is None, "level": _level(match)} | asdict(match)


def _level(match: MatchFound) -> int | None:
    """The level up to which a match is valid; None: its structure is broken."""
    if match.error:
        return {"E-RULE": 2 if match.known else 1, "E-STAND": 0}.get(match.error.id)
    return 3 if match.known else 2


def _sentence(match: MatchFound) -> str:
    if error := match.error:
        rule = f" ({error.rule})" if error.rule else ""
        return f"line {error.line}: {error.id}: {error.sentence}{rule}"
    newer = f"; kept of a newer writer: {', '.join(match.newer)}" if match.newer else ""
    game = match.game if match.known else f"{match.game}, whose rules are not known here,"
    return plain(f"line {match.line}: {game} with {match.events} events is valid to level {_level(match)}{newer}.")


@app.command()
def conform(
    command: Annotated[list[str] | None, argument("-- COMMAND...", "The reader to try.")] = None,
    serve: Annotated[bool, option("--serve", "Answer requests as a reader, on standard streams.")] = False,
    as_json: Json = False,
) -> None:
    """Try a reader of match files, in any language, with the vectors of the format.

    Exit code 3 if a vector of a level that it claims fails.
    """
    if serve:
        for line in sys.stdin:
            print(json.dumps(conformance.answer(json.loads(line))), flush=True)
        return
    if not command:
        raise typer.BadParameter("name the command of a reader after --")
    try:
        claim, tried = conformance.try_reader(command, conformance.vectors())
    except NoReader as error:
        print_error(str(error))
        raise typer.Exit(1) from None
    failed = [result for result in tried if result.problem]
    if as_json:
        problems = [
            {"id": each.vector["id"], "requirement": each.vector["requirement"], "problem": each.problem}
            for each in failed
        ]
        print_json(asdict(claim) | {"tried": len(tried), "failed": problems})
    else:
        _print(claim, tried, failed)
    if failed:
        raise typer.Exit(INVALID)


def _print(claim: conformance.Claim, tried: list[conformance.Attempt], failed: list[conformance.Attempt]) -> None:
    counts = conformance.counts(tried)
    rows = [
        (str(level), game, str(counts[level, game, True]), str(counts[level, game, False]))
        for level, game in sorted({key[:2] for key in counts})
    ]
    typer.echo(f"{plain(claim.name)} claims level {claim.level}.")
    print_table(("level", "game", "right", "wrong"), rows)
    for result in failed[:20]:
        typer.echo(f"{result.vector['id']} ({result.vector['requirement']}): {plain(result.problem)}")
    if len(failed) > 20:
        typer.echo(f"... and {len(failed) - 20} more.")
