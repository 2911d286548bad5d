"""Multisets of tiles, for several games.

A multiset is a tuple of counts, one number per kind in a fixed order of the game: small, hashable, fast to add.
"""

import operator
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

Counts: TypeAlias = tuple[int, ...]
"""The number of pieces of each kind; all counts are 0 or more."""


def none_of(kinds: int) -> Counts:
    """The empty multiset over `kinds` kinds."""
    return (0,) * kinds


def count(pieces: Iterable[int], kinds: int) -> Counts:
    """The multiset of `pieces`, each given as the index of its kind (0 to `kinds` - 1)."""
    counts = [0] * kinds
    for kind in pieces:
        counts[kind] += 1
    return tuple(counts)


def plus(left: Counts, right: Counts) -> Counts:
    """The sum of both; they must have the same kinds, which is not checked."""
    return tuple(map(operator.add, left, right))


def minus(left: Counts, right: Counts) -> Counts:
    """The difference; `right` must be `within` `left`, which is not checked."""
    return tuple(map(operator.sub, left, right))


def add(counts: Counts, kind: int, number: int = 1) -> Counts:
    """`counts` with `number` more pieces of one kind; a negative number removes pieces."""
    return (*counts[:kind], counts[kind] + number, *counts[kind + 1 :])


def within(part: Counts, whole: Counts) -> bool:
    """True if every piece of `part` is in `whole`."""
    return all(a <= b for a, b in zip(part, whole, strict=True))


def pieces(counts: Counts) -> Iterator[int]:
    """Each piece as the index of its kind, kinds in order."""
    for kind, number in enumerate(counts):
        for _ in range(number):
            yield kind


def draw(counts: Counts, number: int, rng: Random) -> tuple[int, ...]:
    """Up to `number` pieces in the order drawn, without replacement; all of them when there are fewer."""
    everything = list(pieces(counts))
    return tuple(rng.sample(everything, min(number, len(everything))))


class Shortage(NamedTuple):
    """Reason why pieces cannot have been drawn: there were only `left` pieces of `kind`.

    `kind` is None when pieces of the reserve were drawn before the bag was empty.
    """

    kind: int | None
    left: int = 0


def shortage(bag: Counts, reserve: Counts, handfuls: Sequence[Counts]) -> Shortage | None:
    """Reason why the handfuls cannot have been drawn from the bag one after the other; None: they can.

    The reserve (a lid, a tower) refills the empty bag, so its pieces are drawn last. The order of pieces within one
    handful is not checked.
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
    """Bag and reserve after a draw that `shortage` accepts."""
    if sum(drawn) <= sum(bag):
        return minus(bag, drawn), reserve
    return minus(plus(bag, reserve), drawn), none_of(len(bag))


def draw_on(bag: Counts, reserve: Counts, number: int, rng: Random) -> tuple[int, ...]:
    """Up to `number` pieces in the order drawn; pieces of the reserve follow when the bag is empty."""
    drawn = draw(bag, number, rng)
    return drawn + draw(reserve, number - len(drawn), rng)
