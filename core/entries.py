"""What the log of any match may hold besides the events of its game; the words are for ever.

They say what happened to the record, as the game's events say what happened at the table; `core.record` tells what of
them counts.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from core.game import Points, Seat, fact

CloseReason: TypeAlias = Literal["abandoned", "stuck", "agreed", "incomplete"]


@fact
@dataclass(frozen=True, slots=True)
class MatchStarted:
    """The header of a match; always version 1. `players` are person ids by seat.

    `played_on` is a date as far as it is known (`2026`, `2026-11`, `2026-11-20`), `started_at` a time with offset,
    `minutes` how long it took by the table's own clock.
    """

    game: str
    players: tuple[str, ...]
    options: Mapping[str, object] = field(default_factory=dict)
    played_on: str | None = None
    started_at: str | None = None
    place: str | None = None
    tags: tuple[str, ...] = ()
    title: str | None = None
    minutes: int | None = None


@fact
@dataclass(frozen=True, slots=True)
class TakenBack:
    """The players took moves back: the standing entry `since` and all that follow it at the table no longer count.

    `why` is what the table said of it, if anybody asked.
    """

    since: int
    why: str | None = None


@fact
@dataclass(frozen=True, slots=True)
class Corrected:
    """The recorder slipped: the next `count` entries stand in for the entries `since` to `until`, both included.

    A `count` of 0 drops them; a larger one than they were adds what was forgotten.
    """

    since: int
    until: int
    count: int
    why: str


@fact
@dataclass(frozen=True, slots=True)
class ScoresClaimed:
    """What the table wrote down, by seat, and why it does. Changes nothing; a disagreement is shown."""

    scores: tuple[Points, ...]
    why: str | None = None


@fact
@dataclass(frozen=True, slots=True)
class PointsAdjusted:
    """A ruling of the table: `points` (signed) on top of what the rules give."""

    seat: Seat
    points: int | float
    why: str


@fact
@dataclass(frozen=True, slots=True)
class MatchDescribed:
    """A corrected header; None leaves a field as it was.

    Options are told only while nothing stands that was recorded under the old ones; with them there may be more
    players than before, or fewer.
    """

    players: tuple[str, ...] | None = None
    played_on: str | None = None
    started_at: str | None = None
    place: str | None = None
    tags: tuple[str, ...] | None = None
    title: str | None = None
    minutes: int | None = None
    options: Mapping[str, object] | None = None


@fact
@dataclass(frozen=True, slots=True)
class MatchClosed:
    """The match ended without its rules ending it; the scores stay as they are."""

    reason: CloseReason


@fact
@dataclass(frozen=True, slots=True)
class SeatImported:
    """What another app knew of one seat, as it wrote it; None, or an empty text, where it said nothing.

    `score` is the raw text, `rank` 1 the best; `alias` is a name that was used for this one match.
    """

    score: str | None = None
    winner: bool | None = None
    started: bool | None = None
    new: bool | None = None
    rank: int | None = None
    team: str = ""
    role: str = ""
    color: str = ""
    alias: str = ""


@fact
@dataclass(frozen=True, slots=True)
class MatchImported:
    """What another app told about this match, kept as it was; changes nothing. The last one of each `source` counts.

    `source` is the app's name and its own id of the play (`bgstats:5b1c...`). With `copy_of` the play is known to be a
    copy, and of which source; it may know of fewer `seats` than the match has. `more` holds, under the app's own names,
    what has no place in a record of ours; `digest` is of all the app told, so that the same thing told again is known.
    """

    source: str
    copy_of: str | None = None
    digest: str = ""
    comment: str = ""
    variant: str = ""
    expansions: tuple[str, ...] = ()
    seats: tuple[SeatImported, ...] = ()
    more: Mapping[str, str] = field(default_factory=dict)


@fact
@dataclass(frozen=True, slots=True)
class Forked:
    """A new line of play from `version` of another match on; always first in its stream."""

    stream: str
    version: int


RECORD_EVENTS: Final = (
    MatchStarted,
    TakenBack,
    Corrected,
    ScoresClaimed,
    PointsAdjusted,
    MatchDescribed,
    MatchClosed,
    MatchImported,
    Forked,
)
"""Events any match may hold besides those of its game."""

ASIDES: Final = (MatchStarted, TakenBack, Corrected, ScoresClaimed, MatchDescribed, MatchImported, Forked)
"""Entries about the match and its record, as opposed to what happened at the table."""

MOST_POINTS: Final = 10**15
"""Points a ruling or a claim may name at most, up or down: beyond, a chart or a JSON reader loses digits."""


class Entry(NamedTuple):
    """One event of a match with its version; `happened_at` (ISO 8601, UTC) where the time at the table is known."""

    version: int
    event: Any  # Any game's event or one of RECORD_EVENTS; games share no base class.
    happened_at: str | None = None
