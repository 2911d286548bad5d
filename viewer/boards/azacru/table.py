"""The drawing of azacru: a card for each seat, the board below with the trace of the last move, and moves by taps."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from math import ceil
from typing import Final

from core.game import Seat
from core.games.azacru.events import ChevronMoved, Event
from core.games.azacru.fields import DIRECTIONS, FIELD_INDEX, FIELDS, REGION_SIZE, SIZE, WAY
from core.games.azacru.rules import round_number, turn
from core.games.azacru.scoring import outcome, scores
from core.games.azacru.state import State, Trace
from viewer.boards.azacru import pieces
from viewer.boards.azacru.words import has_left, now
from viewer.boards.scene import Panel, Shape, shape
from viewer.boards.seat import card, label, seat_mark
from viewer.locale.language import gettext, ngettext, translate
from viewer.locale.plain_text import fit, plain

_PITCH: Final = 1.04
_GAP: Final = 0.2
"""Space between regions; fields of one region almost touch."""

_LEFT: Final = 1.05
_BOARD: Final = SIZE * _PITCH + (SIZE // REGION_SIZE - 1) * _GAP
WIDTH: Final = _BOARD + 2 * _LEFT
_CARD: Final = 2.0
"""Height of a seat's card."""

_HEAD: Final = 1.35
"""Space above the fields, for round and turn; the letters of the files are below the fields."""

_FOOT: Final = 1.0


def table_panel(state: State, names: Sequence[str]) -> Panel:
    top = _CARD * ceil(len(names) / 2)  # The height of the cards above the board.
    height = top + _HEAD + _BOARD + _FOOT
    shapes = [
        *(part for seat, name in enumerate(names) for part in _card(state, seat, name)),
        *_printed(top),
        label("table/round", 0.65, top + 0.92, gettext("Round {round}", round=round_number(state)), "name"),
        label("table/turn", WIDTH - 0.65, top + 0.9, now(state, names), "small end"),
        *_markers(state, names, top),
        *_traces(state, top),
        *_chevrons(state, names, top),
    ]
    return Panel("table", gettext("Table"), round(WIDTH, 2), round(height, 2), tuple(shapes))


def _card(state: State, seat: Seat, name: str) -> Iterator[Shape]:
    """Mark, name, points and remaining chevrons of the seat; at the end the winners' points are on gold."""
    width = WIDTH / 2
    row, column = divmod(seat, 2)
    x, y = column * width, row * _CARD
    look = "card active" if turn(state) == seat else "card"
    yield card(f"{seat}/card", width, _CARD, x, y, look=look, rx=0.5)
    yield seat_mark(f"{seat}/mark", seat, x + 0.45, y + 0.42, 0.6)
    yield label(f"{seat}/name", x + 1.3, y + 0.93, fit(name, int((width - 3.2) / 0.25)), "azacru-name", plain(name))
    ended = outcome(state)
    won = ended is not None and seat in ended.winners
    place = "won" if won else "total"
    yield shape(f"{seat}/place", "rect", class_=place, x=x + width - 1.9, y=y + 0.4, width=1.65, height=1.2, rx=0.3)
    points = scores(state)[seat]
    title = ngettext("{name}: {number} marker", "{name}: {number} markers", points, name=plain(name))
    if won:
        title = gettext("{points}, winner", points=title)
    yield label(f"{seat}/score", x + width - 0.4, y + 1.36, str(points), "score", title)
    for number, chevron in enumerate(state.chevrons[seat], start=1):
        piece = pieces.gone(0) if chevron is None else pieces.chevron(seat, 0)
        place = f"translate({round(x + 0.95 + number * 0.62, 2)} {round(y + 1.4, 2)}) scale(.62)"
        title = gettext("a chevron that left the game") if chevron is None else gettext("a chevron in the game")
        yield shape(f"{seat}/left/{number}", "use", title=title, href=f"#{piece}", transform=place)


def place_of(field: int, top: float) -> tuple[float, float]:
    """The middle of a field; rank 9 is at the top."""
    rank, file = divmod(field, SIZE)
    down = SIZE - 1 - rank
    x = _LEFT + (file + 0.5) * _PITCH + file // REGION_SIZE * _GAP
    y = top + _HEAD + (down + 0.5) * _PITCH + down // REGION_SIZE * _GAP
    return x, y


@cache
def _printed(top: float) -> tuple[Shape, ...]:
    """Everything printed on the board; cached, because it never changes."""
    return tuple(_paper(top))


