"""A persistent append-only sequence: a state keeps data of every event of a match without a copy per state."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, Self, TypeVar, cast, overload

Item = TypeVar("Item")
Result = TypeVar("Result")


class Growing(Sequence[Item], Generic[Item]):
    """Like a tuple, but equal only to its own type; `plus` takes constant time.

    Sequences that were extended from one another share their items, so together they need the memory of the longest. A
    second extension of the same sequence is a copy.
    """

    __slots__ = ("_folds", "_items", "_length")

    def __init__(self, items: Sequence[Item] = ()) -> None:
        # A dict by index instead of a list: with `setdefault` only one of several threads can store an item there.
        self._items: dict[int, Item] = dict(enumerate(items))
        self._length = len(items)
        self._folds: dict[Callable[..., Any], dict[int, Any]] = {}

    def plus(self, item: Item) -> Self:
        """A sequence with `item` added at the end."""
        if self._items.setdefault(self._length, item) is not item:
            return type(self)((*self, item))
        longer = object.__new__(type(self))
        longer._items, longer._length, longer._folds = self._items, self._length + 1, self._folds
        return longer

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, index: int | slice) -> Item | tuple[Item, ...]:
        if isinstance(index, slice):
            return tuple(self._items[place] for place in range(self._length)[index])
        return self._items[range(self._length)[index]]

    def __iter__(self) -> Iterator[Item]:
        return (self._items[place] for place in range(self._length))

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and len(other) == len(self) and tuple(other) == tuple(self)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (tuple(self),)

    def folded(self, start: Result, add: Callable[[Result, Item], Result]) -> Result:
        """`add` applied to `start` and all items in their order.

        The result for every length is kept and shared with the sequences that grew from these items or that they grew
        from, so `add` must be the same function each time and always come with the same `start`.
        """
        # By length, without gaps: several threads that fill it at once store the same results in the same order.
        results = self._folds.setdefault(add, {0: start})
        for place in range(min(len(results) - 1, self._length), self._length):
            results.setdefault(place + 1, add(results[place], self._items[place]))
        return cast(Result, results[self._length])
