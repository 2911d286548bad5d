"""Where winners get their points, computed from whole plays."""

from collections.abc import Mapping, Sequence

from eventstore.statistics import sides
from eventstore.statistics.game import CategoryMeans
from eventstore.statistics.intervals import mean_amount
from eventstore.statistics.plays import PlayedMatch, PlayedSeat


def categories(played: Sequence[PlayedMatch], details: Mapping[str, Sequence[PlayedSeat]]) -> tuple[CategoryMeans, ...]:
    """The categories of matches of one game that are contests, in the order of the sheet.

    A source that a recorded match does not name gave no points there; a sheet without the category does not count.
    """
    won, others = dict[str, list[float]](), dict[str, list[float]]()
    found = set[str]()
    names = dict.fromkeys(source for match in played for seat in details.get(match.id, ()) for source in seat.sources)
    for match in played:
        if match.id not in details or not sides.is_contest(match):
            continue
        noted = {source for seat in details[match.id] for source in seat.sources}
        for result, seat in zip(match.seats, details[match.id], strict=True):
            for source in names if match.depth == "moves" else noted:
                (won if result.won else others).setdefault(source, []).append(seat.sources.get(source, 0))
                found.add(source)
    return tuple(
        CategoryMeans(source, mean_amount(won.get(source, ())), mean_amount(others.get(source, ())))
        for source in names
        if source in found
    )
