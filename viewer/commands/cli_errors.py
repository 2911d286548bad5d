"""Errors of the command line: one sentence on stderr, exit code 1 for a refusal, 2 for wrong usage, 6 for a store of a
version that is not read any more.
"""

import sys
from collections.abc import Sequence
from typing import Any, Final, NoReturn

import typer
from typer import _click
from typer.core import TyperGroup

from core.errors import PartieError

OUTDATED: Final = 6
"""Exit code for a store that a version of Partie before 0.3.0 wrote."""

_MAX_LENGTH: Final = 600
"""Maximum characters of a sentence, which may quote long input."""

_WORDS_OF_VALIDATION: Final = "Value error, "
"""The words that the library puts before the sentence about a choice that does not exist."""


class ErrorGroup(TyperGroup):
    """The group of all commands; `--store` is also accepted after the command's name."""

    def parse_args(self, ctx: _click.Context, args: list[str]) -> list[str]:
        "".join(args).encode()  # Invalid bytes arrive as lone surrogates, which no log can store.
        return super().parse_args(ctx, _store_first(args))

    def main(self, *args: Any, **extra: Any) -> Any:
        try:
            code = super().main(*args, **(extra | {"standalone_mode": False}))
        except typer.TyperException as error:
            print_error(error.format_message().replace(_WORDS_OF_VALIDATION, ""))
            code = error.exit_code
        except typer.Abort:
            code = 130
        except (PartieError, ValueError, OSError) as error:
            from eventstore.store.store import OutdatedStore

            print_error(_sentence(error))
            code = OUTDATED if isinstance(error, OutdatedStore) else 1
        sys.exit(code or 0)


def print_error(sentence: str) -> None:
    """Print one line on stderr."""
    from viewer.locale.plain_text import plain

    line = plain(sentence)
    typer.echo(line if len(line) <= _MAX_LENGTH else line[:_MAX_LENGTH] + "…", err=True)


def refuse(sentence: str) -> NoReturn:
    """Print a sentence on stderr and end the command with exit code 1."""
    print_error(sentence)
    raise typer.Exit(1)


def _sentence(error: Exception) -> str:
    from core.json_text import WrongShape

    if isinstance(error, WrongShape):
        return f"The store contains unreadable data ({error}); `partie verify` shows the place."
    if isinstance(error, UnicodeError):
        return "The text contains a lone surrogate, which cannot be stored."
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'A file'} cannot be used: {error.strerror.lower()}."
    return str(error)


def _store_first(args: Sequence[str]) -> list[str]:
    """The arguments with `--store PATH` moved to the front, where the group expects it."""
    first, rest = list[str](), list(args)
    end = rest.index("--") if "--" in rest else len(rest)
    for place in range(end - 1, -1, -1):
        if rest[place] == "--store" and place + 1 < len(rest):
            first += rest[place : place + 2]
            del rest[place : place + 2]
        elif rest[place].startswith("--store="):
            first.append(rest.pop(place))
    return first + rest
