"""Input of draws by tapping: the slots to fill on a turn of chance, and the kinds of pieces for them.

A board of a game with chance has `draws(state)`, and `drawn(state, tapped)`, which converts the taps into the event.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, TypedDict

from core.multiset import Counts
from viewer.boards.scene import Shape, ShapeJson, shape_to_json
from viewer.locale.language import gettext, ngettext, translate

Tapped: TypeAlias = Sequence[Sequence[str]]
"""Names of the kinds tapped into each slot, in the order of the slots; empty for an unfilled slot."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Equal pieces: `first` can be drawn now, `then` more when all pieces counted by `first`, of every kind, are drawn.

    `picture` is drawn in a box one unit wide; `label` is the displayed name.
    """

    name: str
    label: str
    first: int
    then: int = 0
    picture: tuple[Shape, ...] = ()


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for `size` pieces of a pool; with `needs`, only if that kind was tapped into an earlier slot.

    `task` is the instruction while the slot is being filled, without a final period; the label if it is empty.
    """

    label: str
    pool: str
    size: int
    needs: str = ""
    task: str = ""


@dataclass(frozen=True, slots=True)
class Draws:
    """All slots in the order of filling, and the kinds of each of their pools."""

    slots: tuple[Slot, ...]
    pools: tuple[tuple[str, tuple[Kind, ...]], ...]


def from_bag(names: Sequence[str], bag: Sequence[int], rest: Sequence[int], looks: Sequence[Shape]) -> tuple[Kind, ...]:
    """Colors as kinds: the tiles of the bag come first, then the tiles that refill the empty bag."""
    return tuple(
        Kind(name, translate(name), first, then, (look,))
        for name, first, then, look in zip(names, bag, rest, looks, strict=True)
    )


def tiles_on_displays(labels: Iterable[str], pool: str, bags: Sequence[Counts], each: int) -> list[Slot]:
    """The slots of the displays with these labels, which get `each` tiles, the last ones what the bags still hold."""
    left = sum(map(sum, bags))
    return [tiles_on(label, pool, min(each, max(0, left - each * before))) for before, label in enumerate(labels)]


def numbered(tiles: Counts) -> list[tuple[int, int]]:
    """The color of every tile, and its number among those of this color, from 1."""
    return [(color, copy) for color, number in enumerate(tiles) for copy in range(1, number + 1)]


def tiles_on(place: str, pool: str, size: int) -> Slot:
    """The slot of a place that gets `size` tiles."""
    task = ngettext(
        "{place}: tap the {number} tile that lies there",
        "{place}: tap the {number} tiles that lie there",
        size,
        place=place,
    )
    return Slot(place, pool, size, task=task)


def tapped_of(draws: Draws, pool: str, tapped: Tapped) -> list[tuple[str, ...]]:
    """The kinds tapped into each slot of one pool. Raises ValueError when the taps do not fit the slots."""
    if len(tapped) != len(draws.slots):
        raise ValueError(gettext("Fill {number} places, not {tapped}.", number=len(draws.slots), tapped=len(tapped)))
    return [tuple(kinds) for slot, kinds in zip(draws.slots, tapped, strict=True) if slot.pool == pool]


class KindJson(NamedTuple):
    """`first`: number left; `then`: number that follows once these are gone."""

    name: str
    label: str
    first: int
    then: int
    picture: list[ShapeJson]


class SlotJson(NamedTuple):
    """A place to fill; `task` is never empty."""

    label: str
    pool: str
    size: int
    needs: str
    task: str


class DrawsJson(TypedDict):
    """The kinds of each pool by its name."""

    slots: list[SlotJson]
    pools: dict[str, list[KindJson]]


def draws_to_json(draws: Draws) -> DrawsJson:
    return {
        "slots": [
            SlotJson(slot.label, slot.pool, slot.size, slot.needs, slot.task or slot.label) for slot in draws.slots
        ],
        "pools": {
            name: [
                KindJson(kind.name, kind.label, kind.first, kind.then, [shape_to_json(part) for part in kind.picture])
                for kind in kinds
            ]
            for name, kinds in draws.pools
        },
    }
