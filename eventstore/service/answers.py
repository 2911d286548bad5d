"""What the service answers."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from core.game import Points, Turn
from eventstore.access import Visibility
from eventstore.notes import Glyph, Mark
from eventstore.service.wishes import Told


class Known(BaseModel):
    """A person; the name is what they are called today."""

    id: str
    name: str


class Ending(BaseModel):
    """How a match ended; `ranks` by seat, 1 is the best."""

    winners: list[int]
    ranks: list[int]
    why: str


class Standing(BaseModel):
    """A match as of a version; `table` is the game's own state, `turn` a seat, `chance` or null."""

    id: str
    game: str
    game_title: str
    title: str | None
    players: list[Known]
    options: Told
    played_on: str | None
    place: str | None
    tags: list[str]
    version: int
    state: Literal["open", "finished", "closed"]
    turn: Turn
    scores: list[Points]
    outcome: Ending | None
    parent: str | None
    visibility: Visibility
    table: Any
    """Any game's state; games share no base class."""


class Row(BaseModel):
    """A match in a list."""

    model_config = ConfigDict(from_attributes=True)
    id: str
    game: str
    game_title: str
    title: str | None
    players: list[str]
    scores: list[Points] | None
    winners: list[int]
    played_on: str | None
    place: str | None
    tags: list[str]
    depth: str
    events: int
    version: int
    state: str
    parent: str | None


class Rows(BaseModel):
    """Matches, the newest first; `next` is the cursor of the page behind, null on the last one."""

    matches: list[Row]
    next: str | None


class Move(BaseModel):
    """An event that may happen next, as it is recorded and in notation."""

    event: Told
    notation: str


class Moves(BaseModel):
    """The events the seat to move may choose; `all` is false where there are more than were asked for."""

    version: int
    turn: Turn
    moves: list[Move]
    all: bool


class Entered(BaseModel):
    """An event of the log."""

    version: int
    event: Told
    happened_at: str | None


class Logged(Entered):
    """An event of the log; `stands` tells whether it still counts, null for what is told about the record."""

    stands: bool | None


class Log(BaseModel):
    """Everything that was recorded, in order."""

    version: int
    log: list[Logged]


class Shown(BaseModel):
    """The table after a standing event."""

    version: int
    event: Told
    seat: int | None
    turn: Turn
    round: int
    scores: list[Points]
    happened_at: str | None
    table: Any


class Frames(BaseModel):
    """The table after every standing event, the start first; `next` is what leads on to the next page, or null."""

    version: int
    frames: list[Shown]
    next: int | None


class Broken(BaseModel):
    """An event that would no longer be legal after a correction."""

    version: int
    event: Told
    rule: str
    detail: str


class Preview(BaseModel):
    """What a correction would do: it is accepted if there are no consequences, and gives these points then."""

    consequences: list[Broken]
    scores: list[Points] | None


class Note(BaseModel):
    """A note that shows."""

    model_config = ConfigDict(from_attributes=True)
    id: str
    about: int
    text: str
    glyph: Glyph | None
    author: str
    marks: list[Mark]
    bookmark: bool


class Person(Known):
    """A person, with the ids other apps know them by."""

    accounts: list[str]


class GameKind(BaseModel):
    """A game that can be recorded: the fewest and the most `seats`, and `options` as they are when nothing is told."""

    key: str
    title: str
    seats: tuple[int, int]
    events: list[str]
    options: Told
