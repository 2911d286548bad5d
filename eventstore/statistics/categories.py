"""The sources of points of one game, for instance the categories of its score sheet: winners against the others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from eventstore.statistics import sides
from eventstore.statistics.intervals import Mean, mean_amount
from eventstore.statistics.plays import PlayedMatch, SeatDetails


@dataclass(frozen=True, slots=True)
class Category:
    """Mean points of a seat from one source: of the winners of contests, and of the other seats."""

    source: str
    winners: Mean
    others: Mean
    matches: tuple[str, ...]

    @property
    def difference(self) -> float | None:
        """Points by which the winners' mean is above that of the others; None if one of them is unknown."""
        if self.winners.value is None or self.others.value is None:
            return None
        return self.winners.value - self.others.value


def categories(played: Sequence[PlayedMatch], details: Mapping[str, Sequence[SeatDetails]]) -> tuple[Category, ...]:
    """The categories of matches of one game that are contests, in the order of the sheet.

    A source that a recorded match does not name gave no points there; a sheet without the category does not count.
    """
    won, others = dict[str, list[float]](), dict[str, list[float]]()
    matches: dict[str, dict[str, None]] = {}
    names = dict.fromkeys(source for match in played for seat in details.get(match.id, ()) for source in seat.sources)
    for match in played:
        if match.id not in details or not sides.is_contest(match):
            continue
        noted = {source for seat in details[match.id] for source in seat.sources}
        for result, seat in zip(match.seats, details[match.id], strict=True):
            for source in names if match.depth == "moves" else noted:
                (won if result.won else others).setdefault(source, []).append(seat.sources.get(source, 0))
                matches.setdefault(source, {})[match.id] = None
    return tuple(
        Category(source, mean_amount(won.get(source, ())), mean_amount(others.get(source, ())), tuple(matches[source]))
        for source in names
        if source in matches
    )
