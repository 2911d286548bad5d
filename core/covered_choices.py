"""Choices made at once that a game covers: readers learn which seats have chosen, and what once all of them have.

A game names the classes of such events in `GameFacts.covered`. A stage of choices goes on while fewer and fewer of the
same seats are left to choose; it ends with the last of them, or with the match.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from core.game import AnyGame, Refusal, Seat, Step, actors_of, facts_of
from core.messages import message
from core.record import Frame, index_of, next_frame
from core.record_events import META_EVENTS, ChoiceCovered, Corrected, Entry, PointsAdjusted, TakenBack


def covered_versions(game: AnyGame, log: Sequence[Entry], frames: Sequence[Frame]) -> frozenset[int]:
    """The versions of the choices that are covered after this log, for readers who did not record them.

    A choice that was taken back or corrected is opened by a later stage that ends at its place or behind it.
    """
    kinds = facts_of(game).covered
    if not kinds or frames[-1].turn is None:
        return frozenset()
    start = _start_of_stage(game, frames)
    effective = {frame.version for frame in frames[1:]}
    covered = {frame.version for frame in frames[start + 1 :] if isinstance(frame.event, kinds)}
    for entry, place in _places(log):
        if isinstance(entry.event, kinds) and entry.version not in effective:
            settled = (frame.version for frame in frames[place + 1 : start + 1])
            if max(settled, default=0) < entry.version:
                covered.add(entry.version)
    return frozenset(covered)


def _start_of_stage(game: AnyGame, frames: Sequence[Frame]) -> int:
    """The index of the last frame before the choices that are made now."""
    start = len(frames) - 1
    while start:
        if not isinstance(frames[start].event, PointsAdjusted):
            could = set(actors_of(game, frames[start - 1].state))
            can = set(actors_of(game, frames[start].state))
            if not can or not can < could:
                break
        start -= 1
    return start


def _places(log: Sequence[Entry]) -> Iterator[tuple[Entry, int]]:
    """The entries that were ever effective, with their places among the effective ones when they were recorded."""
    table, entries = list[Entry](), iter(log)
    for entry in entries:
        if isinstance(entry.event, TakenBack):
            del table[index_of(table, entry.event.since) :]
        elif isinstance(entry.event, Corrected):
            first, last = index_of(table, entry.event.since), index_of(table, entry.event.until)
            table[first : last + 1] = islice(entries, entry.event.count)
            yield from ((one, first + place) for place, one in enumerate(table[first : first + entry.event.count]))
        elif not isinstance(entry.event, META_EVENTS):
            yield entry, len(table)
            table.append(entry)


def covered_log(log: Sequence[Entry], versions: Collection[int]) -> tuple[Entry, ...]:
    """The log with the choices of these versions covered."""
    return tuple(
        entry._replace(event=ChoiceCovered(entry.event.seat)) if entry.version in versions else entry for entry in log
    )


def covered_frames(
    game: AnyGame, frames: Sequence[Frame], versions: Collection[int]
) -> tuple["CoveredGame", tuple[Frame, ...]]:
    """The frames without what the covered choices change, and the game as it is seen at the last of them."""
    first = next((index for index, frame in enumerate(frames) if frame.version in versions), len(frames))
    shown, chosen = list(frames[:first]), list[Seat]()
    for frame in frames[first:]:
        if frame.version in versions:
            chosen.append(frame.event.seat)
            now = shown[-1]._replace(event=ChoiceCovered(frame.event.seat))
        else:
            now = next_frame(game, shown[-1], Entry(frame.version, frame.event))
        known = {name: getattr(frame, name) for name in ("version", "seat", "turn", "round", "happened_at")}
        shown.append(now._replace(**known))
    tables = dict.fromkeys(frame.state for frame in shown[first - 1 :]) if chosen else ()
    return CoveredGame(game, tuple(chosen), tuple(tables)), tuple(shown)


@dataclass(frozen=True)
class CoveredGame:
    """A game of which the seats `chosen` have made a choice that is covered, at `tables` of the present stage."""

    game: AnyGame
    chosen: tuple[Seat, ...]
    tables: tuple[Any, ...]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    @property
    def EVENTS(self) -> tuple[type[Any], ...]:
        return (*self.game.EVENTS, ChoiceCovered)

    def actors(self, state: Any) -> tuple[Seat, ...]:
        seats = actors_of(self.game, state)
        return tuple(seat for seat in seats if seat not in self.chosen) if state in self.tables else seats

    def refusal(self, state: Any, event: Any) -> Refusal | None:
        return None if isinstance(event, ChoiceCovered) else self.game.refusal(state, event)

    def legal_moves(self, state: Any) -> Iterator[Any]:
        moves = self.game.legal_moves(state)
        return (
            (move for move in moves if getattr(move, "seat", None) not in self.chosen)
            if state in self.tables
            else moves
        )

    def evolve(self, state: Any, event: Any) -> Any:
        return state if isinstance(event, ChoiceCovered) else self.game.evolve(state, event)

    def story(self, state: Any, event: Any) -> tuple[Step, ...]:
        if isinstance(event, ChoiceCovered):
            return (Step(message("A covered choice"), (), state),)
        return self.game.story(state, event)

    def write(self, event: Any) -> str:
        return f"{ChoiceCovered.__name__} {event.seat}" if isinstance(event, ChoiceCovered) else self.game.write(event)
