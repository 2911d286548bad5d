"""The table from above: visible pieces, contacts of a card, places where it fits (S-LAY, S-STACK).

Colors are compared as bit sets: `Spot.matches` and `FACE_BITS` are sets of pairs (piece of the card, color); a face
continues a color at a spot when the two sets intersect.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from core.game import Refusal
from core.games.schokoly.faces import COLORS, KINDS, PIECES, PIECES_OF_A_CARD, turns
from core.games.schokoly.state import Card, Place

TOUCHES: Final = 2
"""Minimum number of lying pieces a first-level card touches (S-LAY-1)."""

BASE_CARDS: Final = 2
"""Minimum number of cards under a second-level card (S-STACK-1)."""

START: Final = (0, 0)
"""The place of the first card."""

EDGES: Final = (
    *((-1, 0, 0), (0, -1, 0)),
    *((1, -1, 1), (2, 0, 1)),
    *((-1, 1, 2), (0, 2, 2)),
    *((2, 1, 3), (1, 2, 3)),
)
"""The eight places along the edges of a card, relative to its place: x, y, and the piece they touch."""

EVERY_MATCH: Final = (1 << PIECES_OF_A_CARD * len(COLORS)) - 1
"""The set of all pairs of piece and color."""


def _bit(piece: int, color: int) -> int:
    return 1 << piece * len(COLORS) + color


FACE_BITS: Final = {
    face: sum(_bit(piece, color) for piece, color in enumerate(colors)) for face, colors in PIECES.items()
}
"""The pairs of each face."""


def _any_turn(face: str) -> int:
    bits = 0
    for turn in turns(face):
        bits |= FACE_BITS[turn]
    return bits


KIND_BITS: Final = tuple(_any_turn(face) for face in KINDS)
"""The pairs of each kind of card in any rotation."""


class View(NamedTuple):
    """The table: `colors` visible from above, `first` the first-level card at a place (as an index of the cards).

    `covered` are the places under a second-level card.
    """

    colors: dict[Place, int]
    first: dict[Place, int]
    covered: set[Place]


class Spot(NamedTuple):
    """A legal place for a card, colors not checked; `matches` are the pairs that continue a color there."""

    x: int
    y: int
    matches: int


@lru_cache(maxsize=64)
def view(cards: tuple[Card, ...]) -> View:
    """The table from above; cached, so callers must not change the result."""
    colors: dict[Place, int] = {}
    first: dict[Place, int] = {}
    covered: set[Place] = set()
    for number, card in enumerate(cards):
        places = card.places()
        colors.update(zip(places, PIECES[card.face], strict=True))
        if card.stacked:
            covered.update(places)
        else:
            first.update(dict.fromkeys(places, number))
    return View(colors, first, covered)


def contact(colors: dict[Place, int], x: int, y: int) -> tuple[int, int]:
    """The number of lying pieces a card at a place touches, and the pairs that continue a color there (S-LAY-3)."""
    touched = matches = 0
    for dx, dy, piece in EDGES:
        color = colors.get((x + dx, y + dy))
        if color is not None:
            touched += 1
            matches |= _bit(piece, color)
    return touched, matches


def refusal_of_place(cards: tuple[Card, ...], x: int, y: int, stacked: bool) -> Refusal | None:
    """The refusal of a place for every card, colors not checked."""
    return _refusal_on_top(cards, x, y) if stacked else _refusal_beside(cards, x, y)


def _refusal_beside(cards: tuple[Card, ...], x: int, y: int) -> Refusal | None:
    if not cards:
        return None if (x, y) == START else Refusal("S-LAY-1", "The first card lies in the middle.")
    seen = view(cards)
    if any(place in seen.first for place in Card("", x, y).places()):
        return Refusal("S-LAY-1", "On the first level a card covers no other piece.")
    if contact(seen.colors, x, y)[0] < TOUCHES:
        return Refusal("S-LAY-1", "The card must touch at least two laid pieces with its edges; corners do not count.")
    return None


def _refusal_on_top(cards: tuple[Card, ...], x: int, y: int) -> Refusal | None:
    seen = view(cards)
    below = set()
    for place in Card("", x, y).places():
        number = seen.first.get(place)
        if number is None:
            return Refusal("S-STACK-1", "On the second level all four pieces lie on cards below.")
        if place in seen.covered:
            return Refusal("S-STACK-1", "There is no third level.")
        below.add(number)
    if any(cards[number].counter is not None for number in below):
        return Refusal("S-STACK-1", "A card with a counter cannot be covered.")
    if len(below) < BASE_CARDS:
        return Refusal("S-STACK-1", "On the second level a card lies on at least two cards.")
    return None


def refusal_of_colors(cards: tuple[Card, ...], face: str, x: int, y: int, stacked: bool) -> Refusal | None:
    """The refusal of a face at a legal place; the first card has no color to continue."""
    if not cards or contact(view(cards).colors, x, y)[1] & FACE_BITS[face]:
        return None
    rule = "S-STACK-2" if stacked else "S-LAY-2"
    return Refusal(rule, "At least one piece must touch a laid piece of its own color.")


@lru_cache(maxsize=32)
def spots(cards: tuple[Card, ...], stacked: bool) -> tuple[Spot, ...]:
    """Every legal place for some card on that level, from the top, then from the left."""
    if not cards:
        return () if stacked else (Spot(*START, EVERY_MATCH),)
    seen = view(cards)
    tried = seen.first if stacked else {(x - dx, y - dy) for x, y in seen.colors for dx, dy, _ in EDGES}
    return tuple(
        Spot(x, y, contact(seen.colors, x, y)[1])
        for y, x in sorted((y, x) for x, y in tried)
        if refusal_of_place(cards, x, y, stacked) is None
    )


def refusal_of_guard(cards: tuple[Card, ...], place: Place) -> Refusal | None:
    """The refusal of a safety counter for the card with its upper left piece at a place (S-COUNTER-1)."""
    seen = view(cards)
    number = seen.first.get(place)
    if number is None or (cards[number].x, cards[number].y) != place:
        return Refusal("S-COUNTER-1", "No first-level card lies at that place.")
    if cards[number].counter is not None:
        return Refusal("S-COUNTER-1", "That card already has a counter.")
    if not seen.covered.isdisjoint(cards[number].places()):
        return Refusal("S-COUNTER-1", "That card is covered.")
    return None


def unguarded(cards: tuple[Card, ...]) -> Iterator[Place]:
    """The places of the lying cards that can get a safety counter, in the order laid."""
    for card in cards:
        place = (card.x, card.y)
        if not card.stacked and refusal_of_guard(cards, place) is None:
            yield place


def column_and_row(cards: tuple[Card, ...], place: Place) -> Place:
    """A place in words for people: in pieces, from 1, from the upper left corner of the cards and the place itself."""
    x, y = place
    return x - min([x, *(card.x for card in cards)]) + 1, y - min([y, *(card.y for card in cards)]) + 1


def cell(cards: tuple[Card, ...], place: Place) -> str:
    """The board drawing's id of the piece visible at a place: `piece/3/-2`, on the second level `piece/3/-2/top`."""
    x, y = place
    return f"piece/{x}/{y}/top" if place in view(cards).covered else f"piece/{x}/{y}"
