"""Luck and error rate of a person over matches of which some are reviewed."""

import pytest

from core.review.review import Effort
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import review_key
from eventstore.statistics.plays import PlayedMatch, SeatResult
from eventstore.statistics.reviews import LuckAndErrors, SeatReview, luck_and_errors
from tests.eventstore.reviews.reviewed import made_up, short_azacru

NAMES = {"a": "Anna", "b": "Ben", "c": "Cleo"}
LUCKY = SeatReview(0.2, 8.0, 0.1, 2.0, 10, 1, 0, 0, 5)
UNLUCKY = SeatReview(-0.1, -4.0, 0.3, 9.0, 20, 1, 1, 3, 5)
UNJUDGED = SeatReview(0.05, 2.0, None, None, None, None, None, None, 5)
WITHOUT_CHANCE = SeatReview(0.0, 0.0, 0.2, 1.0, 10, 0, 0, 1)


def match(id: str, people: str, key: str = "chocolatier", played_on: str = "2026-11-01") -> PlayedMatch:
    seats = tuple(SeatResult(person, 10, None, None, None) for person in people)
    return PlayedMatch(
        id, key.title(), key, None, played_on, 1, None, (), "moves", "finished", None, False, False, seats
    )


def figures(*matches: PlayedMatch, **reviews: tuple[SeatReview, ...]) -> LuckAndErrors:
    return luck_and_errors(matches, "a", NAMES, reviews, {"chocolatier", "azacru"})


def test_luck_and_lost_chances_are_means_of_a_match_with_intervals() -> None:
    found = figures(match("m", "ab"), match("n", "ba"), m=(LUCKY, UNLUCKY), n=(LUCKY, UNLUCKY))
    assert (found.name, found.reviewable, found.reviewed) == ("Anna", 2, 2)
    assert found.total.luck.value == pytest.approx(0.05)
    assert found.total.luck_lead.value == pytest.approx(2)
    assert found.total.lost.value == pytest.approx(0.2)
    assert found.total.luck.low is not None
    assert found.total.luck.low < 0 < (found.total.luck.high or 0), "two matches say nothing about luck"


def test_the_error_rate_counts_choices_not_matches() -> None:
    found = figures(match("m", "ab"), match("n", "ab"), m=(LUCKY, LUCKY), n=(UNLUCKY, LUCKY)).total
    assert (found.errors, found.choices) == (6, 30)
    rate = found.error_rate
    assert (rate.value, rate.n, rate.low, rate.high) == (pytest.approx(20), 2, 0, 100)


def test_more_matches_narrow_the_interval_of_the_error_rate() -> None:
    reviews = {f"m{n}": (LUCKY if n % 2 else UNLUCKY, LUCKY) for n in range(40)}
    rate = figures(*(match(id, "ab") for id in reviews), **reviews).total.error_rate
    assert rate.low is not None
    assert rate.high is not None
    assert 15 < rate.low < 20 < rate.high < 25


def test_matches_are_grouped_by_game_opponent_and_year() -> None:
    found = figures(
        match("m", "ab", played_on="2025-03-01"),
        match("n", "abc", "azacru"),
        match("open", "ac"),
        match("cards", "ab", "schokoly"),
        match("others", "bc"),
        m=(LUCKY, UNLUCKY),
        n=(WITHOUT_CHANCE,) * 3,
        others=(LUCKY, LUCKY),
    )
    assert (found.reviewed, found.reviewable) == (2, 3), "the open one has no review yet"
    assert [(row.label, row.reviewed) for row in found.games] == [("Azacru", 1), ("Chocolatier", 1)]
    assert [(row.label, row.matches) for row in found.opponents] == [("Ben", ("m", "n")), ("Cleo", ("n",))]
    assert [(row.label, row.error_rate.value) for row in found.years] == [("2025", 10), ("2026", 10)]
    assert found.games[0].luck.value is None, "no luck without chance"
    assert [(step.match, step.luck, step.recent_luck) for step in found.steps] == [("m", 0.2, 0.2), ("n", None, 0.2)]


def test_moves_that_are_not_judged_are_no_good_moves() -> None:
    found = figures(match("m", "abc"), m=(UNJUDGED,) * 3)
    assert found.total.luck.value == 0.05
    assert (found.total.lost.value, found.total.error_rate.value, found.steps[0].lost) == (None, None, None)


def test_the_effort_of_most_reviews_is_the_main_one(records: MatchRepository) -> None:
    reviews, index = ReviewRepository(records.store), MatchIndex(records.store, records)
    assert reviews.main_effort() == "normal"
    kept: tuple[tuple[str, Effort], ...] = (("one", "quick"), ("two", "quick"), ("one", "normal"))
    for id in ("one", "two"):
        short_azacru(records, id, 1)
    for id, effort in kept:
        reviews.keep(review_key(records.store, id, effort), 2, made_up())
    index.catch_up()
    assert reviews.main_effort() == "quick"
