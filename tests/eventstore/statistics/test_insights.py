"""Any figure by any property of the matches, and all matches at a glance."""

import json
from dataclasses import asdict
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eventstore.statistics.insights import PRESETS, REVIEWED, Dimension, Insight, Metric
from eventstore.statistics.overview import h_index
from eventstore.statistics.reviews import SeatReview
from tests.core.games.played import match, random_plays
from tests.eventstore.statistics.figures import insight, overview


def values_of(found: Insight) -> dict[str, float]:
    return {row.label: row.value for row in found.rows}


EVENING = [
    match("Anna* 9, Ben 5", id="a", start="Anna", played_on="2026-11-20", place="Brno", minutes=30, tags=("club",)),
    match("Anna 4, Ben* 5, Cilka 1", id="b", start="Anna", played_on="2026-11-21", minutes=60, tags=("club", "final")),
    match("Anna* 70, Ben 75", id="c", game="Golf", lowest_wins=True, played_on="2026-12", place="Iasi"),
    match("Anna, Ben", id="d", played_on=None, place="Brno"),
]


@pytest.mark.parametrize(
    ("metric", "dimension", "rows"),
    [
        ("plays", "person", {"Anna": 4, "Ben": 4, "Cilka": 1}),
        ("wins", "person", {"Anna": 2, "Ben": 1, "Cilka": 0}),
        ("share", "person", {"Anna": 2 / 3, "Ben": 1 / 3, "Cilka": 0}),
        ("above", "person", {"Anna": 2 - 4 / 3, "Ben": 1 - 4 / 3, "Cilka": -1 / 3}),
        ("points", "game", {"Azul": 24 / 5, "Golf": 72.5}),
        ("margin", "person", {"Anna": (4 - 1 + 5) / 3, "Ben": (-4 + 1 - 5) / 3, "Cilka": -4}),
        ("lead", "game", {"Azul": 2.5, "Golf": 5}),
        ("minutes", "players", {"2": 30, "3": 60}),
        ("start", "game", {"Azul": 0.5}),
        ("plays", "place", {"Brno": 2, "Iasi": 1}),
        ("plays", "weekday", {"5": 1, "6": 1}),
        ("plays", "month", {"2026-11": 2, "2026-12": 1}),
        ("plays", "year", {"2026": 3}),
        ("plays", "tag", {"club": 2, "final": 1}),
        ("plays", "depth", {"final": 4}),
        ("share", "start", {"start": 1 / 2, "other": 1 / 3, "unknown": 1 / 2}),
        ("share", "seat", {}),
    ],
)
def test_an_evening_by_hand(metric: Metric, dimension: Dimension, rows: dict[str, float]) -> None:
    assert values_of(insight(EVENING, {}, metric, dimension)) == pytest.approx(rows)


def test_seats_are_compared_where_their_order_is_known() -> None:
    played = [match("Anna* 9, Ben 5", key="chocolatier"), match("Anna 9, Ben* 10", key="chocolatier")]
    assert values_of(insight(played, {}, "wins", "seat")) == {"1": 1, "2": 1}


def test_of_one_person_only_the_own_seats_count() -> None:
    assert values_of(insight(EVENING, {}, "share", "game", "Anna")) == {"Azul": 1 / 2, "Golf": 1}
    assert values_of(insight(EVENING, {}, "plays", "players", "Cilka")) == {"3": 1}
    assert insight(EVENING, {}, "plays", "players", "Cilka").untold == 3


def test_rows_name_people_and_put_the_few_last() -> None:
    played = [match("Anna* 9, Ben 5"), match("Anna 9, Ben* 10"), match("Anna* 9, Ben 5"), match("Cilka* 3, somebody 1")]
    rows = insight(played, {"Cilka": "Cilka Malá"}, "share", "person").rows
    assert [(row.name, row.few) for row in rows] == [("Anna", False), ("Ben", False), ("Cilka Malá", True)]
    assert rows[0].expected == 1 / 2
    assert rows[0].low is not None
    assert rows[0].low < rows[0].value


