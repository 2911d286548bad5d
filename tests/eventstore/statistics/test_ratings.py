"""How strong people are, from all contests in the order they were played."""

import builtins
from dataclasses import replace
from random import Random

import pytest
from openskill.models import PlackettLuce

from eventstore.readmodels.play_counts import start_counts
from eventstore.readmodels.rating_tables import PersonRatings
from eventstore.statistics.plays import PlayedMatch
from eventstore.statistics.ratings import MEAN, Rating
from tests.core.games.played import match, random_plays
from tests.core.review.review_digests import compensated, left_to_right
from tests.eventstore.statistics.figures import index_of, ratings


def values(found: dict[str, PersonRatings]) -> dict[str, float]:
    return {person: own.overall.value for person, own in found.items() if own.overall}


def of(found: dict[str, PersonRatings], person: str) -> Rating:
    rating = found[person].overall
    assert rating is not None
    return rating


def test_the_winner_rises_and_the_loser_falls_as_far() -> None:
    found = ratings([match("Anna* 9, Ben 5")])
    assert [*found] == ["Anna", "Ben"]
    anna, ben = of(found, "Anna"), of(found, "Ben")
    assert anna.value - MEAN == pytest.approx(MEAN - ben.value)
    assert anna.value > MEAN
    assert anna.low < anna.value < anna.high


def test_a_rating_is_that_of_plackett_and_luce() -> None:
    model = PlackettLuce()
    known = {name: model.rating() for name in ("Anna", "Ben", "Cilka")}
    for order in (["Anna", "Ben", "Cilka"], ["Cilka", "Anna", "Ben"]):
        after = model.rate([[known[name]] for name in order], ranks=[1, 2, 3])
        known = {name: team[0] for name, team in zip(order, after, strict=True)}
    found = ratings([match("Anna* 9, Ben 5, Cilka 1"), match("Anna 5, Ben 1, Cilka* 9")])
    for name, rating in known.items():
        own = of(found, name)
        assert own.value == pytest.approx(rating.mu)
        assert own.high - own.low == pytest.approx(4 * rating.sigma)


def test_those_who_shared_the_victory_are_equal() -> None:
    found = ratings([match("Anna* 9, Ben* 9, Cilka 5")])
    assert values(found)["Anna"] == values(found)["Ben"] > MEAN > values(found)["Cilka"]


def test_a_team_rises_together() -> None:
    found = values(ratings([match("Anna* 9, Ben*, Cilka 5, Dan", teams={"Anna": 0, "Ben": 0, "Cilka": 1, "Dan": 1})]))
    assert found["Anna"] == found["Ben"] > MEAN > found["Cilka"] == found["Dan"]
    twice = values(ratings([match("Anna* 9, Anna*, Ben 5, Dan", teams={"Anna": 0, "Ben": 1, "Dan": 1})]))
    assert twice["Anna"] > MEAN > twice["Ben"] == twice["Dan"], "on two seats of one side is once"


def test_where_only_the_winner_is_known_the_others_are_equal() -> None:
    found = values(ratings([match("Anna*, Ben, Cilka")]))
    assert found["Anna"] > found["Ben"] == found["Cilka"]


def test_what_says_nothing_about_strength_is_left_out() -> None:
    nobody_won = match("Anna, Ben, nobody")
    silent = {
        "undecided": match("Anna, Ben"),
        "cooperative": match("Anna*, Ben*", cooperative=True),
        "solitary": match("Anna* 9"),
        "against somebody unknown": match("Anna* 9, somebody 5"),
        "against oneself": match("Anna* 9, Anna 5"),
        "no winner, no ranks": replace(nobody_won, seats=tuple(replace(one, rank=None) for one in nobody_won.seats)),
    }
    assert {why for why, one in silent.items() if values(ratings([one]))} == set()


def test_who_met_somebody_unknown_is_rated_against_the_others() -> None:
    assert values(ratings([match("somebody* 9, Anna 5, Ben 2")])) == values(ratings([match("Anna* 5, Ben 2")]))


