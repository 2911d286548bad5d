"""Tools games share: multisets of tiles, neighbors on a grid.

A multiset is a tuple of counts, one number per kind in a fixed order the game chooses: small, hashable, quick to add.
"""

import operator
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

Counts: TypeAlias = tuple[int, ...]
"""How many pieces of each kind; all counts are 0 or more."""


def none_of(kinds: int) -> Counts:
    """The empty multiset over that many kinds."""
    return (0,) * kinds


def count(pieces: Iterable[int], kinds: int) -> Counts:
    """The multiset of `pieces`, each given as the index of its kind (0 to `kinds` - 1)."""
    counts = [0] * kinds
    for kind in pieces:
        counts[kind] += 1
    return tuple(counts)


def plus(left: Counts, right: Counts) -> Counts:
    """Both together; they must be over the same kinds, which is not checked."""
    return tuple(map(operator.add, left, right))


def minus(left: Counts, right: Counts) -> Counts:
    """What is left of `left`; `right` must be `within` it, which is not checked."""
    return tuple(map(operator.sub, left, right))


def add(counts: Counts, kind: int, number: int = 1) -> Counts:
    """`counts` with `number` more of one kind; a negative number takes away."""
    return (*counts[:kind], counts[kind] + number, *counts[kind + 1 :])


def within(part: Counts, whole: Counts) -> bool:
    """Whether every piece of `part` is in `whole`."""
    return all(a <= b for a, b in zip(part, whole, strict=True))


def pieces(counts: Counts) -> Iterator[int]:
    """Each piece as the index of its kind, kinds in order."""
    for kind, number in enumerate(counts):
        for _ in range(number):
            yield kind


def draw(counts: Counts, number: int, rng: Random) -> tuple[int, ...]:
    """Up to `number` pieces in the order drawn, without putting back; all of them when there are fewer."""
    everything = list(pieces(counts))
    return tuple(rng.sample(everything, min(number, len(everything))))


class Shortage(NamedTuple):
    """Why pieces cannot have been drawn: of `kind` only `left` were there.

    No `kind`: pieces of the reserve came before the bag was empty.
    """

    kind: int | None
    left: int = 0


def shortage(bag: Counts, reserve: Counts, handfuls: Sequence[Counts]) -> Shortage | None:
    """Why the handfuls cannot have been drawn from the bag one after the other; None: they can.

    The reserve (a lid, a tower) goes into the bag when that has run out, so it is drawn from last. The order of pieces
    within one handful is not held against anybody.
    """
    for drawn in handfuls:
        if sum(drawn) > sum(bag):
            if not within(bag, drawn):
                return Shortage(None)
            drawn = minus(drawn, bag)
            bag, reserve = reserve, none_of(len(bag))
        for kind, number in enumerate(drawn):
            if number > bag[kind]:
                return Shortage(kind, bag[kind])
        bag = minus(bag, drawn)
    return None


def after_draw(bag: Counts, reserve: Counts, drawn: Counts) -> tuple[Counts, Counts]:
    """Bag and reserve after a draw that `shortage` has nothing against."""
    if sum(drawn) <= sum(bag):
        return minus(bag, drawn), reserve
    return minus(plus(bag, reserve), drawn), none_of(len(bag))


def draw_on(bag: Counts, reserve: Counts, number: int, rng: Random) -> tuple[int, ...]:
    """Up to `number` pieces in the order drawn; those of the reserve follow when the bag has run out."""
    drawn = draw(bag, number, rng)
    return drawn + draw(reserve, number - len(drawn), rng)


def orthogonal(row: int, column: int, rows: int, columns: int) -> Iterator[tuple[int, int]]:
    """The up to four neighbors of a place on a grid; both numbers count from 0."""
    for near_row, near_column in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
        if 0 <= near_row < rows and 0 <= near_column < columns:
            yield near_row, near_column
