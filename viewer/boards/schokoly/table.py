"""The middle of the table: all cards, the counters on them, and the groups that count."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from core.games.schokoly.scoring import Group, tallies
from core.games.schokoly.state import Card, Place, State
from viewer.boards.scene import Panel, Shape, shape
from viewer.boards.schokoly.pieces import card, counter, pieces_of_card
from viewer.boards.schokoly.words import face_in_words, whose_turn
from viewer.boards.seat import label
from viewer.locale.language import gettext
from viewer.locale.plain_text import fit, plain

_HEADER: Final = 1.9
_ROOM: Final = 1
"""Number of free places kept around the chocolate."""

_MIN_AREA: Final = ((-8, -5), (10, 7))
"""The upper left and lower right corner of the smallest table, in pieces."""

_STEP: Final = 4
"""The table grows by this number of places, so that the pieces on it seldom move."""


class Field(NamedTuple):
    """The visible places: `left` and `top` inclusive, `right` and `bottom` exclusive."""

    left: int
    top: int
    right: int
    bottom: int


def table_panel(state: State, names: Sequence[str]) -> Panel:
    field = _field(state.cards)
    width, height = field.right - field.left, field.bottom - field.top + _HEADER
    shapes = [
        shape("table", "rect", class_="card", x=0.1, y=0.1, width=width - 0.2, height=height - 0.2, rx=0.6),
        label("table/round", 0.65, 1.2, gettext("Round {round}", round=state.round), "name"),
        label("table/turn", width / 2, 1.18, fit(whose_turn(state, names), 28), "small middle"),
        label("table/stack", width - 0.65, 1.18, _stack(state), "small end"),
    ]
    for number, lying in enumerate(state.cards, start=1):
        shapes += _card(lying, number, names, field)
    shapes += _groups(state, names, field)
    return Panel("table", gettext("Table"), width, round(height, 2), tuple(shapes), hero=True)


def _field(cards: tuple[Card, ...]) -> Field:
    (left, top), (right, bottom) = _MIN_AREA
    if cards:
        left = min(left, _step_down(min(card.x for card in cards) - _ROOM))
        top = min(top, _step_down(min(card.y for card in cards) - _ROOM))
        right = max(right, -_step_down(-max(card.x for card in cards) - 2 - _ROOM))
        bottom = max(bottom, -_step_down(-max(card.y for card in cards) - 2 - _ROOM))
    return Field(left, top, right, bottom)


def drawn_at(cards: tuple[Card, ...], x: int, y: int) -> tuple[float, float]:
    """The upper left corner of a place on the panel."""
    field = _field(cards)
    return x - field.left, y - field.top + _HEADER


def _step_down(place: int) -> int:
    return place // _STEP * _STEP


def _stack(state: State) -> str:
    laid = gettext("{number} laid", number=len(state.cards))
    return laid if state.stack is None else gettext("{laid}  ·  stack {number}", laid=laid, number=state.stack)


def _card(lying: Card, number: int, names: Sequence[str], field: Field) -> Iterator[Shape]:
    x, y = lying.x - field.left, lying.y - field.top + _HEADER
    level = "/top" if lying.stacked else ""
    title = gettext("card {number}: {face}", number=number, face=face_in_words(lying.face))
    if lying.stacked:
        title = gettext("{card} on top", card=title)
    yield from card(f"card/{lying.x}/{lying.y}{level}", x, y, title=title, stacked=lying.stacked)
    first, second, third, last = (f"piece/{px}/{py}{level}" for px, py in lying.places())
    yield from pieces_of_card((first, second, third, last), lying.face, x, y, stacked=lying.stacked)
    if lying.counter is not None:
        whose = gettext("counter of {name}", name=plain(names[lying.counter]))
        yield counter(f"counter/{lying.x}/{lying.y}{level}", lying.counter, x + 1, y + 1, whose)


def _groups(state: State, names: Sequence[str], field: Field) -> Iterator[Shape]:
    """Outlines of the counting groups of each side: the largest group, and dashed the neutral groups it won.

    They are above all cards. Added shapes are drawn last, so every new card needs new outline shapes.
    """
    name = f"group/{len(state.cards)}"
    shown = " shown" if state.phase == "over" else ""
    drawn = set()
    for seat, tally in enumerate(tallies(state.cards, state.colors)):
        if state.colors[seat] in drawn:
            continue
        drawn.add(state.colors[seat])
        who = plain(names[seat])
        if tally.largest:
            title = gettext("largest group of {name}: {points}", name=who, points=len(tally.largest))
            yield from _outline(f"{name}/{seat}", tally.largest, f"rim-{seat}{shown}", title, field)
        for number, group in enumerate(tally.neutral, start=1):
            title = gettext("neutral group of {name}: {points}", name=who, points=len(group))
            yield from _outline(f"{name}/{seat}/neutral/{number}", group, f"rim-{seat} dashed{shown}", title, field)


def _outline(id: str, group: Group, look: str, title: str, field: Field) -> Iterator[Shape]:
    """A line above a pale wider line, visible on every chocolate."""
    path = _path(group, field)
    halo = "scho-group halo shown" if look.endswith("shown") else "scho-group halo"
    yield shape(f"{id}/halo", "path", class_=halo, d=path)
    yield shape(id, "path", title=title, class_=f"scho-group {look}", d=path)


def _path(group: Group, field: Field) -> str:
    """The edges between the group and all other places, runs of edges as one stroke."""
    inside = set(group)
    across: set[Place] = set()
    down: set[Place] = set()
    for x, y in group:
        across.update(place for place, near in (((x, y), (x, y - 1)), ((x, y + 1), (x, y + 1))) if near not in inside)
        down.update(place for place, near in (((x, y), (x - 1, y)), ((x + 1, y), (x + 1, y))) if near not in inside)
    strokes = []
    for x, y in sorted(across):
        if (x - 1, y) not in across:
            strokes.append(f"M{x - field.left} {y - field.top + _HEADER:g}h{_run(across, x, y, 1, 0)}")
    for x, y in sorted(down):
        if (x, y - 1) not in down:
            strokes.append(f"M{x - field.left} {y - field.top + _HEADER:g}v{_run(down, x, y, 0, 1)}")
    return "".join(strokes)


def _run(edges: set[Place], x: int, y: int, dx: int, dy: int) -> int:
    length = 1
    while (x + length * dx, y + length * dy) in edges:
        length += 1
    return length
