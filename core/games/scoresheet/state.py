"""The state of a score sheet: teams, noted lines, winners."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from core.errors import InvalidInput
from core.game import Points, Seat
from core.games.scoresheet.events import PointsNoted
from core.growing_sequence import Growing
from core.messages import message
from core.sheet_template import Template

FINAL: Final = "final"
"""Label of the line that holds the points of the whole match (N-LABEL-2).

A sheet with this line is known by its final points only; lines with any other label are rounds or categories.
"""

MAX_POINTS: Final = 10**15
"""Maximum absolute points of a line (N-POINTS-2): larger numbers lose digits in charts and JSON readers."""

MAX_WRITTEN: Final = 200
"""Maximum lines for which it is kept what was written (N-ENTRY-2)."""

MAX_LABEL: Final = 200
"""Maximum characters of the label of new entries (N-ENTRY-2)."""

MAX_RANK: Final = 999_999
"""Maximum rank of a seat (N-RANK-2)."""


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


@dataclass(frozen=True, slots=True)
class Options:
    """The known facts about a game without an engine.

    `title` and `bgg_id` (BoardGameGeek) identify the game. `teams` are groups of seats that win together; a seat
    without a team plays for itself. In a cooperative match all seats win or none.
    """

    title: str = ""
    bgg_id: int | None = None
    lowest_wins: bool = False
    cooperative: bool = False
    teams: tuple[tuple[Seat, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """The sheet: its lines in the order noted, and the winners in seat order; None before they are named.

    `ranks` are the ranks by seat if they were named instead of the winners. `written` holds what was written for lines,
    by label, the newest last. `by_points`: the points were corrected since the winners were named as they gave them,
    and decide (N-WIN-4). It is no part of the digests that are stored with events: versions before this law computed
    all other fields as today.
    """

    options: Options
    seats: int
    noted: Lines
    winners: tuple[Seat, ...] | None
    ranks: tuple[int | None, ...] | None = None
    template: Template | None = None
    written: tuple[tuple[str, tuple[str, ...]], ...] = ()
    by_points: bool = field(default=False, metadata={"digest_name": None})


def setup(seats: int, options: Options) -> State:
    """An empty sheet. Without seats no points or winners are possible: such a match is over at once.

    Raises InvalidInput when teams overlap, are empty, name seats that are not at the table, or are cooperative.
    """
    members = [seat for team in options.teams for seat in team]
    if options.teams and options.cooperative:
        raise InvalidInput(message("A cooperative match has no teams: all seats win together."))
    if not all(options.teams):
        raise InvalidInput(message("A team needs at least one seat."))
    if len(set(members)) < len(members):
        raise InvalidInput(message("A seat belongs to one team only."))
    if not all(0 <= seat < seats for seat in members):
        raise InvalidInput(message("Teams may contain only the seats 0 to {last}.", last=seats - 1))
    return State(options, seats, Lines(seats=seats), None if seats else ())


def inventory(state: State) -> Counter[str]:
    """Empty: a score sheet has no components."""
    return Counter()
