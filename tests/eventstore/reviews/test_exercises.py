"""What a search for a position found is kept until the match changes, that there is none too."""

from pathlib import Path

from core.review.exercises import Exercise
from eventstore.matches.training import Place
from eventstore.reviews.exercises import ExerciseRepository
from tests.eventstore.reviews.reviewed import short_azacru
from tests.recorded import records_in


def test_a_position_is_searched_once_until_the_match_changes(tmp_path: Path) -> None:
    records = records_in(tmp_path / "a.db")
    match = short_azacru(records)
    searched = list[str]()

    def search(name: str, found: Exercise | None) -> Exercise | None:
        searched.append(name)
        return found

    clear = Exercise(0, ("a1-b2",), 0.1)
    for _ in range(2):
        kept = ExerciseRepository(records.store)
        assert kept.of(Place(match.id, 2), lambda: search("clear", clear)) == clear
        assert kept.of(Place(match.id, 3), lambda: search("none", None)) is None
    assert searched == ["clear", "none"]
    records.take_back(match)
    assert ExerciseRepository(records.store).of(Place(match.id, 2), lambda: search("again", None)) is None
    assert searched == ["clear", "none", "again"]
    records.store.close()
