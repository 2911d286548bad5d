"""The records that a match broke, with the earlier matches read from the index."""

from eventstore.matches.simulated import is_simulated
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import MatchRow
from eventstore.statistics import records_broken
from eventstore.statistics.records_broken import BrokenRecord


def broken_by(index: MatchIndex, id: str) -> tuple[BrokenRecord, ...]:
    """The records broken by the match with this id; none while it is open, damaged, withdrawn or not counted.

    A match is compared with earlier matches of its kind: a simulated one with simulated ones, the others without them.
    """
    row = index.row(id)
    if row is None or row.state != "finished" or row.withdrawn or not row.counted:
        return ()
    seats = len(row.players)
    earlier = {other.id for other in index.before(row) if other.state == "finished" and _is_comparable(other, row)}
    played = {match.id: match for match in index.played(game=row.game_title, seats=seats)}
    details = index.details(game=row.game_title, seats=seats)
    before = [match for match in played.values() if match.id in earlier]
    of_sources = records_broken.of_sources(
        details.get(id, ()), [seats for other, seats in details.items() if other in earlier]
    )
    return records_broken.of_game(played[id], before) + of_sources


def _is_comparable(other: MatchRow, row: MatchRow) -> bool:
    return other.options == row.options and is_simulated(other.id, other.parent) == is_simulated(row.id, row.parent)
