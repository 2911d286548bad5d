"""A kept review is found again until the match, the engine, the effort or the seed is another one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.games import azacru, scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.access.access import Access
from eventstore.access.authorized_store import AuthorizedStore
from eventstore.access.grants import ANONYMOUS
from eventstore.matches.match import Refused, UnknownMatch
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import CannotReview, review_key, review_task
from eventstore.store.open_store import open_store
from tests.eventstore.reviews.reviewed import made_up, short_azacru
from tests.stores import KINDS, empty


@pytest.fixture(params=KINDS)
def any_records(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MatchRepository]:
    """The records of an empty store of each kind."""
    store = open_store(empty(request.param, tmp_path))
    yield MatchRepository(store)
    store.close()


def test_a_review_is_kept_and_read_without_an_engine(any_records: MatchRepository) -> None:
    match, reviews = short_azacru(any_records), ReviewRepository(any_records.store)
    key = review_key(any_records.store, match.id, "quick")
    assert reviews.review(key) is None
    assert not reviews.has(key)
    reviews.keep(key, match.version, made_up(key.seed))
    assert ReviewRepository(any_records.store).review(key) == made_up(key.seed)
    assert reviews.has(key)


def test_a_changed_match_another_effort_and_another_engine_have_no_review_yet(any_records: MatchRepository) -> None:
    match, reviews = short_azacru(any_records), ReviewRepository(any_records.store)
    key = review_key(any_records.store, match.id, "quick")
    reviews.keep(key, match.version, made_up())
    assert reviews.review(review_key(any_records.store, match.id, "normal")) is None
    assert reviews.review(key._replace(revision=key.revision + 1)) is None
    any_records.take_back(match)
    changed = review_key(any_records.store, match.id, "quick")
    assert changed.seed != key.seed
    assert reviews.review(changed) is None


def test_the_figures_of_the_seats_are_those_of_valid_reviews(any_records: MatchRepository) -> None:
    match, other = short_azacru(any_records), short_azacru(any_records, "other", 2)
    reviews, index = ReviewRepository(any_records.store), MatchIndex(any_records.store, any_records)
    assert reviews.seats("quick") == {}
    for each in (match, other):
        reviews.keep(review_key(any_records.store, each.id, "quick"), each.version, made_up())
    any_records.take_back(other)
    index.catch_up()
    ((id, (anna, ben)),) = reviews.seats("quick").items()
    assert id == match.id
    assert (anna.luck_win, anna.lost, anna.choices) == (0.1, 6, 1)
    assert (ben.luck_win, ben.lost, ben.choices) == (-0.1, 0, 1)
    assert reviews.seats("normal") == {}


def test_a_review_of_a_lost_match_does_not_count_for_another_with_its_id_and_version(records: MatchRepository) -> None:
    match, reviews = short_azacru(records), ReviewRepository(records.store)
    MatchIndex(records.store, records).catch_up()
    reviews.keep(review_key(records.store, match.id, "quick")._replace(chain="00"), match.version, made_up())
    assert (reviews.seats("quick"), reviews.matches()) == ({}, frozenset())


def test_a_rebuild_of_the_read_tables_leaves_the_reviews(records: MatchRepository) -> None:
    match, reviews = short_azacru(records), ReviewRepository(records.store)
    key = review_key(records.store, match.id, "quick")
    reviews.keep(key, match.version, made_up())
    MatchIndex(records.store, records).rebuild()
    assert reviews.review(key) == made_up()


def test_readers_of_a_match_read_its_review_and_no_other(records: MatchRepository) -> None:
    match, other = short_azacru(records), short_azacru(records, "other", 2)
    for each in (match, other):
        key = review_key(records.store, each.id, "quick")
        ReviewRepository(records.store).keep(key, each.version, made_up())
    access = Access(records.store, "local", lambda: "2026-11-21T12:00:00Z")
    access.set_visibility(match.id, "public")
    seen = AuthorizedStore(records.store, ANONYMOUS, access.grants)
    assert ReviewRepository(seen).review(review_key(seen, match.id, "quick")) == made_up()
    with pytest.raises(UnknownMatch):
        review_key(seen, other.id, "quick")


@pytest.mark.slow
def test_a_task_gives_the_same_review_every_time(records: MatchRepository) -> None:
    match, steps = short_azacru(records), list[tuple[int, int]]()
    task = review_task(records, match.id, "quick")
    first = task.run(lambda done, all: steps.append((done, all)))
    assert first == review_task(records, match.id, "quick").run()
    assert (first.engine.effort, first.engine.seed, first.engine.revision) == (
        "quick",
        task.key.seed,
        task.key.revision,
    )
    assert steps[-1] == (4, 4)


def test_what_cannot_be_reviewed_is_refused_with_a_sentence(records: MatchRepository) -> None:
    records.start(scoresheet, ("Anna", "Ben"), PointsNoted("Points", (3, 4)), id="points")
    records.start(azacru, ("Anna", "Ben"), id="empty")
    withdrawn = short_azacru(records)
    records.withdraw(withdrawn)
    with pytest.raises(CannotReview, match="Only the points"):
        review_task(records, "points", "quick")
    with pytest.raises(CannotReview, match="before the first move"):
        review_task(records, "empty", "quick")
    with pytest.raises(Refused, match="deleted"):
        review_task(records, withdrawn.id, "quick")
    with pytest.raises(UnknownMatch):
        review_task(records, "nobody", "quick")
    with pytest.raises(UnknownMatch):
        review_key(records.store, "nobody", "quick")
