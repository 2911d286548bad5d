"""A match as read from its log, and the result of new events on it; nothing is written here."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from core import record, record_events, record_rules
from core.absent_game import AbsentGame
from core.details import details
from core.errors import InvalidInput, NotFound, PartieError
from core.game import AnyGame, Outcome, Points, Refusal, Step, facts_of, title_of
from core.messages import message, message_of
from core.record import Frame, Invalidated
from core.record_events import (
    Corrected,
    DetailsNoted,
    Entry,
    MatchClosed,
    MatchDescribed,
    MatchImported,
    MatchJoined,
    MatchSplit,
    MatchStarted,
    MatchWithdrawn,
    ScoresClaimed,
    TakenBack,
)
from eventstore import codec
from eventstore.digests import state_digest
from eventstore.matches.people import People
from eventstore.store.store import NewEvent

DERIVED: Final = re.compile(r"([\w-]+)-m[0-9a-f]{12}", re.ASCII)
"""Ids of lines that a merge made."""

MATCHES: Final = "matches/"
"""Prefix of the names of match streams; the id of the match follows."""

MatchState: TypeAlias = Literal["open", "finished", "closed"]
"""Finished by its rules, or closed by the players."""


class Refused(PartieError):
    """An event is illegal. `index` is its place among the given events, from 0.

    `consequences` are the effective events that a correction would make illegal.
    """

    def __init__(self, refusal: Refusal, index: int = 0, consequences: Sequence[Invalidated] = ()) -> None:
        super().__init__(str(refusal))
        self.refusal, self.index, self.consequences = refusal, index, tuple(consequences)


class UnknownMatch(NotFound):
    """No match has this id, or several ids start with it; the message is a sentence."""


def no_match(id: str) -> UnknownMatch:
    # An address may hold a long id, and messages are cached.
    return UnknownMatch(message("There is no match {id!r}.", id=id[:100]))


class KnownFold(NamedTuple):
    """A fold of a match: the frames of any version, and their stages if they were asked for.

    The first `legal` frames are of events that today's rules accept; the others were not checked.
    """

    frames: tuple[Frame, ...] = ()
    legal: int = 0
    stories: tuple[tuple[Step, ...], ...] = ()


@dataclass(frozen=True)
class Match:
    """A match as of its last version; frames are folded on first access.

    `offset` is the number of versions that a fork reads from its `parent` (0 and None if it is no fork). `covered` are
    the versions of choices that its reader must not see yet. What is known of an `earlier` fold is not folded again.
    """

    id: str
    game: AnyGame
    options: Any
    log: tuple[Entry, ...]
    people: People
    offset: int = 0
    sources: tuple[str, ...] = ()
    parent: str | None = None
    covered: frozenset[int] = frozenset()
    earlier: KnownFold = field(default=KnownFold(), compare=False, repr=False)

    @property
    def game_title(self) -> str:
        """Display name of the game in NFC: the name of the edition or score sheet, if the options have one."""
        return unicodedata.normalize("NFC", title_of(self.game, self.options))

    @property
    def place(self) -> str | None:
        """The place where the match was played, in NFC."""
        return self.header.place and unicodedata.normalize("NFC", self.header.place)

    @property
    def fewest_points_win(self) -> bool:
        return facts_of(self.game).fewest_points_win(self.options)

    @property
    def version(self) -> int:
        return self.log[-1].version

    @cached_property
    def header(self) -> MatchStarted:
        return record.header(self.log)

    @cached_property
    def details(self) -> DetailsNoted:
        """The details of the play beyond its header and its points; see `core.details.details`."""
        return details(self.log)

    @cached_property
    def withdrawal(self) -> MatchWithdrawn | None:
        """The event that withdrew the match; None: it is not withdrawn."""
        return record.withdrawal(self.log)

    @property
    def is_chosen_line(self) -> bool:
        """Whether a merge made this fork, and a person said that it is the match, or a match of its own."""
        named = DERIVED.fullmatch(self.id)
        joined = (entry.event.match for entry in self.log if isinstance(entry.event, MatchJoined | MatchSplit))
        return named is not None and any(one[1] == named[1] for one in map(DERIVED.fullmatch, joined) if one)

    def joined_with(self, named: str) -> str:
        """The other match of a join that names a match; a fork and its parent are both joined by the id of the fork."""
        return self.parent or named if named == self.id else named

    @property
    def known_sources(self) -> tuple[str, ...]:
        """The `sources` whose data the match still has: not those of a match that was joined and split again."""
        imported = record.imports(self.log) if self.sources else {}
        return tuple(source for source in self.sources if source in imported)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the players by seat."""
        return tuple(map(self.people.name, self.header.players))

    @cached_property
    def frames(self) -> tuple[Frame, ...]:
        """The state after each effective event, the start first."""
        return record.fold(self.game, self.log, self.options, earlier=self.earlier.frames).frames

    @cached_property
    def invalidated(self) -> tuple[Invalidated, ...]:
        """The effective events that today's rules refuse."""
        legal = self.earlier.frames[: self.earlier.legal]
        folded = record.fold(self.game, self.log, self.options, earlier=legal, refuse=record_rules.refusal)
        if not folded.invalidated:
            self.__dict__.setdefault("frames", folded.frames)
        return folded.invalidated

    @cached_property
    def stories(self) -> tuple[tuple[Step, ...], ...]:
        """The stages of the event of each frame."""
        if len(self.earlier.stories) == len(self.frames) and self._ends_as_earlier(len(self.frames)):
            return self.earlier.stories
        folded = record.fold(self.game, self.log, self.options, with_stories=True)
        self.__dict__.setdefault("frames", folded.frames)
        return folded.stories

    @property
    def known(self) -> KnownFold:
        """The fold of this match so far, or that of the earlier one."""
        frames = self.__dict__.get("frames")
        if frames is None:
            return self.earlier
        legal = self.earlier.legal
        if "invalidated" in self.__dict__:
            legal = 0 if self.invalidated else len(frames)
        elif not self._ends_as_earlier(legal):
            legal = 0
        return KnownFold(frames, legal, self.__dict__.get("stories", ()))

    def _ends_as_earlier(self, number: int) -> bool:
        """True if the frame of this number is one of the earlier fold; then all frames before it are."""
        return 0 < number <= len(self.frames) and self.frames[number - 1] is self.earlier.frames[number - 1]

    def with_log(self, log: Sequence[Entry], frames: Sequence[Frame], **changes: Any) -> "Match":
        """The match with this log, whose frames are folded already, and these changes of its other fields."""
        match = replace(self, log=tuple(log), earlier=self.known, **changes)
        match.__dict__["frames"] = tuple(frames)
        return match

    def with_people(self, people: People) -> "Match":
        return replace(self, people=people, earlier=self.known)

    @property
    def now(self) -> Frame:
        return self.frames[-1]

    @cached_property
    def outcome(self) -> Outcome | None:
        return record.outcome(self.game, self.now, self.options)

    @property
    def missing(self) -> AbsentGame | None:
        """The stand-in for the game, if that cannot be used."""
        return self.game if isinstance(self.game, AbsentGame) else None

    @property
    def state(self) -> MatchState:
        if isinstance(self.now.event, MatchClosed):
            return "closed"
        return "open" if self.now.turn is not None else "finished"

    @property
    def claim(self) -> ScoresClaimed | None:
        """The last claim of the scores by the players, with its reason."""
        return next((entry.event for entry in reversed(self.log) if isinstance(entry.event, ScoresClaimed)), None)

    @property
    def claimed(self) -> tuple[Points, ...] | None:
        """The last claimed scores, by seat."""
        return self.claim.scores if self.claim else None


