"""The lines of a sheet in the order noted, with running totals and an index of labels."""

from collections.abc import Sequence

from core.game import Points
from core.games.scoresheet.events import PointsNoted
from core.growing_sequence import Growing


class Lines(Growing[PointsNoted]):
    """The lines; `totals` are the sums of the noted points by seat, None while none is noted (N-SCORE-1)."""

    __slots__ = ("_labels", "totals")

    def __init__(self, lines: Sequence[PointsNoted] = (), seats: int | None = None) -> None:
        super().__init__(lines)
        self._labels = {line.label: place for place, line in reversed([*enumerate(lines)])}
        self.totals: tuple[Points, ...] = (None,) * (len(lines[0].points) if lines else seats or 0)
        for line in lines:
            self.totals = _added(self.totals, line)

    def plus(self, item: PointsNoted) -> "Lines":
        grown = super().plus(item)
        if grown._items is self._items:
            grown._labels = self._labels
            grown._labels.setdefault(item.label, len(self))
            grown.totals = _added(self.totals, item)
        return grown

    def has(self, label: str) -> bool:
        return self._labels.get(label, len(self)) < len(self)


def _added(totals: tuple[Points, ...], line: PointsNoted) -> tuple[Points, ...]:
    return tuple(
        total if number is None else (total or 0) + number for total, number in zip(totals, line.points, strict=True)
    )
