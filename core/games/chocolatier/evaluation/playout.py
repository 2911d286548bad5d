"""The rest of a round, played out by the simple player without its dice: fast, for the values of the search."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from core.game import Seat
from core.games.chocolatier import specials
from core.games.chocolatier.evaluation.boards import (
    NUMBER_SHIFT,
    WITH_MARKER,
    WITH_SHIELD,
    Laid,
    Tiled,
    Walled,
    key_of,
    walled,
)
from core.games.chocolatier.policy import CLEAR_LEAD, EARLY_END_WORTH, END_WORTH
from core.games.chocolatier.state import CENTER, COLORS, SIZE, State
from core.multiset import Counts

_PLAIN: Final = 0
_KIND: Final = {None: _PLAIN, "SF1": _PLAIN, "SF2": _PLAIN, "SF3": 3, "SF4": 4, "SF5": 5}
"""The special displays that change the effect of a take."""


@lru_cache(maxsize=1024)
def codes_of(counts: Counts) -> tuple[int, ...]:
    """The takes from a display."""
    return tuple([color | number << NUMBER_SHIFT for color, number in enumerate(counts) if number])


@lru_cache(maxsize=1024)
def _codes_with_shield(counts: Counts) -> tuple[int, ...]:
    return tuple([code | WITH_SHIELD for code in codes_of(counts)])


def walls_of(state: State) -> list[Walled]:
    """The cached wall of each seat; completing a row is worth more to a clear leader."""
    scores = [board.score for board in state.boards]
    free = state.options.wall == "free"
    walls = []
    for seat, board in enumerate(state.boards):
        leads = board.score >= max(scores[:seat] + scores[seat + 1 :]) + CLEAR_LEAD
        walls.append(walled(board.wall, free, END_WORTH if leads else EARLY_END_WORTH, state.round if free else 0))
    return walls


class Playout:
    """The table from a position in the phase `take`; `play` goes on to the last take of the round."""

    __slots__ = ("center", "displays", "gone", "keys", "kinds", "left", "marker", "mover", "walls")

    def __init__(self, state: State) -> None:
        assert isinstance(state.mover, int)
        self.mover: Seat = state.mover
        self.marker = state.marker
        self.walls = walls_of(state)
        self.keys = [key_of(board) for board in state.boards]
        self.center = list(state.sources[CENTER])
        self.displays = [codes_of(counts) for counts in state.sources]
        self.displays[CENTER] = ()
        self.left = sum(map(sum, state.sources))
        self.kinds: list[int] | None = None
        self.gone = state.gone
        if state.specials:
            self.kinds = [_KIND[specials.kind_on(state.specials, source)] for source in range(len(state.sources))]
            for source, kind in enumerate(self.kinds):
                if kind == 5:
                    self.displays[source] = _codes_with_shield(state.sources[source])

    @classmethod
    def dealt(cls, walls: list[Walled], keys: list[int], displays: Sequence[Counts], start: Seat) -> "Playout":
        """The start of a round without special displays."""
        playout = cls.__new__(cls)
        playout.mover, playout.marker, playout.gone, playout.kinds = start, None, None, None
        playout.walls, playout.keys = walls, keys
        playout.center = [0] * COLORS
        playout.displays = [(), *map(codes_of, displays)]
        playout.left = sum(map(sum, displays))
        return playout

    def play(self) -> list[Tiled]:
        """The boards of all seats after the round."""
        while self.left:
            self.take()
        return [walled.tiled(key) for walled, key in zip(self.walls, self.keys, strict=True)]

    def take(self) -> tuple[int, int, Laid]:
        """The next take: source, code, and what it did to the board."""
        seat = self.mover
        laid = self.walls[seat][self.keys[seat]]
        worth, source, taken, chosen = -1e9, 0, 0, None
        for display, codes in enumerate(self.displays):
            for code in codes:
                one = laid[code]
                if one[0] > worth:
                    worth, source, taken, chosen = one[0], display, code, one
        center = self.center
        flag = WITH_MARKER if self.marker is None else 0
        for color in range(COLORS):
            if center[color]:
                code = color | center[color] << NUMBER_SHIFT | flag
                one = laid[code]
                if one[0] > worth:
                    worth, source, taken, chosen = one[0], CENTER, code, one
        assert chosen is not None
        if source == CENTER:
            center[taken & 7] = 0
            if flag:
                self.marker = seat
        elif self.kinds and self.kinds[source]:
            self._take_from_special(source, taken)
        else:
            for code in self.displays[source]:
                if code != taken:
                    center[code & 7] += code >> NUMBER_SHIFT
            self.displays[source] = ()
        self.left -= taken >> NUMBER_SHIFT & 31
        self.keys[seat] = chosen[2]
        self.mover = seat + 1 if seat + 1 < len(self.keys) else 0
        return source, taken, chosen

    def _take_from_special(self, source: int, taken: int) -> None:
        assert self.kinds is not None
        rest = tuple([code for code in self.displays[source] if code != taken])
        kind = self.kinds[source]
        self.displays[source] = rest if kind == 3 else ()
        if kind == 4:
            near = specials.neighbors(source, len(self.displays) - 1, self.gone)[0]
            counts = [0] * SIZE
            shield = WITH_SHIELD if self.kinds[near] == 5 else 0
            for code in (*self.displays[near], *rest):
                counts[code & 7] += code >> NUMBER_SHIFT & 31
            self.displays[near] = (_codes_with_shield if shield else codes_of)(tuple(counts))
        elif kind == 5:
            self.gone = source
            for code in rest:
                self.center[code & 7] += code >> NUMBER_SHIFT & 31
