"""What the commands share: the store, the matches in it, the options many of them have."""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from eventstore.match import Match
from eventstore.opening import is_file, open_store, shown
from eventstore.projections import Library
from eventstore.records import Records
from eventstore.store import Store

MatchName = Annotated[str, typer.Argument(metavar="MATCH", help="A match's id, or how it begins.", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="For programs: JSON with stable names.")]
After = Annotated[
    int | None, typer.Option("--after", metavar="VERSION", help="Only if this is the newest version still.")
]
Command = Annotated[
    str | None, typer.Option("--command", metavar="KEY", help="The same key a second time changes nothing.")
]

GameName = Annotated[str | None, typer.Option("--game", metavar="TEXT", help="A game's key or title.")]
PersonName = Annotated[str | None, typer.Option("--person", metavar="TEXT", help="A player's name.")]
Since = Annotated[str | None, typer.Option("--since", metavar="DATE", help="Played on this day or later.")]
Until = Annotated[str | None, typer.Option("--until", metavar="DATE", help="Played on this day or earlier.")]
Seats = Annotated[int | None, typer.Option(min=0, metavar="NUMBER", help="Only with so many players.")]
Place = Annotated[str | None, typer.Option(metavar="TEXT", help="Only at this place.")]
Tag = Annotated[str | None, typer.Option(metavar="WORD", help="Only with this tag.")]
Depth = Annotated[
    Literal["moves", "rounds", "final"] | None, typer.Option(help="Only matches recorded as closely as this.")
]


@dataclass
class Desk:
    """The store at `address`; opened, and made when missing, by the first command that needs it."""

    address: str

    @property
    def name(self) -> str:
        """The address as it may be shown."""
        return shown(self.address)

    @cached_property
    def store(self) -> Store:
        return open_store(self.address)

    @property
    def path(self) -> Path:
        """Where the store's file lies. Raises ValueError when it is a database."""
        if not is_file(self.address):
            raise ValueError(f"{self.name} is no file; use what PostgreSQL brings for that, or `partie copy`.")
        return Path(self.address)

    def close(self) -> None:
        """Leave the store as one file without a journal beside it."""
        if "store" in vars(self):
            self.store.close()

    @cached_property
    def records(self) -> Records:
        return Records(self.store)

    @cached_property
    def library(self) -> Library:
        return Library(self.store, self.records)

    def match(self, start: str) -> Match:
        """The one match whose id begins like this, replayed. Raises ValueError for one that cannot be."""
        id = self.records.find(start)
        match = self.records.match(id)
        try:
            match.frames  # noqa: B018  # Folded here, where a log that the rules choke on can still be answered.
        except Exception as error:
            raise ValueError(f"Match {id} cannot be replayed; `partie verify {id}` says why.") from error
        return match


def desk(context: typer.Context) -> Desk:
    """The desk of this run."""
    found: Desk = context.obj
    return found


def print_json(value: Any) -> None:
    """One JSON document on stdout."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))
