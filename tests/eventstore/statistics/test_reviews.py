"""Luck and choices of a person over matches of which some are reviewed."""

from dataclasses import replace

import pytest

from core.review.review import Effort
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import review_key
from eventstore.statistics.levels import level_of
from eventstore.statistics.plays import PlayedMatch, SeatResult
from eventstore.statistics.reviews import (
    LEAST,
    LuckAndChoices,
    Seated,
    SeatReview,
    beyond_others,
    luck_and_choices,
    seat_reviews,
)
from tests.eventstore.reviews.reviewed import made_up, short_azacru

NAMES = {"a": "Anna", "b": "Ben", "c": "Cleo"}
LUCKY = SeatReview(0.2, 8.0, 5, 10, 2.0)
UNLUCKY = SeatReview(-0.1, -4.0, 5, 20, 9.0)
UNJUDGED = SeatReview(0.05, 2.0, 5, None, None)
WITHOUT_CHANCE = SeatReview(0.0, 0.0, 0, 10, 1.0)


def match(id: str, people: str, key: str = "chocolatier", played_on: str = "2026-11-01") -> PlayedMatch:
    seats = tuple(SeatResult(person, 10, None, None, None) for person in people)
    return PlayedMatch(
        id, key.title(), key, None, played_on, 1, None, (), "moves", "finished", None, False, False, seats
    )


def figures(*matches: PlayedMatch, **reviews: tuple[SeatReview, ...]) -> LuckAndChoices:
    seated = {one.id: Seated(one.key, tuple(seat.person for seat in one.seats)) for one in matches if one.id in reviews}
    own = [one for one in matches if one.held_by("a")]
    return luck_and_choices(own, "a", NAMES, reviews, {"chocolatier", "azacru"}, "normal", seated)


def test_luck_and_what_was_given_away_beyond_the_opponent_are_means_of_a_match() -> None:
    found = figures(match("m", "ab"), match("n", "ba"), m=(LUCKY, UNLUCKY), n=(LUCKY, UNLUCKY))
    assert (found.name, found.total.reviewable, found.total.reviewed) == ("Anna", 2, 2)
    assert found.total.luck.value == pytest.approx(0.05)
    assert found.total.luck_lead.value == pytest.approx(2)
    assert beyond_others((LUCKY, UNLUCKY)) == (pytest.approx(-2.5), pytest.approx(2.5)), "4.5 and 2 in ten choices"
    assert found.total.beyond.value == pytest.approx(0)
    assert found.total.luck.low is not None
    assert found.total.luck.low < 0 < (found.total.luck.high or 0), "two matches say nothing about luck"


def test_a_match_of_many_choices_counts_more_than_one_of_few() -> None:
    short, long = (SeatReview(0, 0, 0, 5, 5.0), SeatReview(0, 0, 0, 5, 0.0)), (SeatReview(0, 0, 0, 20, 0.0),) * 2
    found = figures(match("m", "ab"), match("n", "ab"), m=short, n=long)
    assert found.total.beyond.value == pytest.approx(2), "10 by 5 choices and 0 by 20"


def test_only_quick_reviews_against_several_opponents_are_compared_with_the_ladder() -> None:
    def told(effort: Effort, *opponents: str) -> tuple[bool, bool]:
        matches = [
            {"a": lost, opponents[n % len(opponents)]: 36.0} for n, lost in enumerate((36.0, 36.2, 35.8, 36.0) * 9)
        ]
        level = level_of("chocolatier", "Azul", "a", matches, effort)
        assert level is not None
        return level.is_told, level.like is not None

    many = "bcdefghij"
    assert (told("quick", *many), told("normal", *many), told("quick", "b")) == (
        (True, True),
        (True, False),
        (False, False),
    )


def test_only_choices_with_an_alternative_in_an_open_match_count() -> None:
    review = made_up()
    own = [move for move in review.moves if move.seat == 0]
    forced = replace(review, moves=tuple(replace(move, is_forced=True) for move in review.moves))
    decided = replace(review, positions=tuple(replace(each, win=(0.99, 0.01)) for each in review.positions))
    assert [seat_reviews(one)[0].choices for one in (review, forced, decided)] == [len(own), 0, 0]
    assert seat_reviews(review)[0].lost == pytest.approx(-sum(move.change.lead[0] for move in own))


def test_a_seat_with_too_few_choices_is_compared_with_nobody() -> None:
    short = SeatReview(0, 0, 5, LEAST - 1, 9.0)
    assert beyond_others((short, LUCKY)) == (None, None)
    assert beyond_others((short, LUCKY, UNLUCKY)) == (None, pytest.approx(-2.5), pytest.approx(2.5))
    assert beyond_others((UNJUDGED,) * 2) == (None, None)


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
    assert (found.total.reviewed, found.total.reviewable) == (2, 3), "the open one has no review yet"
    of_games = [(row.label, row.reviewed, row.reviewable) for row in found.games]
    assert of_games == [("Azacru", 1, 1), ("Chocolatier", 1, 2)]
    assert [(row.label, row.matches) for row in found.opponents] == [("Ben", ("m", "n")), ("Cleo", ("n",))]
    assert [(row.label, row.beyond.value) for row in found.years] == [("2025", -2.5), ("2026", 0)]
    assert [(level.game, level.lost.n) for level in found.levels] == [("Chocolatier", 1), ("Azacru", 1)]
    assert found.games[0].luck.value is None, "no luck without chance"
    assert [(step.match, step.luck) for step in found.steps] == [("m", 0.2), ("n", None)]


def test_moves_that_are_not_judged_are_no_good_moves() -> None:
    found = figures(match("m", "abc"), m=(UNJUDGED,) * 3)
    assert found.total.luck.value == 0.05
    assert (found.total.beyond.value, found.steps[0].beyond, found.levels) == (None, None, ())


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
