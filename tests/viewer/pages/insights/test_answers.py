"""Words and drawings of the page of questions, without a browser."""

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from eventstore.statistics.insight_answer import insight_answer
from eventstore.statistics.insights import Dimension, Metric
from eventstore.statistics.plays import PlayedMatch
from eventstore.statistics.reviews import SeatReview
from tests.core.games.played import match
from tests.eventstore.statistics.figures import insight
from tests.viewer.pages.statistics.test_games import EVENING
from viewer.pages.insights import parts
from viewer.statistics.insight_sentences import method, sentences, sure
from viewer.statistics.insight_words import BY, OF_ALL, OF_PEOPLE, figure, name

OTHERS = ("Ben", "Cilka", "Dora", "Emil", "Filip", "Gita")
OFTEN = [match(f"Anna* 5, {other} 3", played_on="2026-01-01") for other in OTHERS for _ in range(10)]


def said(
    played: list[PlayedMatch],
    metric: Metric,
    dimension: Dimension,
    reviews: Mapping[str, Sequence[SeatReview]] = MappingProxyType({}),
) -> str:
    found = insight(played, {}, metric, dimension, None, reviews)
    told = sentences(found, insight_answer(found))
    return " ".join(says.replace("{label}", name(dimension, row) if row else "") for says, row in told)


def figures(metric: Metric, dimension: Dimension) -> dict[str, str]:
    found = insight(EVENING, {}, metric, dimension)
    return {name(dimension, one.row): figure(found, one.value) for one in insight_answer(found).rows}


def test_what_is_clear_is_said_of_100_plays() -> None:
    assert said(OFTEN, "above", "person") == (
        "Anna: 50 more wins in 100 plays than chance would give. Ben: 50 fewer."
        " Also clearly different from chance: Cilka, Dora, Emil, Filip and 1 more."
    )
    assert said(EVENING, "above", "person") == (
        "Anna: 22 more wins in 100 plays than chance would give. No difference from chance is clear yet."
    )


def test_every_kind_of_value_has_its_sentence() -> None:
    said_of: dict[tuple[Metric, Dimension], str] = {
        ("plays", "person"): "Anna: 4 plays, 100% of all plays. Then Ben: 100%.",
        ("plays", "month"): "Nov 2026: 2 plays. At the other end Feb 2026: 1.",
        ("wins", "person"): "Anna: 2 wins, 67% of all wins. Then Ben: 33%.",
        ("hours", "players"): "3 players: 1 h, 67% of the time played. At the other end 2 players: 33%.",
        ("share", "person"): "Anna: 67 wins in 100 plays. Chance would give 44. At the other end Ben: 33. "
        "No difference from chance is clear yet.",
        ("points", "person"): "Anna: 6.7 points in a play. At the other end Ben: 5. The difference may be luck.",
        ("minutes", "game"): "",
    }
    assert {(metric, by): said(EVENING, metric, by) for metric, by in said_of} == said_of


def test_labels_and_values_are_said_as_people_say_them() -> None:
    values: dict[tuple[Metric, Dimension], dict[str, str]] = {
        ("plays", "weekday"): {"Friday": "33%", "Saturday": "33%", "Sunday": "33%"},
        ("plays", "month"): {"Nov 2026": "2", "Feb 2026": "1"},
        ("plays", "depth"): {"Final points": "100%"},
        ("above", "start"): {"Other players": "+8", "Start player": "−11"},
        ("lead", "game"): {"Azul": "2.3"},
        ("margin", "person"): {"Anna": "+1.7", "Ben": "−1.7", "Cilka": "−4"},
        ("minutes", "players"): {"2 players": "30", "3 players": "60"},
    }
    assert {(metric, by): figures(metric, by) for metric, by in values} == values


def test_reviewed_matches_tell_of_luck_and_choices() -> None:
    played = [match("Anna* 9, Ben 5", id=f"m{number}") for number in range(4)]
    reviews = {
        one.id: [SeatReview(0.0, side * (3 if number % 2 else -1), 1, 20, lost) for side, lost in ((1, 4), (-1, 8))]
        for number, one in enumerate(played)
    }
    assert said(played, "luck", "person", reviews) == (
        "Anna: +1 points in a play by the luck of the draws. At the other end Ben: −1."
        " No difference from chance is clear yet."
    )
    assert said(played, "lost", "person", reviews) == (
        "Ben: +2 points in ten choices given away beyond those of the others. At the other end Anna: −2."
    )


def test_each_value_says_how_sure_it_is_and_from_what() -> None:
    found = insight(EVENING, {}, "share", "person")
    anna, _, cilka = insight_answer(found).rows
    assert sure(found, anna) == "67, most likely between 21 and 94, from 3 plays"
    assert sure(found, cilka) == "0 in 1 play, too few to tell"
    rules = " ".join(method(found, insight_answer(found)))
    for part in ("Chance gives each side", "each with 3 plays or more", "From 3 matches", "1 match has no data"):
        assert part in rules


def test_names_in_the_answer_and_at_the_bars_are_links_and_the_table_can_be_saved() -> None:
    found = insight(OFTEN, {}, "above", "person")
    answer = insight_answer(found)
    assert '"href": "person?person=Anna"' in json.dumps(parts.answer_line(found, answer))
    drawn = json.dumps(parts.picture(found, answer))
    assert drawn.count('"class": "bar meant"') == 2
    assert '"href": "person?person=Gita"' in drawn
    found = insight(OFTEN, {}, "share", "person")
    table = json.dumps(parts.folds(found, insight_answer(found)))
    assert table.count('"scope": "row"') == 7
    assert "data:text/csv" in table
    assert "Anna%2C1.0" in table


def test_every_metric_and_dimension_has_words_with_one_menu() -> None:
    assert OF_PEOPLE.keys() == OF_ALL.keys()
    for words in (*BY.values(), *OF_PEOPLE.values(), *OF_ALL.values()):
        assert (words.count("["), words.count("]")) == (1, 1)


def test_braces_in_a_name_stay_as_they_are() -> None:
    played = [match(f"{{x}}* 5, {other} 3") for other in OTHERS for _ in range(10)]
    found = insight([*played, *[match("Anna* 5, {y} 3")] * 12], {}, "above", "person")
    line = json.dumps(parts.answer_line(found, insight_answer(found)))
    assert "{x}" in line
    assert "{{" not in line
