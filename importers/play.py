"""What an importer makes of a foreign file: the plays that were valid, and what was not and why.

An importer is a module with a `KEY`, `recognizes(data)`, which tells by content whether a file is its own, and
`read(data)`. It never touches the store; `importers.intake` records what it found.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from core.entries import MatchImported
from eventstore.people import Player

__all__ = ["Importer", "Play", "Player", "Problem", "Reading", "Unreadable"]


class Unreadable(ValueError):
    """The file as a whole is not what it seemed, with a sentence; nothing of it is kept."""


class Problem(NamedTuple):
    """Why something of a file was not read, or not all of it; `where` is empty for the file as a whole."""

    where: str
    message: str


@dataclass(frozen=True, slots=True)
class Play:
    """One match of a file. The fields are those of `core.entries.MatchStarted`, with players in place of ids.

    `where` is its place in the file for problems (`play 5b1c…`, `line 7`). `events` are what happened, of the game and
    of the record, `times` when (ISO 8601 UTC or None), empty where no time is known. `told` keeps what the source
    knew besides, its id above all. `copies` are ids of the same play at other places, which follow this one
    (`bgg:81839750`).
    """

    where: str
    told: MatchImported
    players: tuple[Player, ...]
    events: tuple[object, ...]
    game: str = "scoresheet"
    options: Mapping[str, object] = field(default_factory=dict)
    times: tuple[str | None, ...] = ()
    played_on: str | None = None
    started_at: str | None = None
    minutes: int | None = None
    place: str | None = None
    tags: tuple[str, ...] = ()
    title: str | None = None
    copies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """A whole file. `remarks` are sentences about it that are no problems: `100 of 963 plays are in this file`.

    A problem may concern a play that was read nevertheless (a score that is no number).
    """

    plays: tuple[Play, ...]
    problems: tuple[Problem, ...] = ()
    remarks: tuple[str, ...] = ()


class Importer(Protocol):
    """What a module must offer to be an importer."""

    @property
    def KEY(self) -> str:
        """Stable name, in front of the ids of its plays: `bgstats`."""

    def recognizes(self, data: bytes) -> bool:
        """Whether a file with this content is this importer's; quick, and never raises."""

    def read(self, data: bytes) -> Reading:
        """Everything in the file. Raises Unreadable, and nothing else, when it is not what it seemed."""