def apply_events(
    match: Match, events: Sequence[Any], times: Sequence[str | None] | None
) -> tuple[Match, list[NewEvent]]:
    """The match with `events` appended, and the rows to store; writes nothing.

    Raises Refused for the first illegal event, and InvalidInput for an invalid date or time.
    """
    moments = times or [None] * len(events)
    log, frames, rows, sources = list(match.log), [*match.frames], list[NewEvent](), list(match.sources)
    index, withdrawn = 0, match.withdrawal is not None
    digested, digest = None, None
    while index < len(events):
        event = events[index]
        taken_back = _place(frames, event.since) if isinstance(event, TakenBack) else 0
        why = record_rules.withdrawal_refusal(event, withdrawn=withdrawn)
        if why is None and not taken_back and isinstance(event, record_events.META_EVENTS):
            why = record_rules.meta_refusal(log, event, frames)
        if why is not None:
            raise Refused(why, index)
        withdrawn = isinstance(event, MatchWithdrawn)
        if isinstance(event, MatchDescribed):
            match, frames = _described(match, event, log, frames)
        along = _with_corrections(events, index)
        log += [Entry(len(log) + 1 + i, one, moments[index + i]) for i, one in enumerate(along)]
        if isinstance(event, Corrected):
            frames = _corrected_frames(match, log, event.count, index)
        elif taken_back:
            del frames[taken_back:]
        elif not isinstance(event, record_events.META_EVENTS):
            frames.append(_next_frame(match.game, frames[-1], log[-1], index))
        if frames[-1] is not digested and not match.missing:  # What the record alone notes changes no state.
            digested, digest = frames[-1], state_digest(frames[-1].state, frames[-1].scores)
        for i, one in enumerate(along):
            validate_time(moment := moments[index + i])
            source = one.source if isinstance(one, MatchImported) and one.source not in sources else None
            sources += [source] if source else []
            rows.append(codec.row(one, source, moment, digest))
        index += len(along)
    if match.missing:
        match = replace(match, game=replace(match.missing, kept=record.kept_result(log)))
    return match.with_log(log, frames, sources=tuple(sources)), rows


