"""What games may have beside their rules, by key: those of Partie's own, and those of packages by entry points."""

from collections.abc import Iterator, Mapping
from typing import Any, Generic, TypeVar

from core import games

Part = TypeVar("Part")


class GameParts(Mapping[str, Part], Generic[Part]):
    """The parts of one kind, by the key of the game. `group` is that of the entry points of packages.

    What a package brings is not checked; its game has `package_of`, so that code can contain its failures.
    """

    def __init__(self, group: str, own: Mapping[str, Part]) -> None:
        self._group, self._own = group, own

    def __getitem__(self, key: str) -> Part:
        found: Any = self._own.get(key) or games.part_of(self._group, key)
        if found is None:
            raise KeyError(key)
        return found  # type: ignore[no-any-return]

    def __iter__(self) -> Iterator[str]:
        yield from self._own
        yield from (game.key for game in games.every() if game.package and games.part_of(self._group, game.key))

    def __len__(self) -> int:
        return sum(1 for _ in self)
