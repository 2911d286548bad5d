"""BG Stats: score sheets become points by category or by round, where they can be trusted."""

import json

import pytest

from core.games.scoresheet import PointsNoted, WinnersNamed
from importers.apps import bgstats
from tests.importers.apps.bgstats_exports import AZUL, export, one, row, sheet


def test_a_sheet_becomes_points_by_category_joined_by_the_seats_own_ids() -> None:
    other = {"score": "47", "winner": True, "metaData": '{"scoreUuid":"OTHER"}'}
    play = one(export({"score": "45"}, other, scoresheet=sheet(*AZUL)))
    assert play.events == (
        PointsNoted("Score track", (41, 38)),
        PointsNoted("horizontallines", (4, 2)),
        PointsNoted("verticallines", (None, 7)),
        WinnersNamed((1,)),
    )


def test_losses_are_subtracted_and_sums_in_cells_kept_as_they_were() -> None:
    lines = sheet(row("Goals", "10+15", "7"), row("Errors", "3", "0", negative=True), row("Blank", "", None))
    play = one(export({"score": "22"}, {"score": "7"}, scoresheet=lines))
    assert play.events[:2] == (PointsNoted("Goals", (25, 7)), PointsNoted("Errors", (-3, 0)))
    assert play.provenance.more["scoresheet Goals"] == "10+15 | 7"
    assert "scoresheet Errors" not in play.provenance.more


def test_every_line_has_a_name_of_its_own() -> None:
    cells = {"scores": {"aa-1": "1", "aa-2": "2"}}
    group = {"label": "Season", "rows": [{"label": "{row}.", **cells}, {"label": "{row}.", **cells}]}
    bare = {"rows": [{"label": "final", **cells}, {**cells}, {"label": "Season: 1.", **cells}]}
    text = json.dumps({"groups": [group, bare], "rounds": [{"rows": [{"label": "A", **cells}]}] * 2})
    play = one(export({"score": "7"}, {"score": "14"}, scoresheet=text))
    labels = [event.label for event in play.events if isinstance(event, PointsNoted)]
    assert labels == [
        *("Season: 1.", "Season: 2.", "final (2)", "Line 2", "Season: 1. (2)"),
        *("Round 1: A", "Round 2: A"),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (sheet(row("Goals", "10", "7")), "The score sheet adds up to 10, but the score is 22."),
        (sheet(row("Goals", "22", "7.."), row("More", "", "")), "Goals: '7..' is not a number of points."),
        (sheet(row("Goals", "", "7")), "The score sheet adds up to 0, but the score is 22."),
        ('{"groups": 3}', "The score sheet cannot be read: groups: Input should be a valid array."),
        ("[" * 100_000, "The score sheet cannot be read"),
    ],
)
def test_a_sheet_that_cannot_be_trusted_leaves_the_total_and_its_own_text(text: str, message: str) -> None:
    (problem,) = bgstats.read(export({"score": "22"}, {"score": "7"}, scoresheet=text)).problems
    assert message in problem.message
    play = one(export({"score": "22"}, {"score": "7"}, scoresheet=text))
    assert play.events[0] == PointsNoted("final", (22, 7))
    assert play.provenance.more["scoresheet"] == text


def test_two_seats_that_share_cells_cannot_use_them() -> None:
    seats = ({"playerRefId": 1, "score": "5"}, {"playerRefId": 1, "score": "5"})
    lines = json.dumps({"groups": [{"rows": [{"label": "Goals", "scores": {"aa-1": "5"}}]}]})
    reading = bgstats.read(export(*seats, scoresheet=lines))
    assert reading.plays[0].events[0] == PointsNoted("final", (5, 5))
    assert len(reading.problems) == 1