def test_four_contests_are_provisional_and_each_has_its_point() -> None:
    played = [match("Anna* 9, Ben 5") for _ in range(4)]
    rating = of(ratings(played), "Anna")
    assert rating.provisional
    assert [point.match for point in rating.line] == [one.id for one in played]
    assert rating.line[-1].value == rating.value
    assert not of(ratings([*played, match("Anna* 9, Ben 5")]), "Anna").provisional


def test_every_game_has_ratings_of_its_own() -> None:
    anna = ratings([match("Anna* 9, Ben 5"), match("Ben* 9, Anna 5", game="Golf")])["Anna"]
    assert anna.games["Azul"].value > MEAN > anna.games["Golf"].value
    assert anna.overall
    assert anna.overall.contests == 2


def blind(played: list[PlayedMatch]) -> dict[str, PersonRatings]:
    """The ratings where nobody knows the start players."""
    return ratings([replace(one, seats=tuple(replace(own, started=None) for own in one.seats)) for one in played])


TEAMS = {"Anna": 0, "Eva": 0, "Ben": 1, "Filip": 1}


@pytest.mark.parametrize(
    ("won", "lost", "teams"),
    [("Anna* 2, Ben 1", "Anna 1, Ben* 2", {}), ("Anna* 2, Eva*, Ben 1, Filip", "Anna 1, Eva, Ben* 2, Filip*", TEAMS)],
    ids=["alone", "in teams"],
)
def test_sitting_first_does_not_make_strong(won: str, lost: str, teams: dict[str, int]) -> None:
    """Whoever begins wins three of four; Anna's side, no better than Ben's, begins four of five."""
    played = [
        match(won if (place % 5 > 0) == (place % 4 > 0) else lost, start="Anna" if place % 5 else "Ben", teams=teams)
        for place in range(100)
    ]
    edge, blind_edge = (values(found)["Anna"] - values(found)["Ben"] for found in (ratings(played), blind(played)))
    assert abs(edge) < blind_edge / 3


def test_a_seat_of_unknown_result_is_left_out() -> None:
    contest = match("Anna* 9, Ben 5, Cilka 3")
    unsure = replace(contest, seats=(*contest.seats[:2], replace(contest.seats[2], won=None, rank=None)))
    assert values(ratings([unsure])) == values(ratings([match("Anna* 9, Ben 5")]))


def test_an_advantage_of_few_contests_or_within_chance_does_not_count() -> None:
    won = [match("Anna* 2, Ben 1", start="Anna") for _ in range(50)]
    even = [match("Anna* 2, Ben 1", start=("Anna", "Ben")[place % 2]) for place in range(60)]
    for played, counts in ((won[1:], False), (won, True), (even, False)):
        assert (values(ratings(played)) != values(blind(played))) is counts


def test_a_start_counts_in_a_contest_of_different_people_where_one_seat_alone_is_said_to_have_begun() -> None:
    contest, oneself = match("Anna* 9, Ben 5", start="Anna"), match("Anna* 9, Anna 5, Ben 2", start="Ben")
    both = replace(contest, seats=tuple(replace(seat, started=True) for seat in contest.seats))
    assert start_counts(index_of([contest, both, oneself]).population()) == [("Azul", 0, 2, 1, 1)]


def test_the_order_of_the_seats_changes_no_rating() -> None:
    rng = Random(3)
    played = random_plays(rng, 60)
    turned = [replace(one, seats=tuple(rng.sample(one.seats, len(one.seats)))) for one in played]
    assert values(ratings(turned)) == pytest.approx(values(ratings(played)))


def test_ratings_are_equal_on_every_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of a phone, too: its Python adds floats as Python 3.12 does."""
    plays = random_plays(Random(5), 300)
    found = list[dict[str, float]]()
    for way in (left_to_right, compensated):
        monkeypatch.setattr(builtins, "sum", way)
        found.append(values(ratings(plays)))
    assert found[0] == found[1]
