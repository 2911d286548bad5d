"""How the command line answers mistakes: one sentence on stderr, 1 for what was refused, 2 for wrong usage."""

import sys
from collections.abc import Sequence
from typing import Any, Final, NoReturn

import typer
from pydantic import ValidationError
from typer import _click
from typer.core import TyperGroup

from eventstore import codec
from eventstore.match import Refused, UnknownMatch
from eventstore.store import Conflict
from viewer.boards.text import plain

_LONGEST: Final = 600
"""Characters of a sentence: what somebody typed may be quoted in it, and that may be long."""


class Sentences(TyperGroup):
    """The group of all commands; `--store` may also stand behind the name of the command."""

    def parse_args(self, ctx: _click.Context, args: list[str]) -> list[str]:
        "".join(args).encode()  # Bytes that are no text arrive as half characters, which no log can hold.
        return super().parse_args(ctx, _store_first(args))

    def main(self, *args: Any, **extra: Any) -> Any:
        try:
            code = super().main(*args, **(extra | {"standalone_mode": False}))
        except typer.TyperException as error:
            say(error.format_message())
            code = error.exit_code
        except typer.Abort:
            code = 130
        except (Refused, UnknownMatch, Conflict, ValueError, OSError) as error:
            say(_sentence(error))
            code = 1
        sys.exit(code or 0)


def say(sentence: str) -> None:
    """One line on stderr."""
    line = plain(sentence)
    typer.echo(line if len(line) <= _LONGEST else line[:_LONGEST] + "…", err=True)


def refuse(sentence: str) -> NoReturn:
    """End the command with a sentence and exit code 1."""
    say(sentence)
    raise typer.Exit(1)


def _sentence(error: Exception) -> str:
    if isinstance(error, ValidationError):
        return f"The store holds what cannot be read ({codec.sentence(error)}); `partie verify` says where."
    if isinstance(error, UnicodeError):
        return "The text holds half a character, which cannot be kept."
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'A file'} cannot be used: {error.strerror.lower()}."
    return str(error)


def _store_first(args: Sequence[str]) -> list[str]:
    """The words of a command line with `--store PATH` moved to the front, where the group expects it."""
    first, rest = list[str](), list(args)
    end = rest.index("--") if "--" in rest else len(rest)
    for place in range(end - 1, -1, -1):
        if rest[place] == "--store" and place + 1 < len(rest):
            first += rest[place : place + 2]
            del rest[place : place + 2]
        elif rest[place].startswith("--store="):
            first.append(rest.pop(place))
    return first + rest
