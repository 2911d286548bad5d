"""A match as read from its log, and what events make of it: the rules meet the record, nothing is written here."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import datetime
from functools import cached_property
from hashlib import blake2b
from typing import Any, Final

from core import entries, record
from core.entries import (
    Corrected,
    Entry,
    MatchClosed,
    MatchDescribed,
    MatchImported,
    MatchStarted,
    ScoresClaimed,
    TakenBack,
)
from core.game import AnyGame, Outcome, Points, Refusal, Step
from core.growing import Growing
from core.phrase import phrase, phrase_of
from core.record import Consequence, Frame
from eventstore import codec
from eventstore.people import People
from eventstore.store import NewEvent

MATCHES: Final = "matches/"
"""What the names of match streams start with; the match's id follows."""


class Refused(Exception):
    """The rules do not allow it. `index` is the place of the refused event in what was given, from 0.

    `consequences` are the standing events a correction would make illegal.
    """

    def __init__(self, refusal: Refusal, index: int = 0, consequences: Sequence[Consequence] = ()) -> None:
        super().__init__(str(refusal))
        self.refusal, self.index, self.consequences = refusal, index, tuple(consequences)


class UnknownMatch(LookupError):
    """No match has this id, or several ids start with it; with a sentence."""


@dataclass(frozen=True)
class Match:
    """A match as of its last version; frames are folded when first asked for.

    `offset` is how many versions a fork reads from its `parent` (0 and None: it is no fork).
    """

    id: str
    game: AnyGame
    options: Any
    log: tuple[Entry, ...]
    people: People
    offset: int = 0
    sources: tuple[str, ...] = ()
    parent: str | None = None

    @property
    def game_title(self) -> str:
        """What people call the game: the edition or the sheet's own name, where the options give one."""
        return getattr(self.options, "title", "") or self.game.TITLE

    @property
    def version(self) -> int:
        return self.log[-1].version

    @cached_property
    def header(self) -> MatchStarted:
        return record.header(self.log)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(map(self.people.name, self.header.players))

    @cached_property
    def frames(self) -> tuple[Frame, ...]:
        """The table after every standing event, the start first."""
        return record.frames(self.game, self.log, self.options)

    @cached_property
    def stories(self) -> tuple[tuple[Step, ...], ...]:
        """The stages inside every frame's event."""
        frames, stories = record.stories(self.game, self.log, self.options)
        self.__dict__.setdefault("frames", frames)  # The same ones: asked for first, stories fold for both.
        return stories

    @property
    def now(self) -> Frame:
        return self.frames[-1]

    @cached_property
    def outcome(self) -> Outcome | None:
        return record.outcome(self.game, self.now)

    @property
    def state(self) -> str:
        """`open`, `finished` (by its rules) or `closed` (by the table)."""
        if isinstance(self.now.event, MatchClosed):
            return "closed"
        return "open" if self.now.turn is not None else "finished"

    @property
    def claim(self) -> ScoresClaimed | None:
        """What the table wrote down last, and why."""
        return next((entry.event for entry in reversed(self.log) if isinstance(entry.event, ScoresClaimed)), None)

    @property
    def claimed(self) -> tuple[Points, ...] | None:
        """What the table wrote down last, by seat."""
        return self.claim.scores if self.claim else None