def _paper(top: float) -> Iterator[Shape]:
    yield card("table/card", WIDTH, _HEAD + _BOARD + _FOOT, y=top)
    side = REGION_SIZE * _PITCH
    for number in range(SIZE):
        down, along = divmod(number, REGION_SIZE)
        x, y = _LEFT + along * (side + _GAP), top + _HEAD + down * (side + _GAP)
        yield shape(f"region/{number + 1}", "rect", class_="azacru-region", x=x, y=y, width=side, height=side, rx=0.22)
    for field, name in enumerate(FIELDS):
        x, y = place_of(field, top)
        yield shape(
            name, "rect", title=name, class_="azacru-field", x=x - 0.47, y=y - 0.47, width=0.94, height=0.94, rx=0.16
        )
    for number, file in enumerate("abcdefghi"):
        x, bottom = place_of(number, top)
        _, y = place_of(number * SIZE, top)
        yield label(f"file/{file}", x, bottom + 1.02, file, "digit middle")
        yield label(f"rank/{number + 1}", _LEFT - 0.42, y + 0.17, str(number + 1), "digit middle")


def _markers(state: State, names: Sequence[str], top: float) -> Iterator[Shape]:
    for field in range(len(FIELDS)):
        owner = next((seat for seat, markers in enumerate(state.markers) if markers >> field & 1), None)
        title = None if owner is None else gettext("marker of {name}", name=plain(names[owner]))
        yield _marker(field, top, owner, title)


@lru_cache(maxsize=2000)
def _marker(field: int, top: float, owner: Seat | None, title: str | None) -> Shape:
    """The marker of a field; cached, because most markers are unchanged after a move."""
    x, y = place_of(field, top)
    piece = pieces.NOTHING if owner is None else pieces.marker(owner)
    return shape(f"{FIELDS[field]}/marker", "use", title=title, href=f"#{piece}", x=x, y=y)


def _traces(state: State, top: float) -> Iterator[Shape]:
    """The way of the last move, a ring on each field with a changed marker, and a chevron that left the game.

    The shapes always exist, empty if unused, because shapes added later would cover chevrons.
    """
    trace = state.trace
    yield shape("last/way", "path", class_="azacru-way", d=_way(trace, top) if trace else "")
    yield shape("last/changed", "path", class_="azacru-changed", d=_rings(trace, top) if trace else "")
    piece, (x, y) = pieces.NOTHING, place_of(0, top)
    if trace and has_left(state):
        piece, (x, y) = pieces.gone(WAY[FIELDS[trace.start], FIELDS[trace.end]].direction), place_of(trace.end, top)
    yield shape("last/gone", "use", href=f"#{piece}", x=x, y=y)


def _way(trace: Trace, top: float) -> str:
    """A dot at the start field and a line to the end field."""
    (x, y), (to_x, to_y) = place_of(trace.start, top), place_of(trace.end, top)
    return f"{_circle(x, y, 0.1)}M{x:.2f} {y:.2f}L{to_x:.2f} {to_y:.2f}"


def _rings(trace: Trace, top: float) -> str:
    changed = (field for field in range(len(FIELDS)) if trace.changed >> field & 1)
    return "".join(_circle(*place_of(field, top), 0.45) for field in changed)


def _circle(x: float, y: float, radius: float) -> str:
    return f"M{x - radius:.2f} {y:.2f}a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0 {-2 * radius} 0"


def _chevrons(state: State, names: Sequence[str], top: float) -> Iterator[Shape]:
    for seat, chevrons in enumerate(state.chevrons):
        for number, chevron in enumerate(chevrons, start=1):
            if chevron is not None:
                x, y = place_of(chevron.field, top)
                title = gettext(
                    "chevron of {name} on {field}, facing {direction}",
                    name=plain(names[seat]),
                    field=FIELDS[chevron.field],
                    direction=translate(DIRECTIONS[chevron.facing]),
                )
                piece = pieces.chevron(seat, chevron.facing)
                yield shape(f"{seat}/chevron/{number}", "use", title=title, href=f"#{piece}", x=x, y=y)


def taps(state: State, event: Event) -> tuple[str, ...]:
    """The chevron, then the field, then a choice for a turn, if any. A pass is a choice, not a place."""
    if not isinstance(event, ChevronMoved):
        return ("=" + gettext("Pass"),)
    field = FIELD_INDEX[event.start]
    number = next(n for n, each in enumerate(state.chevrons[event.seat], start=1) if each and each.field == field)
    move = (f"{event.seat}/chevron/{number}", event.end)
    if event.turned is None:
        return move
    return (*move, "=" + (gettext("Turn left") if event.turned == "left" else gettext("Turn right")))


def task(state: State, taps: tuple[str, ...], names: Sequence[str]) -> str:
    seat = turn(state)
    if not taps:
        return gettext("{name} moves: tap a chevron", name=plain(names[seat])) if isinstance(seat, int) else ""
    return gettext("Tap the field it moves to") if len(taps) == 1 else gettext("Turn the chevron, or confirm")
