"""What an insight says clearly: the rows to draw, per play or of 100, and those that differ from chance."""

from random import Random
from typing import get_args

import pytest

from eventstore.statistics.insight_answer import ENOUGH, SHOWN, InsightAnswer, insight_answer, opening
from eventstore.statistics.insights import PRESETS, Dimension, Metric, QueryPreset
from eventstore.statistics.plays import PlayedMatch
from tests.core.games.played import match, random_plays
from tests.eventstore.statistics.figures import insight

OTHERS = ("Ben", "Cilka", "Dora", "Emil", "Filip")
OFTEN = [match(f"Anna* 5, {other} 3", played_on="2026-01-01") for other in OTHERS for _ in range(10)]
"""Anna wins all of 50 plays, 10 against each of the others."""


def answered(played: list[PlayedMatch], metric: Metric, dimension: Dimension) -> InsightAnswer:
    return insight_answer(insight(played, {}, metric, dimension))


def opening_of(played: list[PlayedMatch]) -> QueryPreset:
    return opening(lambda metric, dimension: insight(played, {}, metric, dimension))


def values(answer: InsightAnswer) -> dict[str, float]:
    return {one.row.label: one.value for one in answer.shown}


def test_wins_above_chance_are_of_100_plays_however_many_a_person_played() -> None:
    answer = answered(OFTEN, "above", "person")
    assert values(answer) == pytest.approx({"Anna": 50, **dict.fromkeys(OTHERS, -50)})
    assert [one.row.label for one in answer.more] == ["Anna"]
    assert sorted(one.row.label for one in answer.less) == list(OTHERS)


def test_chance_is_told_apart_from_few_plays() -> None:
    answer = answered([match("Anna* 5, Ben 3"), match("Anna* 5, Ben 3"), match("Anna 5, Ben* 6")], "above", "person")
    assert (answer.more, answer.less) == ((), ())
    assert answer.first is not None
    assert answer.first.row.label == "Anna"


def test_rows_with_too_few_plays_are_in_the_table_only() -> None:
    answer = answered([*OFTEN, match("Zoe* 9, Anna 5")], "share", "person")
    assert answer.enough == ENOUGH
    assert "Zoe" not in values(answer)
    assert "Zoe" in {one.row.label for one in answer.rows}


def test_counts_are_a_part_of_all_and_of_a_year_as_they_are() -> None:
    assert values(answered(OFTEN, "plays", "person"))["Ben"] == pytest.approx(10 / 50)
    assert values(answered(OFTEN, "wins", "person"))["Anna"] == pytest.approx(1)
    assert values(answered(OFTEN, "plays", "year")) == {"2026": 50}


def test_years_start_with_the_newest_and_days_of_the_week_with_monday() -> None:
    played = [match("Anna* 9, Ben 5", played_on=f"20{year}-05-0{day}") for year in (21, 24, 22) for day in (1, 2)]
    assert [one.row.label for one in answered(played, "plays", "year").shown] == ["2024", "2022", "2021"]
    days = [one.row.label for one in answered(played, "plays", "weekday").shown]
    assert days == sorted(days)


def test_at_most_ten_rows_are_drawn_of_a_deviation_both_ends() -> None:
    played = [match(f"W{n:02}* 5, L{n:02} 3") for n in range(12) for _ in range(12)]
    answer = answered(played, "above", "person")
    assert len(answer.shown) == SHOWN
    assert len(answer.rows) == 24
    assert len(answered(played, "plays", "person").shown) == SHOWN


def test_what_the_answer_names_is_drawn() -> None:
    played = [match(f"Anna* {n}, Ben 1", game=f"G{n:02}", minutes=n) for n in range(10, 25) for _ in range(3)]
    answer = answered(played, "minutes", "game")
    assert [one.row.label for one in answer.shown] == [*(f"G{n}" for n in range(24, 15, -1)), "G10"]
    days = [(month, day) for month in range(1, 13) for day in range(1, 1 + (month != 4) + (month == 2))]
    played = [match("Anna* 9, Ben 5", played_on=f"2026-{month:02}-{day:02}") for month, day in days]
    months = answered([*played, match("Anna* 9, Ben 5", played_on="2026-04-01")], "plays", "month")
    assert months.first is not None
    assert months.first.row.label == "2026-02"
    labels = [one.row.label for one in months.shown]
    assert "2026-02" in labels
    assert labels == sorted(labels, reverse=True)


def test_the_page_opens_with_what_is_clear_and_else_with_who_plays_most() -> None:
    assert opening_of(OFTEN) is PRESETS["luck"]
    even = [match("Anna* 5, Ben 3", start="Anna", key="chocolatier") for _ in range(15)]
    even += [match("Anna 3, Ben* 5", start="Ben", key="chocolatier") for _ in range(15)]
    assert opening_of(even) is PRESETS["start"]
    assert opening_of([match("Anna* 5, Ben 3")]) is PRESETS["most"]
    assert opening_of([]) is PRESETS["most"]


def test_every_question_has_an_answer_that_holds_together() -> None:
    played = random_plays(Random(4), 80)
    for metric in get_args(Metric):
        for dimension in get_args(Dimension):
            answer = answered(list(played), metric, dimension)
            assert len(answer.shown) <= SHOWN
            assert {one.row.label for one in (*answer.shown, *answer.more, *answer.less)} <= {
                one.row.label for one in answer.rows
            }
            for one in answer.rows:
                assert one.low is None or one.high is None or one.low - 1e-9 <= one.value <= one.high + 1e-9
