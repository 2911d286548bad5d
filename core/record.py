"""The record of one match, for every game: effective entries, the table after each of them, the result.

A record's log is append-only. Undo and correction are entries of their own, so versions are never renumbered:
1. Version 1 is always `MatchStarted`.
2. Only `effective_entries` computes the effective entries, in table order: the game's events, rulings, the close.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, replace
from itertools import islice, pairwise
from typing import Any, Final, NamedTuple, TypeAlias

from core.game import (
    CHANCE,
    AnyGame,
    Gain,
    GameFacts,
    Outcome,
    Points,
    Refusal,
    Seat,
    Step,
    Turn,
    actor_of,
    facts_of,
    set_up,
)
from core.messages import literal, message, term
from core.ranking import ranks_of_seats
from core.record_events import (
    META_EVENTS,
    RECORD_EVENTS,
    Corrected,
    Entry,
    MatchClosed,
    MatchDescribed,
    MatchEnded,
    MatchImported,
    MatchJoined,
    MatchRestored,
    MatchSplit,
    MatchStarted,
    MatchWithdrawn,
    NewerEvent,
    PointsAdjusted,
    TakenBack,
)

_RECORD_KINDS: Final = frozenset((*RECORD_EVENTS, NewerEvent))
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
    for entry in without_split(log):
        if isinstance(entry.event, MatchDescribed):
            changes |= {name: value for name in _DESCRIBED if (value := getattr(entry.event, name)) is not None}
    return replace(started, **changes) if changes else started


def imports(log: Sequence[Entry]) -> dict[str, MatchImported]:
    """The last import of each source, by source, in the order of the first imports."""
    return {entry.event.source: entry.event for entry in without_split(log) if isinstance(entry.event, MatchImported)}


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


def kept_result(log: Sequence[Entry]) -> MatchEnded | None:
    """The result that was kept when the match ended; None: it has not ended, or was changed or reopened since."""
    for entry in reversed(log):
        event = entry.event
        if isinstance(event, MatchEnded):
            return event
        changes_setup = isinstance(event, MatchDescribed) and event.options is not None
        if changes_setup or isinstance(event, TakenBack | Corrected) or not isinstance(event, META_EVENTS):
            return None
    return None


def joined(log: Sequence[Entry]) -> dict[str, MatchJoined]:
    """The matches that are joined to this one and were not split again, by id."""
    standing: dict[str, MatchJoined] = {}
    for entry in log:
        if isinstance(entry.event, MatchJoined):
            standing[entry.event.match] = entry.event
        elif isinstance(entry.event, MatchSplit):
            standing.pop(entry.event.match, None)
    return standing


def without_split(log: Sequence[Entry]) -> Sequence[Entry]:
    """The log without what was taken over from matches that were joined and split again."""
    if not any(type(entry.event) is MatchSplit for entry in log):
        return log
    left, taken = list[Entry](), dict[str, range]()
    for entry in log:
        if isinstance(entry.event, MatchJoined):
            taken[entry.event.match] = range(entry.version + 1, entry.version + 1 + entry.event.count)
        elif isinstance(entry.event, MatchSplit):
            left = _without(left, taken.pop(entry.event.match, range(0)))
        left.append(entry)
    return left


def _without(log: Sequence[Entry], versions: range) -> list[Entry]:
    """The log without the entries of these versions, and without other data of the sources that they brought."""
    sources = {_source(entry) for entry in log if entry.version in versions} - {None}
    return [entry for entry in log if entry.version not in versions and _source(entry) not in sources]


def _source(entry: Entry) -> str | None:
    return entry.event.source if isinstance(entry.event, MatchImported) else None


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
    started: MatchStarted = log[0].event
    state = set_up(game, len(header(log).players) if seats is None else seats, options, started.rules)
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
    seat = actor_of(game, frame.state, event) if frame.turn != CHANCE else None
    round_number = game.round_number(state if seat is None else frame.state)
    return Frame(
        entry.version, event, state, seat, game.turn(state), round_number, scores, entry.happened_at, frame.rulings
    )


def _ruled(scores: Sequence[Points], rulings: Sequence[int | float]) -> tuple[Points, ...]:
    """Scores plus rulings; unknown points stay unknown unless the ruling is not 0."""
    return tuple(
        ruled if points is None and ruled else points if points is None else points + ruled
        for points, ruled in zip(scores, rulings, strict=True)
    )


class Invalidated(NamedTuple):
    """An effective event that is illegal, and the reason."""

    version: int
    event: Any
    refusal: Refusal


class Fold(NamedTuple):
    """The frames of a record; the stages of the event of each, if asked for; the illegal events, if checked.

    A ruling has one stage, the start and a close have none.
    """

    frames: tuple[Frame, ...]
    stories: tuple[tuple[Step, ...], ...]
    invalidated: tuple[Invalidated, ...]


Refuse: TypeAlias = Callable[[AnyGame, Frame, object], Refusal | None]


def fold(
    game: AnyGame,
    log: Sequence[Entry],
    options: object,
    *,
    earlier: Sequence[Frame] = (),
    refuse: Refuse | None = None,
    with_stories: bool = False,
) -> Fold:
    """The table after every effective entry, in table order, from the start.

    `earlier` frames, of any version of the match, are folded only from where the entries differ; not with stories.
    `refuse` and what it refuses are as in `continued`; with it, the earlier frames must have been checked.
    """
    entries = effective_entries(log)
    frames = _shared_frames(earlier, initial_frame(game, log, options), entries)
    folded = continued(game, frames, entries[len(frames) - 1 :], refuse=refuse, with_stories=with_stories)
    return _settled(game, log, options, folded)


def _settled(game: AnyGame, log: Sequence[Entry], options: object, folded: Fold) -> Fold:
    """The fold with the result that the game settles on, where entries before its statement were corrected since.

    A statement in the log, such as the winners of a score sheet, is about the table at which it was recorded. The fold
    alone puts it behind the corrected entries, so the table of its time is folded too: only for such a match.
    """
    frames, settle = folded.frames, facts_of(game).settled
    if settle is None or frames[-1].turn is not None:
        return folded
    last = max((i for i, frame in enumerate(frames) if isinstance(frame.event, game.EVENTS)), default=0)
    stated = frames[last]
    if not any(isinstance(entry.event, Corrected) for entry in log if entry.version > stated.version) or not last:
        return folded
    then = fold(game, [entry for entry in log if entry.version < stated.version], options).frames[-1].state
    state = settle(then, stated.event, stated.state)
    settled = tuple(frame._replace(state=state) for frame in frames[last:])
    stories = tuple(tuple(replace(step, state=state) for step in steps) for steps in folded.stories[last:])
    return folded._replace(frames=(*frames[:last], *settled), stories=(*folded.stories[:last], *stories))


def continued(
    game: AnyGame,
    frames: Sequence[Frame],
    entries: Iterable[Entry],
    *,
    refuse: Refuse | None = None,
    with_stories: bool = False,
) -> Fold:
    """The frames, one at least, and those after each of the entries that follow; stories only of the latter.

    Without `refuse` the entries must be legal. With it, an illegal entry is skipped and the rest checked without it, so
    one mistake is reported only once.
    """
    frames, stories, invalidated = list(frames), [tuple[Step, ...]()] * len(frames), list[Invalidated]()
    for entry in entries:
        event = entry.event
        if refuse and (why := refuse(game, frames[-1], event)):
            invalidated.append(Invalidated(entry.version, event, why))
            continue
        steps: tuple[Step, ...] = ()
        if with_stories and type(event) not in _RECORD_KINDS:
            steps = game.story(frames[-1].state, event)
        frames.append(next_frame(game, frames[-1], entry, steps))
        if with_stories and type(event) is PointsAdjusted:
            ruling = Gain(event.seat, event.points, "ruling", "R-RULING")
            steps = (Step(literal(event.why), (ruling,), frames[-1].state),)
        stories.append(steps)
    return Fold(tuple(frames), tuple(stories), tuple(invalidated))


def _shared_frames(earlier: Sequence[Frame], start: Frame, entries: Sequence[Entry]) -> list[Frame]:
    """The `start` and those of the `earlier` frames that are of the first of these effective entries."""
    frames = [start]
    if earlier and earlier[0] == start:
        for frame, entry in zip(earlier[1:], entries, strict=False):
            if (frame.version, frame.event, frame.happened_at) != (entry.version, entry.event, entry.happened_at):
                break
            frames.append(frame)
    return frames


def outcome(game: AnyGame, frame: Frame, options: object) -> Outcome | None:
    """The result, rulings and a close included; None while the match is open. `options` are the game's own.

    A close as `abandoned` or `incomplete` has no winner; `stuck` and `agreed` compare the points of the sides as they
    are, and have no winner if none are known or all play together. Rulings change the ranks where these go by known
    points: a result that was named against the points does not change.
    """
    if frame.turn is not None:
        return None
    facts, points = facts_of(game), game.scores(frame.state)
    by_rules = game.outcome(frame.state)
    if by_rules is not None and not (frame.rulings and _goes_by_points(by_rules, points, facts, options)):
        return by_rules
    together = facts.cooperative(options)
    if isinstance(frame.event, MatchClosed):
        reason = term(frame.event.reason)
        is_unknown = together or all(number is None for number in frame.scores)
        if is_unknown or frame.event.reason in ("abandoned", "incomplete"):
            return Outcome((), (1,) * len(points), message("The match was closed as {reason}.", reason=reason))
        why = message("Closed as {reason}", reason=reason)
    else:
        why = message("Rulings of the table")
    ranks = ranks_of_seats(points, facts, options, frame.rulings)
    fewest, most = message("{why}; fewest points.", why=why), message("{why}; most points.", why=why)
    return Outcome(_first(ranks), ranks, fewest if facts.fewest_points_win(options) else most)


def ended(game: AnyGame, frame: Frame, options: object) -> MatchEnded | None:
    """The witness of the result after this frame; None while the match is open."""
    result = outcome(game, frame, options)
    return None if result is None else witness(frame, result)


def witness(frame: Frame, result: Outcome) -> MatchEnded:
    """The witness of this outcome of the frame."""
    return MatchEnded(frame.scores, result.ranks, result.winners, result.why)


def _goes_by_points(outcome: Outcome, points: Sequence[Points], facts: GameFacts, options: object) -> bool:
    """True if the result follows from points: the first win, and no seat is behind one with worse points."""
    if facts.cooperative(options) or all(number is None for number in points):
        return False
    ranked = sorted(zip(ranks_of_seats(points, facts, options), outcome.ranks, strict=True))
    in_order = all(rank <= next_rank for (_, rank), (_, next_rank) in pairwise(ranked))
    return in_order and outcome.winners == _first(outcome.ranks)


def _first(ranks: Sequence[int]) -> tuple[Seat, ...]:
    return tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