def _next_frame(game: AnyGame, frame: Frame, entry: Entry, index: int) -> Frame:
    """The frame after an effective entry, given as the event `index`."""
    after = record.continued(game, (frame,), (entry,), refuse=record_rules.refusal)
    for broken in after.invalidated:
        raise Refused(broken.refusal, index)
    return after.frames[-1]


def _described(
    match: Match, event: MatchDescribed, log: Sequence[Entry], frames: list[Frame]
) -> tuple[Match, list[Frame]]:
    """The match with the options of a new header, and its frames under them."""
    seats = len(event.players or frames[0].scores)
    validate_header(match.game, seats, event.played_on, event.started_at, event.minutes)
    if event.options is None:
        return match, frames
    match = replace(match, options=codec.decode_options(match.game, event.options))
    return match, [record.initial_frame(match.game, log[:1], match.options, seats)]


def _with_corrections(events: Sequence[Any], index: int) -> Sequence[Any]:
    """The event at `index`, and after a correction those that it announces. Raises Refused if they are missing."""
    event = events[index]
    count = event.count if isinstance(event, Corrected) else 0
    along = events[index : index + 1 + count]
    if len(along) <= count:
        missing = message(
            "A correction announces {count} events, but only {found} follow.", count=count, found=len(along) - 1
        )
        raise Refused(Refusal("R-COUNT", missing), index)
    return along


def _corrected_frames(match: Match, log: Sequence[Entry], count: int, index: int) -> list[Frame]:
    """The frames of a log that ends with a correction by `count` events, given as the event `index`."""
    corrected = record.fold(match.game, log, match.options, refuse=record_rules.refusal)
    if broken := corrected.invalidated:
        slot = broken[0].version - (len(log) - count)
        raise Refused(broken[0].refusal, index + max(slot, 0), broken)
    return [*corrected.frames]


def _place(frames: Sequence[Frame], version: int) -> int:
    """The index of the frame of this version; 0 if not in effect. Searches from the end, as most are near it."""
    return next((place for place in range(len(frames) - 1, 0, -1) if frames[place].version == version), 0)


def validate_header(
    game: AnyGame, seats: int, played_on: str | None, started_at: str | None, minutes: int | None
) -> None:
    """Raises InvalidInput for a number of seats, a date, a time or a duration that no match of the game has."""
    validate_seats(game, seats)
    validate_date(played_on)
    validate_time(started_at)
    validate_minutes(minutes)


def validate_seats(game: AnyGame, seats: int) -> None:
    if seats in game.SEATS:
        return
    least, most = game.SEATS[0], game.SEATS[-1]
    if least == most:
        raise InvalidInput(
            message_of(
                "{game} is for {number} player, not {given}.",
                "{game} is for {number} players, not {given}.",
                most,
                game=game.TITLE,
                given=seats,
            )
        )
    raise InvalidInput(
        message(
            "{game} is for {least} to {most} players, not {given}.",
            game=game.TITLE,
            least=least,
            most=most,
            given=seats,
        )
    )


def validate_date(date: str | None) -> None:
    """Accepts a year, a month or a day. Raises InvalidInput otherwise."""
    if date is None:
        return
    whole = date + "-01-01"[: 10 - len(date)] if len(date) in (4, 7) else date
    try:
        if len(whole) != 10 or datetime.fromisoformat(whole).strftime("%Y-%m-%d") != whole:
            raise ValueError
    except ValueError:
        raise InvalidInput(
            message("{date!r} is not a date like 2026-11-20, 2026-11 or 2026.", date=date[:40])
        ) from None


def validate_time(time: str | None) -> None:
    if time is None:
        return
    try:
        if datetime.fromisoformat(time).tzinfo is None:
            raise ValueError
    except ValueError:
        raise InvalidInput(
            message("{time!r} is not a time with its offset like 2026-11-20T18:30:00Z.", time=time[:40])
        ) from None


def validate_minutes(minutes: int | None) -> None:
    if minutes is not None and not 0 < minutes < 1_000_000:
        raise InvalidInput(message("{minutes} is not a valid duration in minutes.", minutes=minutes))
