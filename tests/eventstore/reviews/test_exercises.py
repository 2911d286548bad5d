"""What a search for an exercise found is kept until the match changes, also that there is none."""

from pathlib import Path

import pytest

from core.games import azacru
from core.review.exercises import Exercise, exercise
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.database import review_db
from eventstore.reviews.exercises import ExerciseRepository
from eventstore.reviews.many import search_exercises
from eventstore.reviews.positions import exercise_tasks, missed_moves
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import ExerciseKey, ExerciseTask, review_key
from eventstore.reviews.workers import compute_all
from tests.eventstore.reviews.reviewed import short_azacru
from tests.recorded import record, records_in
from tests.viewer.components.replay.test_reviewed import reviewed

PROVED = Exercise(0, ("a1-b2",), 0.1, "referee")


def chain(records: MatchRepository, id: str) -> str:
    return review_key(records.store, id, "normal").chain


def test_what_was_found_is_kept_until_the_match_changes(tmp_path: Path) -> None:
    records = records_in(tmp_path / "a.db")
    match = short_azacru(records)
    exercises, before = ExerciseRepository(records.store), chain(records, match.id)
    assert exercises.of(match.id, before) == {}
    first = exercises.checkpoint()
    exercises.keep(ExerciseKey(match.id, 2, before), PROVED)
    exercises.keep(ExerciseKey(match.id, 3, before), None)
    assert exercises.checkpoint() != first
    assert ExerciseRepository(records.store).of(match.id, before) == {2: PROVED, 3: None}
    records.take_back(match)
    assert exercises.of(match.id, chain(records, match.id)) == {}
    records.store.close()


def test_what_was_kept_before_there_were_proofs_counts_as_missing(tmp_path: Path) -> None:
    records = records_in(tmp_path / "a.db")
    match, tables = short_azacru(records), review_db(records.store)
    with tables.transaction() as connection:
        connection.execute(
            "CREATE TABLE exercises (match TEXT NOT NULL, version INTEGER NOT NULL, chain TEXT NOT NULL,"
            " revision INTEGER NOT NULL, iterations INTEGER NOT NULL, found TEXT NOT NULL, digest TEXT NOT NULL,"
            " PRIMARY KEY (match, version)) STRICT"
        )
    exercises, of_now = ExerciseRepository(records.store), chain(records, match.id)
    assert exercises.of(match.id, of_now) == {}
    exercises.keep(ExerciseKey(match.id, 2, of_now), PROVED)
    assert exercises.of(match.id, of_now) == {2: PROVED}
    records.store.close()


def test_a_changed_row_counts_as_missing(tmp_path: Path) -> None:
    records = records_in(tmp_path / "a.db")
    match = short_azacru(records)
    exercises, of_now = ExerciseRepository(records.store), chain(records, match.id)
    exercises.keep(ExerciseKey(match.id, 2, of_now), PROVED)
    with review_db(records.store).transaction() as connection:
        connection.execute("UPDATE exercises SET found = replace(found, 'referee', 'exact')")
    assert exercises.of(match.id, of_now) == {}
    records.store.close()


def test_an_exercise_that_accepts_the_move_of_the_match_is_not_asked(tmp_path: Path) -> None:
    records = records_in(tmp_path / "a.db")
    match = short_azacru(records)
    review = reviewed(match, "blunder")
    ReviewRepository(records.store).keep(review_key(records.store, match.id, "normal"), match.version, review)
    (missed,) = missed_moves(records.store, match.id)
    assert (missed.exercise, missed.is_searched) == (None, False)
    exercises, key = ExerciseRepository(records.store), ExerciseKey(*missed.place, chain(records, match.id))
    for answer, asked in ((review.moves[0].best, True), (review.moves[0].notation, False)):
        found = Exercise(missed.move.seat, (answer,), 0.1, "exact")
        exercises.keep(key, found)
        (missed,) = missed_moves(records.store, match.id)
        assert (missed.exercise == found, missed.is_searched) == (asked, True)
    records.store.close()


@pytest.mark.slow
def test_the_missing_exercises_of_reviewed_matches_are_searched_by_processes_once(tmp_path: Path) -> None:
    records = records_in(tmp_path / "a.db")
    match = short_azacru(records)
    assert search_exercises(records, records.store, [match.id], lambda tasks: compute_all(tasks, 1)) == 0
    review = reviewed(match, "blunder")
    ReviewRepository(records.store).keep(review_key(records.store, match.id, "normal"), match.version, review)
    (task,) = exercise_tasks(records, records.store, match.id)
    assert search_exercises(records, records.store, [match.id], lambda tasks: compute_all(tasks, 1)) == 1
    (missed,) = missed_moves(records.store, match.id)
    assert missed.is_searched
    assert missed.place[1] == task.key.version
    assert exercise_tasks(records, records.store, match.id) == []
    records.store.close()


@pytest.mark.slow
def test_an_exercise_is_searched_at_the_table_of_its_key(tmp_path: Path) -> None:
    records = records_in(tmp_path / "a.db")
    match = record(records, "fields", azacru, ("Anna", "Ben"), 5, events=21)
    key = ExerciseKey(match.id, match.version, chain(records, match.id))
    found = ExerciseTask(key, "azacru", match.options, match.log).run().exercise
    assert found is not None
    assert found == exercise(azacru, match.now.state, key.seed)
    records.store.close()
