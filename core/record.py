"""The record of one match, for every game: effective entries, the table after each of them, the result.

A record's log is append-only. Undo and correction are entries of their own, so versions are never renumbered:
1. Version 1 is always `MatchStarted`.
2. Only `effective_entries` computes the effective entries, in table order: the game's events, rulings, the close.
"""

from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import islice, pairwise
from typing import Any, Final, NamedTuple

from core.game import CHANCE, AnyGame, Gain, Outcome, Points, Seat, Step, Turn
from core.messages import literal, message, term
from core.ranking import ranks_by_points
from core.record_events import (
    META_EVENTS,
    RECORD_EVENTS,
    Corrected,
    Entry,
    MatchClosed,
    MatchDescribed,
    MatchImported,
    MatchRestored,
    MatchStarted,
    MatchWithdrawn,
    PointsAdjusted,
    TakenBack,
)

_RECORD_KINDS: Final = frozenset(RECORD_EVENTS)
_DESCRIBED: Final = tuple(field.name for field in fields(MatchDescribed))


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


def frames(game: AnyGame, log: Sequence[Entry], options: object, earlier: Sequence[Frame] = ()) -> tuple[Frame, ...]:
    """The table after every effective entry, in table order, from the start. Legality is not checked.

    `earlier` frames, of any version of the match, are folded only from where the entries differ.
    """
    entries = effective_entries(log)
    frames = shared_frames(earlier, initial_frame(game, log, options), entries)
    for entry in entries[len(frames) - 1 :]:
        frames.append(next_frame(game, frames[-1], entry))
    return tuple(frames)


def shared_frames(earlier: Sequence[Frame], start: Frame, entries: Sequence[Entry]) -> list[Frame]:
    """The `start` and those of the `earlier` frames that are of the first of these effective entries."""
    frames = [start]
    if earlier and earlier[0] == start:
        for frame, entry in zip(earlier[1:], entries, strict=False):
            if (frame.version, frame.event, frame.happened_at) != (entry.version, entry.event, entry.happened_at):
                break
            frames.append(frame)
    return frames


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
