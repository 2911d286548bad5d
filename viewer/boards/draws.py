"""What chance has to bring now, as something people tap in: slots to fill, and the kinds of pieces there are.

A board of a game with chance offers `draws(state)`, and `drawn(state, tapped)` that turns the taps into the event.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from viewer.boards.scene import Json, Shape, shape_to_json
from viewer.language import say, told

Tapped: TypeAlias = Sequence[Sequence[str]]
"""Names of the kinds tapped into each slot, in the order of the slots; a slot that is not filled stays empty."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Pieces that look alike: `first` can be drawn now, `then` more once nothing of `first` is left of any kind.

    `picture` is drawn in a box one unit wide; `label` is what people call it.
    """

    name: str
    label: str
    first: int
    then: int = 0
    picture: tuple[Shape, ...] = ()


@dataclass(frozen=True, slots=True)
class Slot:
    """A place that gets `size` pieces of a pool. With `needs`, only when that kind was tapped into a slot before."""

    label: str
    pool: str
    size: int
    needs: str = ""


@dataclass(frozen=True, slots=True)
class Draws:
    """All slots in the order they are filled, and the kinds of each pool they take from."""

    slots: tuple[Slot, ...]
    pools: tuple[tuple[str, tuple[Kind, ...]], ...]


def from_bag(names: Sequence[str], bag: Sequence[int], rest: Sequence[int], looks: Sequence[Shape]) -> tuple[Kind, ...]:
    """Colors as kinds: what is in the bag comes first, then what is tipped into it when it is empty."""
    return tuple(
        Kind(name, told(name), first, then, (look,))
        for name, first, then, look in zip(names, bag, rest, looks, strict=True)
    )


def tapped_of(draws: Draws, pool: str, tapped: Tapped) -> list[tuple[str, ...]]:
    """What was tapped into each slot of one pool. Raises ValueError when the taps do not fit the slots."""
    if len(tapped) != len(draws.slots):
        raise ValueError(say("{number} places are filled, not {tapped}.", number=len(draws.slots), tapped=len(tapped)))
    return [tuple(kinds) for slot, kinds in zip(draws.slots, tapped, strict=True) if slot.pool == pool]


def draws_to_json(draws: Draws) -> dict[str, Json]:
    """For the browser: slots as [label, pool, size, needs], pools as lists of [name, label, first, then, [SHAPE]]."""
    return {
        "slots": [[slot.label, slot.pool, slot.size, slot.needs] for slot in draws.slots],
        "pools": {
            name: [
                [kind.name, kind.label, kind.first, kind.then, [shape_to_json(part) for part in kind.picture]]
                for kind in kinds
            ]
            for name, kinds in draws.pools
        },
    }
