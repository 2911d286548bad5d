"""The record of one match, for every game: effective entries, checks of new entries, the table after each entry.

A record's log is append-only. Undo and correction are entries of their own, so versions are never renumbered:
1. Version 1 is always `MatchStarted`.
2. Only `effective_entries` computes the effective entries, in table order: the game's events, rulings, the close.
3. A correction must leave every later effective event legal; `invalidated` lists the events that become illegal.
4. A closed match accepts no more events until the close is taken back.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from itertools import islice, pairwise
from typing import Any, Final, NamedTuple

from core.game import CHANCE, AnyGame, Gain, Outcome, Points, Refusal, Seat, Step, Turn
from core.messages import literal, message, term
from core.ranking import ranks_by_points
from core.record_events import (
    MAX_POINTS,
    META_EVENTS,
    RECORD_EVENTS,
    Corrected,
    DetailsNoted,
    Entry,
    Forked,
    MatchClosed,
    MatchDescribed,
    MatchImported,
    MatchRestored,
    MatchStarted,
    MatchWithdrawn,
    PointsAdjusted,
    ScoresClaimed,
    TakenBack,
)

_RECORD_KINDS: Final = frozenset(RECORD_EVENTS)
_DESCRIBED: Final = tuple(field.name for field in fields(MatchDescribed))


MAX_EVENTS: Final = 20_000
"""Maximum number of events of a match, including those no longer effective."""

MAX_SCORES: Final = 400_000
"""Maximum of events times seats of a match: after each event every seat has a score."""


class Frame(NamedTuple):
    """The table after one effective entry; the first frame is the table before the first event.

    `seat` is the acting seat, None for chance, the start, rulings and the close. `round` is the round of the event; an
    event of chance belongs to the round it opens. `scores` are the points on the score track plus the `rulings` so far
    (signed points by seat; empty without rulings).
    """

    version: int
    event: Any
    state: Any
    seat: Seat | None
    turn: Turn
    round: int
    scores: tuple[Points, ...]
    happened_at: str | None = None
    rulings: tuple[int | float, ...] = ()


@dataclass(frozen=True, slots=True)
class Invalidated:
    """An effective event that would become illegal, and the reason."""

    version: int
    event: Any
    refusal: Refusal


def header(log: Sequence[Entry]) -> MatchStarted:
    """The header with all later `MatchDescribed` applied."""
    started: MatchStarted = log[0].event
    changes: dict[str, Any] = {}
    for entry in log:
        if isinstance(entry.event, MatchDescribed):
            changes |= {name: value for name in _DESCRIBED if (value := getattr(entry.event, name)) is not None}
    return replace(started, **changes) if changes else started


def imports(log: Sequence[Entry]) -> dict[str, MatchImported]:
    """The last import of each source, by source, in the order of the first imports."""
    return {entry.event.source: entry.event for entry in log if isinstance(entry.event, MatchImported)}


def primary_source(log: Sequence[Entry]) -> str | None:
    """The source the match follows: the first that is not a copy of another one. None: it was recorded here."""
    return next((imported.source for imported in imports(log).values() if imported.copy_of is None), None)


def withdrawal(log: Sequence[Entry]) -> MatchWithdrawn | None:
    """The event that withdrew the match; None: it is not withdrawn."""
    for entry in reversed(log):
        if isinstance(entry.event, MatchWithdrawn):
            return entry.event
        if isinstance(entry.event, MatchRestored):
            return None
    return None


def withdrawal_refusal(event: object, *, withdrawn: bool) -> Refusal | None:
    """Reason why a match that is `withdrawn`, or not, refuses `event`; None: it does not."""
    if withdrawn and not isinstance(event, MatchRestored):
        return Refusal("R-WITHDRAWN", "The match is withdrawn; bring it back before you change it.")
    if not withdrawn and isinstance(event, MatchRestored):
        return Refusal("R-WITHDRAWN", "The match is not withdrawn.")
    return None


def effective_entries(log: Sequence[Entry]) -> tuple[Entry, ...]:
    """The effective entries, in table order: events of the game, rulings, the close.

    Raises ValueError when a `TakenBack` or `Corrected` refers to an entry that is not effective.
    """
    table: list[Entry] = []
    entries = iter(log)
    for entry in entries:
        event = entry.event
        if type(event) not in _RECORD_KINDS:  # The common case first: this runs for every event of every match.
            table.append(entry)
        elif isinstance(event, TakenBack):
            del table[index_of(table, event.since) :]
        elif isinstance(event, Corrected):
            first, last = index_of(table, event.since), index_of(table, event.until)
            table[first : last + 1] = islice(entries, event.count)
        elif not isinstance(event, META_EVENTS):
            table.append(entry)
    return tuple(table)


def index_of(table: Sequence[Entry], version: int) -> int:
    """The index of the entry with this version, searched from the end. Raises ValueError when it is not effective."""
    for index in range(len(table) - 1, -1, -1):
        if table[index].version == version:
            return index
    raise ValueError(f"Version {version} does not stand.")


def initial_frame(game: AnyGame, log: Sequence[Entry], options: object, seats: int | None = None) -> Frame:
    """The frame before the first event. `options` are the game's own, decoded from the header.

    `seats` is the number of players in the header; when it is given, the log is not searched for it.
    """
    state = game.setup(len(header(log).players) if seats is None else seats, options)
    return Frame(1, log[0].event, state, None, game.turn(state), 0, game.scores(state), log[0].happened_at)


def next_frame(game: AnyGame, frame: Frame, entry: Entry, story: Sequence[Step] = ()) -> Frame:
    """The frame after one more effective entry, which must be legal; not checked.

    Pass the event's `story` if it is computed already: its last state is the new state, so `evolve` is not called.
    """
    event = entry.event
    kind = type(event)
    if kind is PointsAdjusted:
        rulings = list(frame.rulings or (0,) * len(frame.scores))
        rulings[event.seat] += event.points
        scores = _ruled(game.scores(frame.state), rulings)
        now = frame._replace(seat=None, scores=scores, rulings=tuple(rulings))
        return now._replace(version=entry.version, event=event, happened_at=entry.happened_at)
    if kind is MatchClosed:
        now = frame._replace(seat=None, turn=None)
        return now._replace(version=entry.version, event=event, happened_at=entry.happened_at)
    state = story[-1].state if story else game.evolve(frame.state, event)
    scores = game.scores(state)
    if frame.rulings:
        scores = _ruled(scores, frame.rulings)
    seat = frame.turn if frame.turn != CHANCE else None
    round_number = game.round_number(state if seat is None else frame.state)
    return Frame(
        entry.version, event, state, seat, game.turn(state), round_number, scores, entry.happened_at, frame.rulings
    )


def stories(
    game: AnyGame, log: Sequence[Entry], options: object
) -> tuple[tuple[Frame, ...], tuple[tuple[Step, ...], ...]]:
    """The `frames`, with the stages of every frame's event; a ruling has one stage, the start and a close have none.

    Faster than computing frames and stories separately.
    """
    frame = initial_frame(game, log, options)
    frames, stories = [frame], [tuple[Step, ...]()]
    for entry in effective_entries(log):
        kind = type(entry.event)
        steps = () if kind in _RECORD_KINDS else game.story(frame.state, entry.event)
        frame = next_frame(game, frame, entry, steps)
        if kind is PointsAdjusted:
            ruling = Gain(entry.event.seat, entry.event.points, "ruling", "R-RULING")
            steps = (Step(literal(entry.event.why), (ruling,), frame.state),)
        frames.append(frame)
        stories.append(steps)
    return tuple(frames), tuple(stories)


def _ruled(scores: Sequence[Points], rulings: Sequence[int | float]) -> tuple[Points, ...]:
    """Scores plus rulings; unknown points stay unknown unless the ruling is not 0."""
    return tuple(
        ruled if points is None and ruled else points if points is None else points + ruled
        for points, ruled in zip(scores, rulings, strict=True)
    )


def frames(game: AnyGame, log: Sequence[Entry], options: object) -> tuple[Frame, ...]:
    """The table after every effective entry, in table order, from the start. Legality is not checked."""
    frame = initial_frame(game, log, options)
    frames = [frame]
    for entry in effective_entries(log):
        frame = next_frame(game, frame, entry)
        frames.append(frame)
    return tuple(frames)


def max_entries(seats: int) -> int:
    """Maximum number of entries of a log with so many seats; older logs may exceed it."""
    return min(MAX_EVENTS, MAX_SCORES // max(seats, 1))


def too_long(seats: int) -> Refusal:
    """The refusal for a log that is full."""
    most = f"{max_entries(seats):,}"
    return Refusal("R-SIZE", message("A match with {seats} seats holds at most {most} events.", seats=seats, most=most))


def refusal(game: AnyGame, frame: Frame, event: object) -> Refusal | None:
    """Reason why `event` cannot be the next entry after `frame`; None: it can.

    For events of the game, rulings and the close; `meta_refusal` checks take-backs and corrections.
    """
    if isinstance(frame.event, MatchClosed):
        return Refusal("R-CLOSED", "The match is closed; take back the closing to continue.")
    if isinstance(event, PointsAdjusted):
        if not 0 <= event.seat < len(frame.scores):
            return Refusal("R-SEAT", message("There is no seat {seat} at this table.", seat=event.seat))
        return _points_refusal(event.points)
    if isinstance(event, MatchClosed):
        return Refusal("R-OVER", "The match has ended by its rules.") if frame.turn is None else None
    if not isinstance(event, game.EVENTS):
        return Refusal(
            "R-EVENT", message("{event} is not an event of {game}.", event=type(event).__name__, game=game.TITLE)
        )
    return game.refusal(frame.state, event)


def meta_refusal(log: Sequence[Entry], change: object, frames: Sequence[Frame] | None = None) -> Refusal | None:
    """Reason why the record refuses this entry about itself; None: it accepts it.

    Not checked: the consequences of a correction, and the presence of the entries it announces. With the `frames` of
    the log, most entries are checked without reading the whole log.
    """
    if isinstance(change, TakenBack):
        return _take_back_refusal(log, change)
    if isinstance(change, Corrected):
        return _correction_refusal(log, change)
    if isinstance(change, ScoresClaimed | MatchDescribed | DetailsNoted):
        seats = len(frames[0].scores if frames else header(log).players)
        if isinstance(change, ScoresClaimed):
            return _claim_refusal(change, seats)
        if isinstance(change, DetailsNoted):
            return _details_refusal(change, seats)
        if change.options is not None and (len(frames) > 1 if frames else effective_entries(log)):
            return Refusal("R-OPTIONS", "Options can be changed only while no event is in effect.")
        if change.players is not None and len(change.players) != seats and change.options is None:
            return _seats_refusal(seats, len(change.players))
        return None
    if isinstance(change, MatchStarted):
        return Refusal("R-STARTED", "The match has started already.")
    if isinstance(change, Forked) and change.version != log[-1].version:
        forked, last = change.version, log[-1].version
        return Refusal(
            "R-FORK", message("A fork of version {version} cannot follow version {last}.", version=forked, last=last)
        )
    return None


def _take_back_refusal(log: Sequence[Entry], change: TakenBack) -> Refusal | None:
    table = _effective_versions(log)
    if not table:
        return Refusal("R-STANDS", "There is nothing to take back yet.")
    if change.since not in table:
        return Refusal("R-STANDS", message("There is no event {since} to take back.", since=change.since))
    return None


def _correction_refusal(log: Sequence[Entry], change: Corrected) -> Refusal | None:
    table, since, until = _effective_versions(log), change.since, change.until
    if since not in table or until not in table or change.count < 0:
        why = message("Events {since} to {until} are not in effect in this match.", since=since, until=until)
        return Refusal("R-STANDS", why)
    if table.index(since) > table.index(until):
        return Refusal("R-STANDS", message("Event {since} is not before event {until}.", since=since, until=until))
    return None


def _claim_refusal(change: ScoresClaimed, seats: int) -> Refusal | None:
    if (given := len(change.scores)) != seats:
        why = message("{seats} seats need {seats} scores, not {given}.", seats=seats, given=given)
        return Refusal("R-SEAT", why)
    return next(filter(None, map(_points_refusal, change.scores)), None)


def _details_refusal(change: DetailsNoted, seats: int) -> Refusal | None:
    if change.seats is not None and len(change.seats) != seats:
        return _seats_refusal(seats, len(change.seats))
    numbers = (change.number, *(seat.rank for seat in change.seats or ()))
    wrong = [number for number in numbers if number is not None and not 0 < number < 1_000_000]
    if wrong:
        return Refusal("R-PLACE", message("A place is a number from 1 on, not {number}.", number=wrong[0]))
    return None


def _seats_refusal(seats: int, given: int) -> Refusal:
    return Refusal("R-SEAT", message("This match has {seats} seats, not {given}.", seats=seats, given=given))


def _points_refusal(points: Points) -> Refusal | None:
    # In this form NaN is refused too: every comparison with it is false.
    if points is None or -MAX_POINTS <= points <= MAX_POINTS:
        return None
    return Refusal(
        "R-POINTS", message("Points are numbers between {least} and {most}.", least=-MAX_POINTS, most=MAX_POINTS)
    )


def _effective_versions(log: Sequence[Entry]) -> list[int]:
    return [entry.version for entry in effective_entries(log)]


def checked_frames(
    game: AnyGame, log: Iterable[Entry], options: object
) -> tuple[tuple[Frame, ...], tuple[Invalidated, ...]]:
    """The `frames`, and the effective events that are not legal in this log, in table order; none for a valid log.

    An illegal event is skipped and the rest checked without it, so one mistake is reported only once.
    """
    entries = tuple(log)
    frames, broken = [initial_frame(game, entries, options)], []
    for entry in effective_entries(entries):
        if why := refusal(game, frames[-1], entry.event):
            broken.append(Invalidated(entry.version, entry.event, why))
        else:
            frames.append(next_frame(game, frames[-1], entry))
    return tuple(frames), tuple(broken)


def invalidated(game: AnyGame, log: Iterable[Entry], options: object) -> tuple[Invalidated, ...]:
    """The effective events that `checked_frames` reports."""
    return checked_frames(game, log, options)[1]


def outcome(game: AnyGame, frame: Frame) -> Outcome | None:
    """The result, rulings and a close included; None while the match is open.

    A close as `abandoned` or `incomplete` has no winner; `stuck` and `agreed` compare the points as they are. Rulings
    change ranks only where most points win: winners named by hand, or by fewest points, do not change. Tie-breaks do
    not include rulings, so equal points share a rank then.
    """
    if frame.turn is not None:
        return None
    by_rules = game.outcome(frame.state)
    if by_rules is not None and not (frame.rulings and _most_points_win(by_rules, game.scores(frame.state))):
        return by_rules
    if isinstance(frame.event, MatchClosed) and frame.event.reason in ("abandoned", "incomplete"):
        return Outcome(
            (), (1,) * len(frame.scores), message("The match was closed as {reason}.", reason=term(frame.event.reason))
        )
    ranks = ranks_by_points(frame.scores)
    why = (
        message("Closed as {reason}", reason=term(frame.event.reason))
        if isinstance(frame.event, MatchClosed)
        else message("Rulings of the table")
    )
    return Outcome(
        tuple(seat for seat, rank in enumerate(ranks) if rank == 1), ranks, message("{why}; most points.", why=why)
    )


def _most_points_win(outcome: Outcome, scores: Sequence[Points]) -> bool:
    ranked = sorted(zip(ranks_by_points(scores), outcome.ranks, strict=True))
    return all(rank <= next_rank for (_, rank), (_, next_rank) in pairwise(ranked))
