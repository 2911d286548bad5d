"""What the service is told and what it answers, with examples."""

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints, model_validator
from pydantic.config import JsonDict

from core.entries import CloseReason
from core.game import Points, Turn
from eventstore.access import Visibility
from eventstore.notes import Glyph, Mark

MOST_EVENTS: Final = 1000

Text: TypeAlias = Annotated[str, StringConstraints(max_length=200)]
Words: TypeAlias = Annotated[str, StringConstraints(max_length=20_000)]
Number: TypeAlias = Annotated[int, Field(ge=0, le=10**9)]
Told: TypeAlias = dict[str, JsonValue]
Events: TypeAlias = Annotated[list[Told], Field(max_length=MOST_EVENTS)]

TAKEN: Final[JsonDict] = {"type": "TilesTaken", "seat": 0, "source": 2, "color": "brown", "line": 3}


def _example(value: JsonDict) -> ConfigDict:
    return ConfigDict(extra="forbid", strict=True, json_schema_extra={"examples": [value]})


# What is told


class Opening(BaseModel):
    """A match that begins: who plays what, in seat order, and what has happened already."""

    model_config = _example(
        {"game": "chocolatier", "players": ["Jitka", "Jarda"], "played_on": "2026-11-20", "place": "Brno"}
    )
    game: Text
    players: Annotated[list[Text], Field(max_length=100)]
    options: Told = {}
    played_on: Text | None = None
    started_at: Text | None = None
    place: Text | None = None
    tags: Annotated[list[Text], Field(max_length=50)] = []
    title: Text | None = None
    minutes: Number | None = None
    events: Events = []


class Recording(BaseModel):
    """What happened next, all or none; `times` are when each happened (ISO 8601 with offset), where known."""

    model_config = _example({"events": [TAKEN]})
    events: Annotated[Events, Field(min_length=1)]
    times: list[Text | None] | None = None

    @model_validator(mode="after")
    def _as_many_times(self) -> "Recording":
        if self.times is not None and len(self.times) != len(self.events):
            raise ValueError("there must be as many times as events")
        return self


class TakingBack(BaseModel):
    """The players take back event `since`, else the last one, and all behind it."""

    model_config = _example({"since": 12, "why": "both agreed"})
    since: Number | None = None
    why: Text | None = None


class Correction(BaseModel):
    """The recorder slipped: `events` stand in for the standing events `since` to `until`."""

    model_config = _example({"since": 7, "until": 7, "events": [TAKEN], "why": "took brown, not blue"})
    since: Number
    until: Number
    events: Events
    why: Text


class Closing(BaseModel):
    """The match ended without its rules ending it."""

    model_config = _example({"reason": "abandoned"})
    reason: CloseReason


class Forking(BaseModel):
    """Another match that shares this one as it was at its standing event `at`."""

    model_config = _example({"at": 12})
    at: Number


class Showing(BaseModel):
    """Who sees the match without a token: nobody, whoever knows its id, or everybody."""

    model_config = _example({"visibility": "unlisted"})
    visibility: Visibility


class Noting(BaseModel):
    """A note; one that is changed says this and nothing else from then on."""

    model_config = _example({"text": "greedy, but it works", "glyph": "!?"})
    text: Words = ""
    glyph: Glyph | None = None
    marks: Annotated[list[Mark], Field(max_length=200)] = []
    bookmark: bool = False


class NewNote(Noting):
    """A note on the event with version `about`."""

    model_config = _example({"about": 7, "text": "greedy, but it works", "glyph": "!?", "author": "Jitka"})
    about: Number
    author: Text = ""


class Name(BaseModel):
    """What a person is called."""

    model_config = _example({"name": "Jitka"})
    name: Text


class Other(BaseModel):
    """The id of another person."""

    model_config = _example({"person": "5e1f09a2c4"})
    person: Text


class Account(BaseModel):
    """How another app knows a person."""

    model_config = _example({"account": "bgg:jitka"})
    account: Text


# What is answered


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
    """The table after every standing event, the start first."""

    version: int
    frames: list[Shown]


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
