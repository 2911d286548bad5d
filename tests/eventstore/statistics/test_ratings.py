"""How strong people are, from all contests in the order they were played."""

import builtins
from dataclasses import replace
from random import Random

import pytest
from openskill.models import PlackettLuce

from eventstore.statistics.ratings import MEAN, Rating, RatingStart
from tests.core.games.played import match, random_plays
from tests.core.review.review_digests import compensated, left_to_right
from tests.eventstore.statistics.reference.ratings import Ladder, Ratings, ratings


def values(found: Ratings) -> dict[str, float]:
    return {person: of(found.overall, person).value for person in found.overall.standing()}


def of(ladder: Ladder, person: str) -> Rating:
    rating = ladder.rating(person)
    assert rating is not None
    return rating


def test_the_winner_rises_and_the_loser_falls_as_far() -> None:
    ladder = ratings([match("Anna* 9, Ben 5")]).overall
    assert ladder.standing() == ("Anna", "Ben")
    anna, ben = of(ladder, "Anna"), of(ladder, "Ben")
    assert anna.value - MEAN == pytest.approx(MEAN - ben.value)
    assert anna.value > MEAN
    assert anna.low < anna.value < anna.high
    assert ladder.rating("Cilka") is None


def test_a_rating_is_that_of_plackett_and_luce() -> None:
    model = PlackettLuce()
    known = {name: model.rating() for name in ("Anna", "Ben", "Cilka")}
    for order in (["Anna", "Ben", "Cilka"], ["Cilka", "Anna", "Ben"]):
        after = model.rate([[known[name]] for name in order], ranks=[1, 2, 3])
        known = {name: team[0] for name, team in zip(order, after, strict=True)}
    found = ratings([match("Anna* 9, Ben 5, Cilka 1"), match("Anna 5, Ben 1, Cilka* 9")]).overall
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
    assert {why for why, one in silent.items() if ratings([one]).overall.standing()} == set()


def test_who_met_somebody_unknown_is_rated_against_the_others() -> None:
    assert values(ratings([match("somebody* 9, Anna 5, Ben 2")])) == values(ratings([match("Anna* 5, Ben 2")]))


def test_four_contests_are_provisional_and_each_has_its_point() -> None:
    played = [match("Anna* 9, Ben 5") for _ in range(4)]
    rating = of(ratings(played).overall, "Anna")
    assert rating.provisional
    assert [point.match for point in rating.line] == [one.id for one in played]
    assert rating.line[-1].value == rating.value
    assert not of(ratings([*played, match("Anna* 9, Ben 5")]).overall, "Anna").provisional


def test_every_game_has_ratings_of_its_own() -> None:
    found = ratings([match("Anna* 9, Ben 5"), match("Ben* 9, Anna 5", game="Golf")])
    assert of(found.games["Azul"], "Anna").value > MEAN > of(found.games["Golf"], "Anna").value
    assert of(found.overall, "Anna").contests == 2


TEAMS = {"Anna": 0, "Eva": 0, "Ben": 1, "Filip": 1}


@pytest.mark.parametrize(
    ("won", "lost", "teams"),
    [("Anna* 2, Ben 1", "Anna 1, Ben* 2", {}), ("Anna* 2, Eva*, Ben 1, Filip", "Anna 1, Eva, Ben* 2, Filip*", TEAMS)],
    ids=["alone", "in teams"],
)
def test_sitting_first_does_not_make_strong(won: str, lost: str, teams: dict[str, int]) -> None:
    """Whoever begins wins three of four; Anna's side, no better than Ben's, begins four of five."""
    played = [
        match(
            won if (place % 5 > 0) == (place % 4 > 0) else lost,
            start="Anna" if place % 5 else "Ben",
            teams=teams,
        )
        for place in range(100)
    ]
    blind = [replace(one, seats=tuple(replace(seat, started=None) for seat in one.seats)) for one in played]
    seen, unseen = ratings(played), ratings(blind)
    assert seen.starts["Azul"] == RatingStart(n=100, wins=75, expected=50, odds=1, counted=True)
    assert not unseen.starts["Azul"].counted
    edge, blind_edge = (values(one)["Anna"] - values(one)["Ben"] for one in (seen, unseen))
    assert abs(edge) < blind_edge / 3


def test_a_seat_of_unknown_result_is_left_out() -> None:
    contest = match("Anna* 9, Ben 5, Cilka 3")
    unsure = replace(contest, seats=(*contest.seats[:2], replace(contest.seats[2], won=None, rank=None)))
    assert values(ratings([unsure])) == values(ratings([match("Anna* 9, Ben 5")]))


def test_an_advantage_of_few_contests_or_within_chance_does_not_count() -> None:
    assert not ratings([match("Anna* 2, Ben 1", start="Anna") for _ in range(49)]).starts["Azul"].counted
    even = [match("Anna* 2, Ben 1", start=("Anna", "Ben")[place % 2]) for place in range(60)]
    assert not ratings(even).starts["Azul"].counted


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