def test_ten_players_come_after_nine() -> None:
    names = [f"P{place}*" if not place else f"P{place}" for place in range(10)]
    played = [match(", ".join(names)), match(", ".join(names[:9]))]
    assert [row.label for row in insight(played, {}, "plays", "players").rows] == ["9", "10"]


def test_matches_that_could_not_tell_are_counted() -> None:
    found = insight(EVENING, {}, "minutes", "game")
    assert (found.depths.matches, found.untold) == (2, 2)


UNKNOWN = ("seat", "role", "color", "new")
"""Dimensions of which random plays know nothing."""


def test_every_preset_and_every_pair_answers() -> None:
    played = random_plays(Random(6), 60)
    for preset in PRESETS.values():
        assert preset.question.endswith("?")
        untold = insight(played, {}, preset.metric, preset.dimension).untold
        assert untold < len(played) or preset.dimension in UNKNOWN or preset.metric in REVIEWED
    for metric in get_args(Metric):
        for dimension in get_args(Dimension):
            found = insight(played, {}, metric, dimension)
            assert json.loads(json.dumps(asdict(found)))["metric"] == metric
            for row in found.rows:
                assert row.low is None or row.high is None or row.low <= row.value + 1e-9
                assert row.low is None or row.high is None or row.value <= row.high + 1e-9


def of_seat(luck: float, lost: float | None = None, choices: int | None = None) -> SeatReview:
    return SeatReview(0.0, luck, 1, choices, lost)


def test_luck_and_choices_come_from_reviewed_matches_seat_by_seat() -> None:
    reviews = {"a": (of_seat(3, 4, 20), of_seat(-3, 8, 20)), "b": (of_seat(-1), of_seat(0), of_seat(1))}
    luck = insight(EVENING, {}, "luck", "person", None, reviews)
    assert values_of(luck) == {"Anna": 1, "Cilka": 1, "Ben": -1.5}
    assert luck.untold == 2
    assert values_of(insight(EVENING, {}, "lost", "person", None, reviews)) == {"Anna": -2, "Ben": 2}
    assert values_of(insight(EVENING, {}, "luck", "opponent", "Anna", reviews)) == {"Ben": 1, "Cilka": -1}
    short = {"a": reviews["a"], "b": (of_seat(0, 5, 5), of_seat(0, 0, 5), of_seat(0, 0, 5))}
    lost = values_of(insight(EVENING, {}, "lost", "person", None, short))
    assert lost["Anna"] == pytest.approx((20 * -2 + 5 * 10) / 25), "a match counts by its choices"


def test_wins_above_chance_add_up_to_nothing_where_one_wins() -> None:
    found = insight([one for one in EVENING if one.decided], {}, "above", "person")
    assert sum(row.value for row in found.rows) == pytest.approx(0)


def test_three_games_three_times_each_make_three() -> None:
    assert h_index([]) == 0
    assert h_index([1]) == 1
    assert h_index([10, 1]) == 1
    assert h_index([3, 9, 3, 2]) == 3


def test_all_matches_at_a_glance() -> None:
    found = overview(EVENING, {"Anna": "Anna Nováková"})
    assert (found.plays, found.undated, found.minutes, found.timed, found.h_index) == (4, 2, 90, 2, 1)
    assert [(day.label, day.plays) for day in found.days] == [("2026-11-20", 1), ("2026-11-21", 1)]
    assert [(month.label, month.plays) for month in found.months] == [("2026-11", 2), ("2026-12", 1)]
    assert [(year.label, year.plays) for year in found.years] == [("2026", 3)]
    assert [(one.name, one.plays) for one in found.people] == [("Anna Nováková", 4), ("Ben", 4), ("Cilka", 1)]
    assert [(one.label, one.plays) for one in found.places] == [("Brno", 2), ("Iasi", 1)]
    assert [(one.label, one.plays) for one in found.games] == [("Azul", 3), ("Golf", 1)]


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000))
def test_every_dated_match_lies_in_one_day_one_month_and_one_year(seed: int) -> None:
    played = random_plays(Random(seed), 40)
    found = overview(played, {})
    for counts in (found.days, found.months, found.years, found.games):
        assert sum(count.plays for count in counts) == found.plays == sum(one.state != "open" for one in played)
    assert found.h_index <= min(len(found.games), max(game.plays for game in found.games))
