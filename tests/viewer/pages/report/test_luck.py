"""Luck against choices in two sentences and one picture, and neither claims what the noise hides."""

from dataclasses import replace

import pytest

from core.games import chocolatier
from eventstore.matches.match import Match
from tests.core.review.reviews import chance, move, review
from tests.recorded import FOUR, record, records_in
from viewer.pages.report.luck import figure, sentences, table


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Match:
    return record(records_in(tmp_path_factory.mktemp("luck") / "m.db"), "m", chocolatier, FOUR[:2], 3, events=4)


def test_luck_and_choices_are_told_in_points(match: Match) -> None:
    found = review(chance(2, 0.1), move(3, 0, 0.2, "blunder"), move(4, 1, 0.4, "blunder"))
    assert sentences(match, found) == (
        "The draws favored Anna by about 5 points.",
        "Points given away by moves that were not the best: Anna 10 and Ben 20; Anna chose best.",
    )


def test_the_noise_is_not_told(match: Match) -> None:
    found = review(chance(2, 0.02, error=0.02), move(3, 0, 0.01, "good"))
    assert sentences(match, found) == (
        "Luck was about even: the draws gave nobody a clear advantage.",
        "No choice of anybody was clearly worse than the best one.",
    )
    close = sentences(match, review(move(3, 0, 0.2, "blunder"), move(4, 1, 0.2, "blunder")))[1]
    assert close == "Points given away by moves that were not the best: Anna 10 and Ben 10."


def test_the_picture_and_its_table_add_up_to_the_result(match: Match) -> None:
    found = review(chance(2, 0.1), move(3, 0, 0.2, "blunder"), move(4, 1, 0.4, "blunder"), unexplained=0.02)
    bars = figure(match, found, "light").data
    assert [sum(bar.x) for bar in bars] == pytest.approx([16, -16])
    columns = table(match, found)
    assert columns["Points ahead (chance to win)"] == [
        "expected at the start", "luck", "own choices", "others' choices", "unexplained", "at the end",
    ]  # fmt: skip
    anna = next(column for heading, column in columns.items() if "Anna" in heading)
    assert anna == ["0 (50%)", "+5", "−10", "+20", "+1", "+16 (82%)"]


def test_where_moves_are_not_judged_luck_is_shown_and_the_reason_said(match: Match) -> None:
    found = replace(review(chance(2, 0.1), unexplained=0.2), judged=False)
    assert "moves are not judged" in sentences(match, found)[1]
    assert len(figure(match, found, "dark").data[0].x) == 3


def test_the_picture_rounds_as_the_sentence_does_and_an_axis_does_not_reach_a_name(match: Match) -> None:
    found = review(move(3, 0, 0.0692, "mistake"))
    assert "Anna 3 " in sentences(match, found)[1]
    drawn = figure(match, found, "light").layout
    assert "\N{MINUS SIGN}3" in [note.text for note in drawn.annotations]
    names = [note.y for note in drawn.annotations if note.xref == "paper"]
    assert len(names) == len(drawn.shapes) == 2
    assert not any(axis.y0 - 0.4 < name < axis.y1 + 0.4 for axis in drawn.shapes for name in names)
