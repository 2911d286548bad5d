"""Two lines of pavilion to the end of a round: what each star and the rest scored, and what they left."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from core.comparison import Held, LinePoints, Thing, add
from core.games.pavilion.events import Event, TilePlaced
from core.games.pavilion.rules import story
from core.games.pavilion.state import State

START: Final = "start"
CORNERS: Final = "corners"
"""The sources of things that are no points: to begin the next round, and tiles kept for it."""

_TELLING: Final = 2
"""Tiles kept that are described as more."""


def line_points(state: State, events: Sequence[Event]) -> LinePoints:
    """The placements and the bonus of each star, decided by the placement that brought most or came
    last; other sources as a whole."""
    found: LinePoints = {}
    largest: dict[Thing, float] = {}
    placed: dict[str, int] = {}
    for index, event in enumerate(events):
        if isinstance(event, TilePlaced):
            placed[f"{event.seat}/{event.star}/{event.position}"] = index
        steps = story(state, event)
        for gain in (gain for step in steps for gain in step.gains):
            star = gain.cells[0].split("/")[1] if gain.source in ("placement", "star") else ""
            decided: int | None = index
            if gain.source in ("star", "number"):
                decided = max((placed[cell] for cell in gain.cells if cell in placed), default=None)
            thing = Thing(gain.seat, gain.source, star)
            is_largest = abs(gain.points) > largest.get(thing, 0)
            largest[thing] = max(abs(gain.points), largest.get(thing, 0))
            add(found, gain, star, decided if is_largest else found.get(thing, Held()).place)
        state = steps[-1].state
    return found


def different(one: State, other: State) -> dict[Thing, float | None]:
    """Numbers of tiles kept, and the seat that begins the next round."""
    found: dict[Thing, float | None] = {}
    for seat, (board, instead) in enumerate(zip(one.boards, other.boards, strict=True)):
        more = sum(instead.corners) - sum(board.corners)
        if abs(more) >= _TELLING:
            found[Thing(seat, CORNERS)] = more
    if one.start != other.start:
        found[Thing(other.start, START)] = 1
    return found


def exchanged(table: State, other: State, thing: Thing) -> State:
    if thing.source == START:
        return replace(table, start=other.start, seat=other.seat)
    own = replace(table.boards[thing.seat], corners=other.boards[thing.seat].corners)
    return replace(table, boards=(*table.boards[: thing.seat], own, *table.boards[thing.seat + 1 :]))
