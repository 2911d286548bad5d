"""Request bodies of the API, with examples."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, TypeAlias, TypeVar, dataclass_transform

from core.json_values import Bounds
from core.record_events import CloseReason
from eventstore.access.grants import Visibility
from eventstore.matches.notes import Glyph, Mark
from eventstore.matches.photos import MAX_CAPTION

MAX_EVENTS: Final = 1000

ShortText: TypeAlias = Annotated[str, Bounds(max_length=200)]
LongText: TypeAlias = Annotated[str, Bounds(max_length=20_000)]
NonNegative: TypeAlias = Annotated[int, Bounds(ge=0, le=10**9)]
JsonObject: TypeAlias = dict[str, Any]
Events: TypeAlias = Annotated[tuple[JsonObject, ...], Bounds(max_length=MAX_EVENTS)]
SomeEvents: TypeAlias = Annotated[tuple[JsonObject, ...], Bounds(min_length=1, max_length=MAX_EVENTS)]

_TILES_TAKEN: Final = {"type": "TilesTaken", "seat": 0, "source": 2, "color": "brown", "line": 3}

_Body = TypeVar("_Body")


@dataclass_transform(frozen_default=True, kw_only_default=True)
def body(**example: object) -> Callable[[type[_Body]], type[_Body]]:
    """Make a class the body of a request, read as strictly as a `core.game.fact`."""

    def make(cls: type[_Body]) -> type[_Body]:
        made = dataclass(frozen=True, slots=True, kw_only=True)(cls)
        examples: Mapping[str, object] = {"json_schema_extra": {"examples": [example]}} if example else {}
        made.__pydantic_config__ = {"extra": "forbid", "strict": True, **examples}  # type: ignore[attr-defined]
        return made

    return make


@body(game="chocolatier", players=["Jitka", "Jarda"], played_on="2026-11-20", place="Brno")
class MatchCreate:
    """A new match: its game, its players in seat order, and the events so far."""

    game: ShortText
    players: Annotated[tuple[ShortText, ...], Bounds(max_length=100)]
    options: JsonObject = field(default_factory=dict)
    played_on: ShortText | None = None
    started_at: ShortText | None = None
    place: ShortText | None = None
    tags: Annotated[tuple[ShortText, ...], Bounds(max_length=50)] = ()
    title: ShortText | None = None
    minutes: NonNegative | None = None
    events: Events = ()


@body(events=[_TILES_TAKEN])
class EventsAppend:
    """Events to append, all or none; `times` are the times of the events (ISO 8601 with offset), null if unknown."""

    events: SomeEvents
    times: tuple[ShortText | None, ...] | None = None

    def __post_init__(self) -> None:
        if self.times is not None and len(self.times) != len(self.events):
            raise ValueError("there must be as many times as events")


@body(since=12, why="both agreed")
class TakeBackCreate:
    """The players take back event `since` (default: the last event) and all later events."""

    since: NonNegative | None = None
    why: ShortText | None = None


@body(since=7, until=7, events=[_TILES_TAKEN], why="took brown, not blue")
class CorrectionCreate:
    """Corrects a recording error: `events` replace the effective events `since` to `until`."""

    since: NonNegative
    until: NonNegative
    events: Events
    why: ShortText


@body(reason="abandoned")
class MatchClose:
    """Ends a match that its rules did not end."""

    reason: CloseReason


@body(why="recorded twice")
class Withdrawal:
    """Leaves the match out of lists, statistics and exports."""

    why: ShortText | None = None


@body(at=12)
class ForkCreate:
    """A new match that shares this match up to its effective event `at`."""

    at: NonNegative


@body(visibility="unlisted")
class VisibilityUpdate:
    """Access to the match without a token: none, only with its id (`unlisted`), or for all, also in lists."""

    visibility: Visibility


@body(text="greedy, but it works", glyph="!?")
class NoteUpdate:
    """The content of a note; a change replaces all of it."""

    text: LongText = ""
    glyph: Glyph | None = None
    marks: Annotated[tuple[Mark, ...], Bounds(max_length=200)] = ()
    bookmark: bool = False


@body(about=7, text="greedy, but it works", glyph="!?", author="Jitka")
class NoteCreate(NoteUpdate):
    """A note on the event with version `about`."""

    about: NonNegative
    author: ShortText = ""


@body(caption="The last round")
class PhotoUpdate:
    """The caption of a photo."""

    caption: Annotated[str, Bounds(max_length=MAX_CAPTION)]


@body(name="Jitka")
class PersonRename:
    """The name of a person."""

    name: ShortText


@body(person="5e1f09a2c4")
class PersonReference:
    """The id of another person."""

    person: ShortText


@body(account="bgg:jitka")
class AccountLink:
    """The account of a person in another app."""

    account: ShortText
