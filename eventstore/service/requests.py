"""Request bodies of the API, with examples."""

from typing import Annotated, Final, TypeAlias

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    StringConstraints,
    TypeAdapter,
    model_validator,
)
from pydantic.config import JsonDict
from pydantic_core import to_json

from core.record_events import CloseReason
from eventstore.access.grants import Visibility
from eventstore.matches.notes import Glyph, Mark
from eventstore.matches.photos import MAX_CAPTION

MAX_EVENTS: Final = 1000

ShortText: TypeAlias = Annotated[str, StringConstraints(max_length=200)]
LongText: TypeAlias = Annotated[str, StringConstraints(max_length=20_000)]
NonNegative: TypeAlias = Annotated[int, Field(ge=0, le=10**9)]
JsonObject: TypeAlias = dict[str, JsonValue]
Events: TypeAlias = Annotated[list[JsonObject], Field(max_length=MAX_EVENTS)]

_TILES_TAKEN: Final[JsonDict] = {"type": "TilesTaken", "seat": 0, "source": 2, "color": "brown", "line": 3}


def _example(value: JsonDict) -> ConfigDict:
    return ConfigDict(extra="forbid", strict=True, json_schema_extra={"examples": [value]})


class MatchCreate(BaseModel):
    """A new match: its game, its players in seat order, and the events so far."""

    model_config = _example(
        {"game": "chocolatier", "players": ["Jitka", "Jarda"], "played_on": "2026-11-20", "place": "Brno"}
    )
    game: ShortText
    players: Annotated[list[ShortText], Field(max_length=100)]
    options: JsonObject = {}
    played_on: ShortText | None = None
    started_at: ShortText | None = None
    place: ShortText | None = None
    tags: Annotated[list[ShortText], Field(max_length=50)] = []
    title: ShortText | None = None
    minutes: NonNegative | None = None
    events: Events = []


class EventsAppend(BaseModel):
    """Events to append, all or none; `times` are the times of the events (ISO 8601 with offset), null if unknown."""

    model_config = _example({"events": [_TILES_TAKEN]})
    events: Annotated[Events, Field(min_length=1)]
    times: list[ShortText | None] | None = None

    @model_validator(mode="after")
    def _as_many_times(self) -> "EventsAppend":
        if self.times is not None and len(self.times) != len(self.events):
            raise ValueError("there must be as many times as events")
        return self


class TakeBackCreate(BaseModel):
    """The players take back event `since` (default: the last event) and all later events."""

    model_config = _example({"since": 12, "why": "both agreed"})
    since: NonNegative | None = None
    why: ShortText | None = None


class CorrectionCreate(BaseModel):
    """Corrects a recording error: `events` replace the effective events `since` to `until`."""

    model_config = _example({"since": 7, "until": 7, "events": [_TILES_TAKEN], "why": "took brown, not blue"})
    since: NonNegative
    until: NonNegative
    events: Events
    why: ShortText


class MatchClose(BaseModel):
    """Ends a match that its rules did not end."""

    model_config = _example({"reason": "abandoned"})
    reason: CloseReason


class Withdrawal(BaseModel):
    """Leaves the match out of lists, statistics and exports."""

    model_config = _example({"why": "recorded twice"})
    why: ShortText | None = None


class ForkCreate(BaseModel):
    """A new match that shares this match up to its effective event `at`."""

    model_config = _example({"at": 12})
    at: NonNegative


class VisibilityUpdate(BaseModel):
    """Access to the match without a token: none, only with its id (`unlisted`), or for all, also in lists."""

    model_config = _example({"visibility": "unlisted"})
    visibility: Visibility


_MARK: Final = TypeAdapter(Mark)


def _mark(fields: object) -> object:
    """A mark of a JSON object: a strict dataclass is read from JSON text, but not from an object that was parsed."""
    return _MARK.validate_json(to_json(fields)) if isinstance(fields, dict) else fields


class NoteUpdate(BaseModel):
    """The content of a note; a change replaces all of it."""

    model_config = _example({"text": "greedy, but it works", "glyph": "!?"})
    text: LongText = ""
    glyph: Glyph | None = None
    marks: Annotated[list[Annotated[Mark, BeforeValidator(_mark)]], Field(max_length=200)] = []
    bookmark: bool = False


class NoteCreate(NoteUpdate):
    """A note on the event with version `about`."""

    model_config = _example({"about": 7, "text": "greedy, but it works", "glyph": "!?", "author": "Jitka"})
    about: NonNegative
    author: ShortText = ""


class PhotoUpdate(BaseModel):
    """The caption of a photo."""

    model_config = _example({"caption": "The last round"})
    caption: Annotated[str, StringConstraints(max_length=MAX_CAPTION)]


class PersonRename(BaseModel):
    """The name of a person."""

    model_config = _example({"name": "Jitka"})
    name: ShortText


class PersonReference(BaseModel):
    """The id of another person."""

    model_config = _example({"person": "5e1f09a2c4"})
    person: ShortText


class AccountLink(BaseModel):
    """The account of a person in another app."""

    model_config = _example({"account": "bgg:jitka"})
    account: ShortText
