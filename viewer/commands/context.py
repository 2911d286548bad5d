"""Shared by the commands: the context with the store and its matches, common options, JSON output."""

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, wraps
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeVar, cast

import typer

from core.errors import InvalidInput
from eventstore.matches.match import Match, validate_date
from eventstore.matches.repository import MatchRepository
from eventstore.matches.unreadable import UNREADABLE, log_defect
from eventstore.readmodels import known_words
from eventstore.readmodels.filters import FACTS, MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.store.open_store import open_store
from eventstore.store.store import Store, UnusableStore
from eventstore.store.store_url import is_file, redacted_url
from viewer.commands.cli_errors import print_error

Command = TypeVar("Command", bound=Callable[..., Any])


def argument(metavar: str, help: str | None = None, **more: Any) -> Any:
    """An argument as its help shows it; `more` is as of `typer.Argument`."""
    return typer.Argument(metavar=metavar, help=help, show_default=False, **more)


def option(words: str, help: str, **more: Any) -> Any:
    """An option as its help shows it: `--why TEXT`; `more` is as of `typer.Option`."""
    name, _, metavar = words.partition(" ")
    return typer.Option(name, metavar=metavar or None, help=help, **more)


MatchName = Annotated[str, argument("MATCH", "The id of a match, or a unique prefix of it.")]
Json = Annotated[bool, option("--json", "Print JSON with stable keys.")]
ExpectedVersion = Annotated[int | None, option("--after VERSION", "Refuse if the match has another newest version.")]
IdempotencyKey = Annotated[str | None, option("--command KEY", "Idempotency key: a repeated call writes nothing.")]

ONCE: Final[Mapping[str, Any]] = {
    "expected_version": (ExpectedVersion, None),
    "idempotency_key": (IdempotencyKey, None),
}
"""The options of a command that records its events at most once, after a version: an `option_group`."""

GameName = Annotated[str | None, option("--game TEXT", "Only this game, by key or title.")]
PersonName = Annotated[str | None, option("--person TEXT", "Only matches of this player.")]


def _date(text: str | None) -> str | None:
    try:
        validate_date(text)
    except InvalidInput as error:
        raise typer.BadParameter(str(error)) from None
    return text


Since = Annotated[str | None, option("--since DATE", "Only matches played on this date or later.", callback=_date)]
Until = Annotated[str | None, option("--until DATE", "Only matches played on this date or earlier.", callback=_date)]


_FILTERS: Final[Mapping[str, Any]] = {
    "game": GameName,
    "person": PersonName,
    "seats": Annotated[int | None, option("--seats NUMBER", "Only matches of this number of players.", min=0)],
    "place": Annotated[str | None, option("--place TEXT", "Only matches played at this place.")],
    "tag": Annotated[str | None, option("--tag WORD", "Only matches with this tag.")],
    "depth": Annotated[
        Literal["moves", "rounds", "final"] | None, option("--depth", "Only matches recorded to this level of detail.")
    ],
    "since": Since,
    "until": Until,
    **{kind: Annotated[str | None, option(f"--{kind} TEXT", f"Only matches with this {kind}.")] for kind in FACTS},
}


def option_group(name: str, options: Mapping[str, tuple[Any, Any]]) -> Callable[[Command], Command]:
    """Decorates a command that takes the values of these options as its argument `name`, a dict by option.

    `options` are annotated types and default values. They come before the last argument, `--json` of most commands.
    """

    def decorate(command: Command) -> Command:
        @wraps(command)
        def grouped(**given: Any) -> Any:
            shared = {option: given.pop(option) for option in options}
            return command(**given, **{name: shared})

        own = inspect.signature(command, eval_str=True)
        *first, last = (each for each in own.parameters.values() if each.name != name)
        shared = [
            inspect.Parameter(option, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
            for option, (annotation, default) in options.items()
        ]
        parameters = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in (*first, *shared, last)]
        grouped.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
        grouped.__annotations__ = {each.name: each.annotation for each in parameters} | {
            "return": own.return_annotation
        }
        return grouped  # type: ignore[return-value]

    return decorate


def match_filters(*without: str) -> Callable[[Command], Command]:
    """Decorates a command that takes a `MatchFilter` as its argument `filters`, with an option for each criterion.

    A name that the store does not know is refused before the command runs.
    """
    options = {name: (kind, None) for name, kind in _FILTERS.items() if name not in without}

    def decorate(command: Command) -> Command:
        @wraps(command)
        def checked(**given: Any) -> Any:
            cli_context(given["context"]).require_known(given["filters"])
            return command(**given)

        return option_group("filters", options)(cast(Command, checked))

    return decorate


Simulated = Annotated[bool, option("--simulated", "Count simulated matches too; without others they always count.")]


@dataclass
class CliContext:
    """The context of a command: the store at `address`, opened (and created if missing) on first use."""

    address: str

    @property
    def name(self) -> str:
        """The address without its password."""
        return redacted_url(self.address)

    @cached_property
    def store(self) -> Store:
        return open_store(self.address)

    @property
    def path(self) -> Path:
        """The path of the store's file. Raises ValueError for a database."""
        if not is_file(self.address):
            raise ValueError(f"{self.name} is not a file; use the tools of PostgreSQL, or `partie copy`.")
        return Path(self.address)

    def close(self) -> None:
        """Close the store, which leaves one file without a journal. Says on stderr if the lists were behind."""
        if "index" in vars(self) and self.index.projector.gave_up:
            print_error("The newest plays may be missing: the lists are still being brought up to date.")
        if "store" in vars(self):
            self.store.close()

    @cached_property
    def records(self) -> MatchRepository:
        return MatchRepository(self.store)

    @cached_property
    def index(self) -> MatchIndex:
        return MatchIndex(self.store, self.records)

    def counted(self, *, simulated: bool) -> MatchIndex:
        """The matches that statistics count; with `simulated` all. Says on stderr which ones are not obvious."""
        counted = self.index if simulated else self.index.counted()
        if counted is not self.index:
            print_error("Simulated matches are not counted; --simulated counts them too.")
        elif self.index.count(simulated=True) and not self.index.count(simulated=False):
            print_error("All matches in this store are simulated.")
        return counted

    def require_known(self, match_filter: MatchFilter) -> None:
        """Raises NotFound for a criterion that names what the store does not know, see `known_words`."""
        known_words.require_known(self.index, self.records.people(), match_filter)

    def match(self, start: str) -> Match:
        """The match with this id prefix, replayed. Raises ValueError if it cannot be replayed."""
        id = self.records.find(start)
        match = self.records.match(id)
        try:
            match.frames  # noqa: B018  # Replayed here, so that an error of the rules becomes a message.
        except UnusableStore:
            raise
        except Exception as error:
            if not isinstance(error, UNREADABLE):
                log_defect("Replaying a match", error)
            raise ValueError(f"Match {id} cannot be replayed; `partie verify {id}` shows the reason.") from error
        return match


def cli_context(context: typer.Context) -> CliContext:
    """The `CliContext` of this command."""
    cli: CliContext = context.obj
    return cli


def print_json(value: Any) -> None:
    """One JSON document on stdout."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))