def grow(match: Match, events: Sequence[Any], times: Sequence[str | None] | None) -> tuple[Match, list[NewEvent]]:
    """The match with `events` at its end, and the rows that say so, witnesses included; writes nothing.

    Raises Refused for the first event that cannot be, and ValueError for a date or a time that is none.
    """
    moments = times or [None] * len(events)
    log, frames, rows, sources = list(match.log), [*match.frames], [], set(match.sources)
    index = 0
    while index < len(events):
        event = events[index]
        aside = isinstance(event, entries.ASIDES)
        back = _place(frames, event.since) if isinstance(event, TakenBack) else 0
        if back:
            why = None
        else:
            why = record.refused_change(log, event, frames) if aside else record.refusal(match.game, frames[-1], event)
        if why is not None:
            raise Refused(why, index)
        if isinstance(event, MatchDescribed):
            refuse_bad_date(event.played_on)
            refuse_bad_time(event.started_at)
            refuse_bad_minutes(event.minutes)
            seats = len(event.players or frames[0].scores)
            refuse_bad_table(match.game, seats)
            if event.options is not None:
                match = replace(match, options=codec.decode_options(match.game, event.options))
                frames = [record.start(match.game, log[:1], match.options, seats)]
        count = event.count if isinstance(event, Corrected) else 0
        along = events[index : index + 1 + count]
        if len(along) <= count:
            missing = phrase(
                "A correction by {count} events is followed by {found} only.", count=count, found=len(along) - 1
            )
            raise Refused(Refusal("R-COUNT", missing), index)
        log += [Entry(len(log) + 1 + i, one, moments[index + i]) for i, one in enumerate(along)]
        if isinstance(event, Corrected) and (broken := record.consequences(match.game, log, match.options)):
            slot = broken[0].version - (len(log) - count)
            raise Refused(broken[0].refusal, index + max(slot, 0), broken)
        if not aside:
            frames.append(record.after(match.game, frames[-1], log[-1]))
        elif back:
            del frames[back:]
        elif isinstance(event, Corrected):
            frames = [*record.frames(match.game, log, match.options)]
        seen = witness(frames[-1].state, frames[-1].scores)
        for i, one in enumerate(along):
            refuse_bad_time(moment := moments[index + i])
            source = one.source if isinstance(one, MatchImported) and one.source not in sources else None
            sources |= {source} if source else set()
            rows.append(codec.row(one, source, moment, seen))
        index += 1 + count
    grown = replace(match, log=tuple(log))
    grown.__dict__["frames"] = tuple(frames)  # Whoever recorded looks at the table next: no need to fold again.
    return grown, rows


def _place(frames: Sequence[Frame], version: int) -> int:
    """The place of the frame of this version; 0 where it does not stand. Searched from the end: most are near it."""
    return next((place for place in range(len(frames) - 1, 0, -1) if frames[place].version == version), 0)


def witness(state: Any, scores: Sequence[Points]) -> str:
    """A digest of what the engine made of the match: later engines that make something else of it are noticed."""
    names = [field.name for field in fields(state)] if is_dataclass(state) else []
    growing = next((name for name in names if isinstance(getattr(state, name), Growing)), None)
    if growing is None:
        return blake2b(ascii((state, tuple(scores))).encode(), digest_size=8).hexdigest()
    # The same digest, but what grew is not written anew for every event.
    text = ascii((replace(state, **{growing: _HOLE}), tuple(scores))).encode()
    before, _, rest = text.partition(_HOLE.MARK.encode())
    digest = getattr(state, growing).hashed(blake2b(before, digest_size=8), before)
    digest.update(rest)
    return str(digest.hexdigest())


class _Hole:
    """Stands where something else is to be written."""

    MARK: Final = "\0"

    def __repr__(self) -> str:
        return self.MARK  # No text holds it raw: `ascii` escapes it.


_HOLE: Final = _Hole()


def refuse_bad_table(game: AnyGame, seats: int) -> None:
    if seats in game.SEATS:
        return
    least, most = game.SEATS[0], game.SEATS[-1]
    if least == most:
        raise ValueError(
            phrase_of(
                "{game} is for {number} player, not {given}.",
                "{game} is for {number} players, not {given}.",
                most,
                game=game.TITLE,
                given=seats,
            )
        )
    raise ValueError(
        phrase(
            "{game} is for {least} to {most} players, not {given}.",
            game=game.TITLE,
            least=least,
            most=most,
            given=seats,
        )
    )


def refuse_bad_date(date: str | None) -> None:
    """Dates are kept as far as they are known: year, month or day."""
    if date is None:
        return
    whole = date + "-01-01"[: 10 - len(date)] if len(date) in (4, 7) else date
    try:
        if len(whole) != 10 or datetime.fromisoformat(whole).strftime("%Y-%m-%d") != whole:
            raise ValueError
    except ValueError:
        raise ValueError(phrase("{date!r} is not a date like 2026-11-20, 2026-11 or 2026.", date=date[:40])) from None


def refuse_bad_time(time: str | None) -> None:
    if time is None:
        return
    try:
        if datetime.fromisoformat(time).tzinfo is None:
            raise ValueError
    except ValueError:
        raise ValueError(
            phrase("{time!r} is not a time with its offset like 2026-11-20T18:30:00Z.", time=time[:40])
        ) from None


def refuse_bad_minutes(minutes: int | None) -> None:
    if minutes is not None and not 0 < minutes < 1_000_000:
        raise ValueError(phrase("{minutes} is not how many minutes a match takes.", minutes=minutes))
