"""The result of an importer: the valid plays of a foreign file, and the problems of the rest.

An importer is a module with a `KEY`, `recognizes(data)`, which detects the format by content, and `read(data)`. It
never accesses the store; `importers.ingest` records the plays.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from core import games
from core.game import facts_of
from core.messages import Message
from core.record_events import MatchImported
from eventstore.matches.people import Player

__all__ = ["LISTED", "NAMED", "ImportProblem", "ImportReport", "ImportedPlay", "Importer", "Player", "UnreadableFile"]

NAMED: Final = "gameName"
"""Key in `MatchImported.more`: the name that a file has for the game. The name that a person gives precedes it."""

LISTED: Final = "getGames"
"""The same in the row of a list. The file of the match itself has the same source id and precedes the row: Board Game
Arena lists tables (`getGames`) of which it also has logs.
"""


class UnreadableFile(ValueError):
    """The whole file is not in the detected format; the message is a sentence, and nothing is imported."""


class ImportProblem(NamedTuple):
    """The reason why a part of a file was not read, or not completely; `where` is empty for the whole file.

    `kept` is true if the part was read without the field that the problem is about.
    """

    where: str
    message: str
    kept: bool = False


@dataclass(frozen=True, slots=True)
class ImportedPlay:
    """One match of a file. The fields are those of `core.record_events.MatchStarted`, with players in place of ids.

    `where` is its place in the file, for problem reports (`play 5b1c…`, `line 7`). `events` are events of the game and
    of the record; `times` are their times (ISO 8601 UTC or None), empty if none is known. `provenance` has the id at
    the source and the data without a field of its own. `copies` are ids of copies elsewhere (`bgg:81839750`).
    `former_source` is the id that an earlier version of the importer gave the play, empty if it is the same.
    """

    where: str
    provenance: MatchImported = field(metadata={"digest_name": "told"})
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
    former_source: str = ""

    @property
    def is_unnamed(self) -> bool:
        """True if the source does not say which game it was."""
        return not facts_of(games.find(self.game)).records_moves and not self.options.get("title")


@dataclass(frozen=True, slots=True)
class ImportReport:
    """A whole file. `remarks` are sentences that are not problems: `100 of 963 plays are in this file`.

    A problem may concern a play that was read (a score that is not a number). `quantities` are the numbers of matches
    by the id of a play that may count several (`bgg:77`); the ids of the others are those of `counted_source`. `doubts`
    are reasons why a person should check the plays before they are recorded.
    """

    plays: tuple[ImportedPlay, ...]
    problems: tuple[ImportProblem, ...] = ()
    remarks: tuple[str, ...] = ()
    quantities: Mapping[str, int] = field(default_factory=dict)
    doubts: tuple[Message, ...] = ()


def counted_source(source: str, number: int) -> str:
    """The id of a match of a play that counts several: that of the play for the first one, then `bgg:77/2`."""
    return source if number == 1 else f"{source}/{number}"


class Importer(Protocol):
    """The protocol of an importer module."""

    @property
    def KEY(self) -> str:
        """Stable name, the prefix of the ids of its plays: `bgstats`."""

    def recognizes(self, data: bytes) -> bool:
        """True if the content is in this importer's format; fast, never raises."""

    def read(self, data: bytes) -> ImportReport:
        """The whole file. Raises only UnreadableFile, if the file is not in the detected format."""
