"""Bodies of responses of the API; notes, photos and outcomes are sent as they are recorded."""

from dataclasses import dataclass
from typing import Any, Literal

from core.game import Outcome, Points, Turn
from core.record_events import DetailsNoted
from core.review.review import Effort, Grade
from eventstore.access.grants import Visibility
from eventstore.answers.bodies import JsonObject


@dataclass(frozen=True, slots=True)
class PlayerResponse:
    """A person with the current name."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class MatchResponse:
    """A match as of a version; `table` is the state of the game, `turn` a seat, `chance` or null.

    `details` are what belongs to the play besides, imported or noted: expansions, roles, teams, series. `into` is the
    match that keeps the play, if this one was joined to it.
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
    outcome: Outcome | None
    parent: str | None
    visibility: Visibility
    details: DetailsNoted
    withdrawn: bool
    into: str | None
    table: Any
    """The state of any game; the states share no base class."""


@dataclass(frozen=True, slots=True)
class MatchRowResponse:
    """A match in a list; statistics leave it out if it is not `counted`."""

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


@dataclass(frozen=True, slots=True)
class MatchList:
    """Matches, newest first; `next` is the cursor of the next page, null on the last page.

    The newest matches may be missing if the list is `behind`: another service is still bringing it up to date.
    """

    matches: list[MatchRowResponse]
    next: str | None
    behind: bool


@dataclass(frozen=True, slots=True)
class MoveResponse:
    """A legal next event, as it is recorded and in notation."""

    event: JsonObject
    notation: str


@dataclass(frozen=True, slots=True)
class MoveList:
    """The legal events of the seat to move; `all` is false if there are more than the requested `limit`."""

    version: int
    turn: Turn
    moves: list[MoveResponse]
    all: bool


@dataclass(frozen=True, slots=True)
class EntryResponse:
    """An event of the log."""

    version: int
    event: JsonObject
    happened_at: str | None


@dataclass(frozen=True, slots=True)
class LogEntryResponse(EntryResponse):
    """An event of the log; `stands` is false if it was taken back or corrected, null for an event about the record."""

    stands: bool | None


@dataclass(frozen=True, slots=True)
class LogResponse:
    """All recorded events, in order."""

    version: int
    log: list[LogEntryResponse]


@dataclass(frozen=True, slots=True)
class FrameResponse:
    """The state of the game (`table`) after an effective event."""

    version: int
    event: JsonObject
    seat: int | None
    turn: Turn
    round: int
    scores: list[Points]
    happened_at: str | None
    table: Any


@dataclass(frozen=True, slots=True)
class FrameList:
    """The state of the game after each effective event, the start first; `next` leads to the next page, or is null."""

    version: int
    frames: list[FrameResponse]
    next: int | None


@dataclass(frozen=True, slots=True)
class InvalidatedResponse:
    """An event that would no longer be legal after a correction."""

    version: int
    event: JsonObject
    rule: str
    detail: str


@dataclass(frozen=True, slots=True)
class CorrectionPreview:
    """The effect of a correction: it is accepted if there are no `consequences`; `scores` are the points after it."""

    consequences: list[InvalidatedResponse]
    scores: list[Points] | None


@dataclass(frozen=True, slots=True)
class PersonResponse(PlayerResponse):
    """A person with their accounts in other apps."""

    accounts: list[str]


@dataclass(frozen=True, slots=True)
class GameResponse:
    """A game that can be recorded: the minimum and the maximum of `seats`, and the default `options`."""

    key: str
    title: str
    seats: tuple[int, int]
    events: list[str]
    options: JsonObject


@dataclass(frozen=True, slots=True)
class ReviewValues:
    """By seat: chance to win (0 to 1) and points ahead of the best other seat, or signed changes of both."""

    win: list[float]
    lead: list[float]


@dataclass(frozen=True, slots=True)
class ReviewError:
    """The standard error of a change, for the seat it matters to most."""

    win: float
    lead: float


@dataclass(frozen=True, slots=True)
class ReviewEngine:
    """The engine that computed a review: another revision, effort or seed gives other figures."""

    revision: int
    effort: Effort
    seed: int


@dataclass(frozen=True, slots=True)
class ReviewMove:
    """A choice: `change` is its value minus the value of the `best` move. `continuation` follows the best move.

    `reply` follows the move itself; it is empty where no loss is claimed. `is_forced`: there was no other move.
    """

    version: int
    seat: int
    notation: str
    best: str
    change: ReviewValues
    error: ReviewError
    grade: Grade
    continuation: list[str]
    reply: list[str]
    is_forced: bool


@dataclass(frozen=True, slots=True)
class ReviewChance:
    """An outcome of chance: `change` is its value minus the mean over fair outcomes."""

    version: int
    change: ReviewValues
    error: ReviewError


@dataclass(frozen=True, slots=True)
class ReviewPosition:
    """The table after an event: chance to win, lead and expected final points, by seat."""

    version: int
    win: list[float]
    lead: list[float]
    points: list[float]


@dataclass(frozen=True, slots=True)
class ReviewResponse:
    """The account of a match: `start`, all changes and the `unexplained` add up to the `result`, seat by seat.

    `moves` is empty where moves are not `judged`; `why` is the reason.
    """

    id: str
    version: int
    engine: ReviewEngine
    start: ReviewValues
    moves: list[ReviewMove]
    chance: list[ReviewChance]
    unexplained: ReviewValues
    result: ReviewValues
    positions: list[ReviewPosition]
    judged: bool
    why: str


@dataclass(frozen=True, slots=True)
class ReviewProgressResponse:
    """A review that is not there yet. `ahead` reviews are computed before it; `done` of `of` events are reviewed."""

    state: Literal["waiting", "running"]
    ahead: int
    done: int
    of: int
