"""Events about the record of a match, for every game; their names and fields are stored and never change.

Game events record the play; these events record changes of the record. `core.record` computes which entries count.
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

    `played_on` is a full or partial date (`2026`, `2026-11`, `2026-11-20`), `started_at` a time with UTC offset,
    `minutes` the duration stated by the players. `rules` is the number of the game's rules, from 1; `package` the
    distribution that brought the game, None for a game of Partie's own. `newer` holds the fields that this Partie does
    not know: they are read from and written among the others.
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
    rules: int = 1
    package: str | None = None
    newer: Mapping[str, object] = field(default_factory=dict)


@fact
@dataclass(frozen=True, slots=True)
class TakenBack:
    """The players took moves back: the effective entry `since` and all later effective entries no longer count.

    `why` is the reason the players gave, if any.
    """

    since: int
    why: str | None = None


@fact
@dataclass(frozen=True, slots=True)
class Corrected:
    """A recording error: the next `count` entries replace the entries `since` to `until`, both inclusive.

    A `count` of 0 removes them; a `count` larger than their number inserts missing entries.
    """

    since: int
    until: int
    count: int
    why: str


@fact
@dataclass(frozen=True, slots=True)
class ScoresClaimed:
    """The final scores the players wrote down, by seat, and their reason. Changes no score; a disagreement is shown."""

    scores: tuple[Points, ...]
    why: str | None = None


@fact
@dataclass(frozen=True, slots=True)
class PointsAdjusted:
    """A ruling of the players: signed `points` in addition to the points by the rules."""

    seat: Seat
    points: int | float
    why: str


@fact
@dataclass(frozen=True, slots=True)
class MatchDescribed:
    """A corrected header; None leaves a field unchanged.

    `options` may change only while no entry recorded under the old options is effective; the number of players may
    change with them.
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
class Role:
    """A part that a seat had in the play: `name` (Orcs, Medic), and its `kind` (faction, character) if it is known."""

    name: str
    kind: str = ""


@fact
@dataclass(frozen=True, slots=True)
class SeatDetails:
    """Details of one seat besides its points; empty or None: not known.

    Seats with the same `team` play together. `started`: had the first turn; `new`: had not played this game before.
    `handicap` is in the words of the players. `rank` is 1 for the best.
    """

    roles: tuple[Role, ...] = ()
    team: str = ""
    color: str = ""
    started: bool | None = None
    new: bool | None = None
    handicap: str = ""
    rank: int | None = None


@fact
@dataclass(frozen=True, slots=True)
class DetailsNoted:
    """The details of a play beyond its header and its points; None leaves a field unchanged, empty removes a value.

    `seats` has one item for each seat. `counted` False keeps the match out of statistics, for the reason `uncounted`.
    `series` names what the match is a part of (a campaign, a best of three), `number` its place in it, from 1.
    """

    expansions: tuple[str, ...] | None = None
    seats: tuple[SeatDetails, ...] | None = None
    scenario: str | None = None
    variant: str | None = None
    difficulty: str | None = None
    counted: bool | None = None
    uncounted: Literal["", "aborted", "learning", "other"] | None = None
    series: str | None = None
    number: int | None = None


@fact
@dataclass(frozen=True, slots=True)
class MatchClosed:
    """The match ended before its rules ended it; the scores stay unchanged."""

    reason: CloseReason


@fact
@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The result as it was computed when the match ended: a witness, which no state and no score is computed from.

    `scores` are the points by seat, rulings included; `ranks`, `winners` and `why` as in `core.game.Outcome`. It counts
    until the play changes; see `core.record.kept_result`.
    """

    scores: tuple[Points, ...]
    ranks: tuple[int, ...]
    winners: tuple[Seat, ...]
    why: str


@fact
@dataclass(frozen=True, slots=True)
class SeatImported:
    """Another app's data about one seat, unchanged; None or an empty text when the app had no value.

    `score` is the raw text, `rank` starts at 1 for the best; `alias` is a player name used only in this match.
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
    """Another app's data about this match, unchanged; affects no score. The last one of each `source` counts.

    `source` is the app's name and its own id of the play (`bgstats:5b1c...`). `copy_of` names the source of which this
    play is a known copy; a copy may have fewer `seats` than the match. `more` holds, under the app's own field names,
    all data without a field here; `digest` covers all data of the app, so that a repeated import is recognized.
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
    """A new line of play that continues another match from `version`; always the first event of its stream."""

    stream: str
    version: int


@fact
@dataclass(frozen=True, slots=True)
class MatchWithdrawn:
    """The match is left out of lists, statistics and exports from now on, and accepts only a `MatchRestored`.

    `why` is the reason a person gave; `batch` is the import whose undo withdrew the match: importing the same play
    again restores it, while a match withdrawn by a person stays so. `into` is the match that a person joined it to, as
    a second record of the same play.
    """

    why: str | None = None
    batch: str | None = None
    into: str | None = None


@fact
@dataclass(frozen=True, slots=True)
class MatchRestored:
    """The match, which was withdrawn, counts again."""


@fact
@dataclass(frozen=True, slots=True)
class MatchJoined:
    """The match `match` is a second record of the same play: it is withdrawn into this one.

    The next `count` entries, of the same append, hold what was taken over from it: its sources, and the header fields
    and details that this match did not have.
    """

    match: str
    count: int = 0


@fact
@dataclass(frozen=True, slots=True)
class MatchSplit:
    """The match `match`, which was joined to this one, is a play of its own again.

    What was taken over from it no longer counts, and no later data of its sources either.
    """

    match: str


@dataclass(frozen=True, slots=True)
class UnreadEvent:
    """An event of a game that cannot be used: its type, and its fields as JSON."""

    type: str
    data: str


@dataclass(frozen=True, slots=True)
class NewerEvent(UnreadEvent):
    """An event of the record that a newer Partie wrote; its type begins with `Match`.

    Such an event never changes the play: a newer Partie gives one that does another number of the format.
    """


@fact
@dataclass(frozen=True, slots=True)
class ChoiceCovered:
    """The seat has chosen; readers see what once the choices made at once are over. No log and no file holds it."""

    seat: Seat


NEWER_PREFIX: Final = "Match"
"""The names of all record events added from now on begin with it, and those of no game do."""

RECORD_EVENTS: Final = (
    MatchStarted,
    TakenBack,
    Corrected,
    ScoresClaimed,
    PointsAdjusted,
    MatchDescribed,
    DetailsNoted,
    MatchClosed,
    MatchEnded,
    MatchImported,
    Forked,
    MatchWithdrawn,
    MatchRestored,
    MatchJoined,
    MatchSplit,
)
"""Events that the log of any match may hold besides the events of its game."""

META_EVENTS: Final = (
    MatchStarted,
    TakenBack,
    Corrected,
    ScoresClaimed,
    MatchDescribed,
    DetailsNoted,
    MatchEnded,
    MatchImported,
    Forked,
    MatchWithdrawn,
    MatchRestored,
    MatchJoined,
    MatchSplit,
    NewerEvent,
)
"""Events about the match and its record, not about the play."""

MAX_POINTS: Final = 10**15
"""Maximum absolute points of a ruling or a claim: larger numbers lose digits in charts and JSON readers."""


class Entry(NamedTuple):
    """One event of a match with its version; `happened_at` is its time in play (ISO 8601, UTC), None when unknown."""

    version: int
    event: Any  # An event of any game or one of RECORD_EVENTS; games share no base class.
    happened_at: str | None = None
