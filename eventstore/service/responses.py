"""Response bodies of the API."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from core.game import Points, Turn
from core.record_events import DetailsNoted
from eventstore.access.grants import Visibility
from eventstore.matches.notes import Glyph, Mark
from eventstore.service.requests import JsonObject


class PlayerResponse(BaseModel):
    """A person with the current name."""

    id: str
    name: str


class OutcomeResponse(BaseModel):
    """The result of a match; `ranks` by seat, 1 is the best."""

    winners: list[int]
    ranks: list[int]
    why: str


class MatchResponse(BaseModel):
    """A match as of a version; `table` is the state of the game, `turn` a seat, `chance` or null.

    `details` are what belongs to the play besides, imported or noted: expansions, roles, teams, series.
    """

    id: str
    game: str
    game_title: str
    title: str | None
    players: list[PlayerResponse]
    options: JsonObject
    played_on: str | None
    place: str | None
    tags: list[str]
    version: int
    state: Literal["open", "finished", "closed"]
    turn: Turn
    scores: list[Points]
    outcome: OutcomeResponse | None
    parent: str | None
    visibility: Visibility
    details: DetailsNoted
    withdrawn: bool
    table: Any
    """The state of any game; the states share no base class."""


class MatchRowResponse(BaseModel):
    """A match in a list; statistics leave it out if it is not `counted`."""

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
    counted: bool
    withdrawn: bool


class MatchList(BaseModel):
    """Matches, newest first; `next` is the cursor of the next page, null on the last page."""

    matches: list[MatchRowResponse]
    next: str | None


class MoveResponse(BaseModel):
    """A legal next event, as it is recorded and in notation."""

    event: JsonObject
    notation: str


class MoveList(BaseModel):
    """The legal events of the seat to move; `all` is false if there are more than the requested `limit`."""

    version: int
    turn: Turn
    moves: list[MoveResponse]
    all: bool


class EntryResponse(BaseModel):
    """An event of the log."""

    version: int
    event: JsonObject
    happened_at: str | None


class LogEntryResponse(EntryResponse):
    """An event of the log; `stands` is false if it was taken back or corrected, null for an event about the record."""

    stands: bool | None


class LogResponse(BaseModel):
    """All recorded events, in order."""

    version: int
    log: list[LogEntryResponse]


class FrameResponse(BaseModel):
    """The state of the game (`table`) after an effective event."""

    version: int
    event: JsonObject
    seat: int | None
    turn: Turn
    round: int
    scores: list[Points]
    happened_at: str | None
    table: Any


class FrameList(BaseModel):
    """The state of the game after each effective event, the start first; `next` leads to the next page, or is null."""

    version: int
    frames: list[FrameResponse]
    next: int | None


class InvalidatedResponse(BaseModel):
    """An event that would no longer be legal after a correction."""

    version: int
    event: JsonObject
    rule: str
    detail: str


class CorrectionPreview(BaseModel):
    """The effect of a correction: it is accepted if there are no `consequences`; `scores` are the points after it."""

    consequences: list[InvalidatedResponse]
    scores: list[Points] | None


class NoteResponse(BaseModel):
    """A note that was not withdrawn."""

    model_config = ConfigDict(from_attributes=True)
    id: str
    about: int
    text: str
    glyph: Glyph | None
    author: str
    marks: list[Mark]
    bookmark: bool


class PhotoResponse(BaseModel):
    """A photo that was not removed: of the event with version `about`, or of the whole match (null)."""

    model_config = ConfigDict(from_attributes=True)
    id: str
    digest: str
    width: int
    height: int
    about: int | None
    caption: str


class PersonResponse(PlayerResponse):
    """A person with their accounts in other apps."""

    accounts: list[str]


class GameResponse(BaseModel):
    """A game that can be recorded: the minimum and the maximum of `seats`, and the default `options`."""

    key: str
    title: str
    seats: tuple[int, int]
    events: list[str]
    options: JsonObject
