"""Lines of matches: where a fork can begin."""

from core.games.scoresheet import PointsNoted
from eventstore.maintenance.merge_lines import MatchHistory, MatchLines
from eventstore.matches.repository import MatchRepository
from tests.recording import sheet


def line(records: MatchRepository, id: str) -> MatchHistory:
    found = MatchLines(records.store.read).line(id)
    assert found
    return found


def test_a_fork_begins_before_a_correction_or_after_all_its_events(records: MatchRepository) -> None:
    """Items 0 to 2 are the start and two rounds, 3 is the correction that announces 4 and 5, 6 a round after it."""
    id = sheet(records, "one: 1 2", "two: 3 4").id
    records.correct(id, 2, 2, [PointsNoted("one", (5, 6)), PointsNoted("half", (7, 8))], "misread")
    records.record(id, PointsNoted("three", (9, 1)))
    found = line(records, id)
    assert [item.size for item in found.items] == [1, 1, 1, 3, 1, 1, 1]
    assert [found.whole(place) for place in range(8)] == [0, 1, 2, 3, 3, 3, 6, 7]


def test_a_correction_that_removes_and_a_take_back_are_whole_by_themselves(records: MatchRepository) -> None:
    id = sheet(records, "one: 1 2", "two: 3 4", "three: 5 6").id
    records.correct(id, 2, 2, [], "twice")
    records.take_back(id, 4)
    found = line(records, id)
    assert [found.whole(place) for place in range(7)] == [*range(7)]
