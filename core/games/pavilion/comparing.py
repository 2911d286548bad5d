"""Two lines of pavilion to the end of a round: what each star and the rest scored, and what they left."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from core.comparison import LinePoints, Share, Thing, add
from core.games.pavilion.events import Event
from core.games.pavilion.rules import story
from core.games.pavilion.state import State

START: Final = "start"
CORNERS: Final = "corners"
"""The sources of things that are no points: to begin the next round, and tiles kept for it."""


def line_points(state: State, events: Sequence[Event]) -> LinePoints:
    """The placements and the bonus of each star, decided by the event that brought most; other sources as a whole."""
    found: LinePoints = {}
    largest: dict[Thing, float] = {}
    for place, event in enumerate(events):
        steps = story(state, event)
        for gain in (gain for step in steps for gain in step.gains):
            star = gain.cells[0].split("/")[1] if gain.source in ("placement", "star") else ""
            thing = Thing(gain.seat, gain.source, star)
            is_largest = abs(gain.points) > largest.get(thing, 0)
            largest[thing] = max(abs(gain.points), largest.get(thing, 0))
            add(found, gain, star, place if is_largest else found.get(thing, Share()).place)
        state = steps[-1].state
    return found


def different(one: State, other: State) -> dict[Thing, float]:
    """Numbers of tiles kept, and the seat that begins the next round."""
    found: dict[Thing, float] = {}
    for seat, (board, instead) in enumerate(zip(one.boards, other.boards, strict=True)):
        if more := sum(instead.corners) - sum(board.corners):
            found[Thing(seat, CORNERS)] = more
    if one.start != other.start:
        found[Thing(other.start, START)] = 1
    return found


def exchanged(table: State, other: State, thing: Thing) -> State:
    if thing.source == START:
        return replace(table, start=other.start, seat=other.seat)
    own = replace(table.boards[thing.seat], corners=other.boards[thing.seat].corners)
    return replace(table, boards=(*table.boards[: thing.seat], own, *table.boards[thing.seat + 1 :]))
