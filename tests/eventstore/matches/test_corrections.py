"""Records put right: moves taken back, slips corrected, headers described, matches closed, rulings and claims."""

import pytest

from core.game import Outcome
from core.games import chocolatier
from core.games.chocolatier import TilesTaken
from core.games.scoresheet import PointsNoted
from core.record_events import Corrected, MatchClosed, MatchDescribed, PointsAdjusted, ScoresClaimed, TakenBack
from eventstore.matches.match import Refused
from eventstore.matches.repository import MatchRepository
from tests.recording import ANSWER, FILL, TAKE, refused, rows, sheet


def test_only_what_stands_can_be_taken_back(records: MatchRepository) -> None:
    id = records.start(chocolatier, ["Jitka", "Jarda"]).id
    with refused("There is nothing to take back yet. .R-STANDS"):
        records.take_back(id)
    records.record(id, FILL, TAKE)
    for since in (1, 4, 0, -1):
        with refused("R-STANDS"):
            records.take_back(id, since)
    assert records.match(id).version == 3
    records.take_back(id, 3)
    with refused("There is no event 3 to take back"):
        records.take_back(id, 3)
    assert records.match(id).version == 4


def test_a_correction_that_breaks_what_follows_is_refused_with_the_consequences(records: MatchRepository) -> None:
    id = records.start(chocolatier, ["Jitka", "Jarda"], FILL, TAKE, ANSWER).id
    other = TilesTaken(0, 2, "red", 2)
    with refused("C-TAKE") as refusal:
        records.correct(id, 3, 3, [other], "it was red")
    assert [(one.version, one.event, one.refusal.rule[:6]) for one in refusal.value.consequences] == [
        (4, ANSWER, "C-TAKE")
    ]
    corrected, broken = records.invalidated(id, 3, 3, [other])
    assert broken == refusal.value.consequences
    assert corrected.frames[2].event == other
    assert records.match(id).version == 4
    both = [other, TilesTaken(1, 1, "brown", 2)]
    assert records.correct(id, 3, 4, both, "the other way round").version == 7


def test_a_correction_by_an_illegal_event_names_that_event(records: MatchRepository) -> None:
    id = sheet(records, "one: 1 1", "two: 2 2").id
    with refused("N-POINTS-1") as refusal:
        records.correct(id, 2, 2, [PointsNoted("a", (1, 1)), PointsNoted("b", (1, 1, 1))], "")
    assert refusal.value.index == 2
    for inside in (TakenBack(2), Corrected(2, 2, 0, ""), MatchDescribed(title="x"), ScoresClaimed((1, 1))):
        with refused("R-EVENT"):
            records.correct(id, 2, 2, [inside], "")
    assert records.match(id).version == 3


@pytest.mark.parametrize(("since", "until"), [(1, 2), (2, 9), (3, 2), (0, 0)])
def test_a_correction_is_of_a_range_that_stands(records: MatchRepository, since: int, until: int) -> None:
    id = sheet(records, "one: 1 1", "two: 2 2").id
    with refused("R-STANDS"):
        records.correct(id, since, until, [], "")
    with refused("R-STANDS"):
        records.invalidated(id, since, until, [])
    assert records.match(id).version == 3


def test_a_correction_is_followed_by_what_it_announces(records: MatchRepository) -> None:
    id = sheet(records, "one: 1 1").id
    with refused("R-COUNT"):
        records.record(id, Corrected(2, 2, 2, ""), PointsNoted("one", (2, 2)))
    with refused("R-STANDS"):
        records.record(id, Corrected(2, 2, -1, ""))
    assert records.match(id).version == 2


@pytest.mark.parametrize(
    "description",
    [
        MatchDescribed(players=("Zoe",)),
        MatchDescribed(players=("Zoe", "")),
        MatchDescribed(players=("Zoe", "Yan"), played_on="soon"),
        MatchDescribed(players=("Zoe", "Yan"), started_at="8 pm"),
    ],
)
def test_a_wrong_description_leaves_no_trace(records: MatchRepository, description: MatchDescribed) -> None:
    id = records.start(chocolatier, ["Jitka", "Jarda"]).id
    before = rows(records)
    with pytest.raises((Refused, ValueError), match=r"R-SEAT|not a valid name|not a date|not a time"):
        records.describe(id, description)
    assert rows(records) == before


def test_a_closed_match_goes_on_after_the_close_is_taken_back(records: MatchRepository) -> None:
    id = records.start(chocolatier, ["Jitka", "Jarda"], FILL).id
    closed = records.close(id, "abandoned")
    assert (closed.state, closed.now.turn, closed.now.version) == ("closed", None, 3)
    assert closed.outcome == Outcome((), (1, 1), "The match was closed as abandoned.")
    for event in (TAKE, PointsAdjusted(0, 1, ""), MatchClosed("agreed")):
        with refused("R-CLOSED"):
            records.record(id, event)
    assert records.take_back(id).state == "open"
    assert records.record(id, TAKE).now.turn == 1


@pytest.mark.parametrize("points", [float("inf"), float("nan"), 10**400, -(10**16)])
def test_points_that_no_chart_can_draw_are_refused(records: MatchRepository, points: float) -> None:
    id = sheet(records, "one: 3 9").id
    with refused("R-POINTS"):
        records.record(id, PointsAdjusted(0, points, ""))
    with refused("R-POINTS"):
        records.record(id, ScoresClaimed((1, points)))
    assert records.match(id).version == 2


def test_claimed_scores_change_nothing(records: MatchRepository) -> None:
    id = sheet(records, "one: 3 9").id
    match = records.record(id, ScoresClaimed((3, None)), ScoresClaimed((3, 8), "the farm twice"))
    assert (match.claimed, match.now.scores, match.now.version) == ((3, 8), (3, 9), 2)
    assert records.match(id).claim == ScoresClaimed((3, 8), "the farm twice")
    with refused("R-SEAT"):
        records.record(id, ScoresClaimed((3,)))


def test_what_recording_answers_is_what_the_record_tells_afterwards(records: MatchRepository) -> None:
    id = records.start(chocolatier, ["Jitka", "Jarda"], FILL, TAKE).id
    for recorded in (
        records.record(id, ANSWER, PointsAdjusted(0, 2, "as agreed")),
        records.describe(id, MatchDescribed(players=("Zoe", "Jarda"))),
        records.record(id, ScoresClaimed((3, 4))),
        records.correct(id, 4, 4, [], "of another match"),
        records.record(id, MatchClosed("agreed")),
        records.take_back(id),
        records.take_back(id, 2),
        records.record(id, MatchDescribed(options={"edition": "azul"}), MatchClosed("abandoned")),
    ):
        read = records.match(id, until=recorded.version)
        assert (recorded.frames, recorded.names, recorded.outcome) == (read.frames, read.names, read.outcome)
