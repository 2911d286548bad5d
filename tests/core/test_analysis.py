"""One match as a whole: curves, sources, rounds, leads, swings, tempo."""

from pathlib import Path
from typing import Any

import pytest

from core import analysis, record
from core.analysis import START, RoundSpan, SourceColumn, Swing, ThinkingTime
from core.game import Gain
from core.games import chocolatier, pavilion, scoresheet
from core.games.scoresheet import PointsNoted
from core.record import Frame
from core.record_events import Entry, MatchClosed, MatchStarted, PointsAdjusted
from tests.recorded import record as recorded
from tests.recorded import records_in


def frames(*lines: tuple[Any, ...], seats: int = 2, times: tuple[str | None, ...] = ()) -> tuple[Frame, ...]:
    """The frames of a sheet with these points, line by line, with names of people for seats."""
    started = MatchStarted("scoresheet", tuple(map(str, range(seats))))
    events = [PointsNoted(f"line {n}", line) for n, line in enumerate(lines, start=1)]
    told = times or (None,) * (len(events) + 1)
    log = [Entry(n, event, time) for n, (event, time) in enumerate(zip([started, *events], told, strict=True), start=1)]
    return record.fold(scoresheet, log, scoresheet.Options()).frames


def test_a_curve_has_a_point_for_every_frame() -> None:
    assert analysis.score_curves(frames((1, 2), (3, None))) == ((None, 1, 4), (None, 2, 2))


def test_gains_of_a_real_match_add_up_to_its_scores(tmp_path: Path) -> None:
    match = recorded(records_in(tmp_path / "a.db"), "m", chocolatier, ("Anna", "Ben", "Cleo"), 4)
    gains = analysis.gains(match.stories)
    assert len(match.stories) == len(gains) == len(match.frames)
    assert match.stories[0] == ()
    by_source = analysis.points_by_source(3, gains)
    assert [sum(sources.values()) for sources in by_source] == list(match.now.scores)
    assert [list(sources) for sources in by_source] == [list(by_source[0])] * 3
    assert by_source[0]["floor"] <= 0 < by_source[0]["wall"]


def test_a_ruling_is_a_source_and_a_close_is_none(tmp_path: Path) -> None:
    records = records_in(tmp_path / "a.db")
    id = records.start(scoresheet, ["Anna", "Ben"], PointsNoted("a", (1, 2)), PointsAdjusted(0, 4, "fair")).id
    match = records.record(id, MatchClosed("agreed"))
    gains = analysis.gains(match.stories)
    assert [len(each) for each in gains] == [0, 2, 1, 0]
    assert analysis.points_by_source(2, gains) == ({"a": 1, "ruling": 4}, {"a": 2, "ruling": 0})


def test_rounds_follow_each_other_without_gaps(tmp_path: Path) -> None:
    match = recorded(records_in(tmp_path / "a.db"), "m", chocolatier, ("Anna", "Ben"), 4)
    bands = analysis.rounds(match.frames)
    assert [band.number for band in bands] == list(range(len(bands)))
    assert bands[0] == RoundSpan(0, 0, 0)
    assert [band.first for band in bands[1:]] == [band.last + 1 for band in bands[:-1]]
    assert bands[-1].last == len(match.frames) - 1


@pytest.mark.parametrize(
    ("scores", "leaders"),
    [((3, 1), (0,)), ((1, 3, 3), (1, 2)), ((None, -5), (1,)), ((None, None), ()), ((), ()), ((0, None), (0,))],
)
def test_who_leads(scores: tuple[int | None, ...], leaders: tuple[int, ...]) -> None:
    assert analysis.leaders(scores) == leaders


def test_the_lead_changes_when_another_seat_leads_alone() -> None:
    #              0 leads  tied    0 again  1 leads  tied    0 leads
    shown = frames((2, 1), (0, 1), (1, 0), (0, 5), (4, 0), (1, 0))
    assert analysis.lead_changes(shown) == (4, 6)
    assert analysis.lead_changes(frames((1,), (2,), seats=1)) == ()
    assert analysis.lead_changes(frames((1, 0), (0, 2), (2, 0))) == (2, 3)


def test_swings_are_told_biggest_first_with_whom_they_helped() -> None:
    shown = frames((5, 0), (0, 0), (0, 9), (1, 0))
    assert analysis.swings(shown) == (Swing(3, 1, 9), Swing(1, 0, 5), Swing(4, 0, 1))


def test_a_lead_is_over_the_best_of_the_others() -> None:
    assert analysis.swings(frames((0, 4, 0), (6, 0, 0), seats=3)) == (Swing(2, 0, 6), Swing(1, 1, 4))


def test_tempo_is_known_between_two_known_times() -> None:
    times = (
        "2026-11-20T18:00:00Z",
        "2026-11-20T18:00:30Z",
        None,
        "2026-11-20T19:02:00+01:00",
        "2026-11-20T18:02:01.5Z",
    )
    shown = frames((1, 1), (1, 1), (1, 1), (1, 1), times=times)
    assert analysis.tempo(shown) == (None, 30, None, None, 1.5)


def test_the_table_of_sources_adds_up_to_the_scores_and_marks_the_best(tmp_path: Path) -> None:
    match = recorded(records_in(tmp_path / "a.db"), "m", pavilion, ("Anna", "Ben", "Cleo"), 4)
    gains = analysis.gains(match.stories)
    for split in (False, True):
        columns = analysis.breakdown(match.frames, gains, split=split)
        assert [sum(column.points[seat] or 0 for column in columns) for seat in range(3)] == list(match.now.scores)
        assert all(any(column.points) for column in columns)
    assert columns[0] == SourceColumn(START, (5, 5, 5), ())
    placed = next(column for column in columns if column.source == "placement")
    assert placed.best == analysis.leaders(placed.points)


def test_a_source_that_gives_and_takes_may_become_two_columns() -> None:
    told = (Gain(0, 3, "markers"), Gain(1, 2, "markers")), (Gain(1, -1, "markers"), Gain(0, 0, "bonus"))
    shown = frames((3, 2), (0, -1))
    assert analysis.breakdown(shown, told) == (SourceColumn("markers", (3, 1), (0,)),)
    assert analysis.breakdown(shown, told, split=True) == (
        SourceColumn("markers", (3, 2), (0,)),
        SourceColumn("markers", (0, -1), (0,), lost=True),
    )


def test_what_nobody_noted_is_unknown_and_what_nobody_lost_is_nothing() -> None:
    told = ((Gain(0, 3, "round"), Gain(0, -2, "floor")),)
    columns = analysis.breakdown(frames((1, 0)), told)
    assert columns == (SourceColumn("round", (3, None), (0,)), SourceColumn("floor", (-2, 0), (1,)))
    assert analysis.breakdown(frames((1, 0)), told, fewest=True)[0].best == (1,)


def test_points_by_round_add_up_and_start_with_the_first_round_that_brought_any(tmp_path: Path) -> None:
    match = recorded(records_in(tmp_path / "a.db"), "m", chocolatier, ("Anna", "Ben"), 4)
    gains = analysis.gains(match.stories)
    bands = analysis.scored_rounds(match.frames, gains)
    assert [band.number for band in bands] == list(range(1, match.now.round + 1))
    told = analysis.points_by_round(match.frames, gains)
    assert all(len(rows) == len(bands) for rows in told.values())
    for seat, points in enumerate(match.now.scores):
        assert sum(own[seat] for rows in told.values() for own in rows) == points
    assert analysis.scored_rounds(match.frames, [()] * len(match.frames)) == ()


def test_thinking_times_belong_to_seats_and_never_run_backwards() -> None:
    times = tuple(f"2026-11-20T18:00:{second:02}Z" for second in (0, 30, 20, 21, 31))
    shown = frames((1, 1), (1, 1), (1, 1), (1, 1), times=times)
    assert analysis.thinking_times(shown) == (None, 30, None, 1, 10)
    assert analysis.thinking_time_by_seat(shown) == (ThinkingTime(0, 3, 41, 10, 1),)
    assert analysis.slowest(shown, 2) == (1, 4)
    assert analysis.thinking_time_by_seat(frames((1, 1))) == ()


def test_where_the_fewest_points_win_a_lead_is_of_the_seat_with_fewer() -> None:
    told = frames((1, 3, 5), (9, 0, 0), seats=3)
    assert analysis.leads(told[1].scores) == (-4, -2, 2)
    shown = analysis.compared(told, fewest=True)
    assert analysis.leads(shown[1].scores) == (2, -2, -4)
    assert (analysis.lead_changes(told), analysis.lead_changes(shown)) == ((2,), (2,))
    assert analysis.leaders(shown[-1].scores) == (1,)
    assert analysis.compared(told, fewest=False) == told


def test_a_single_seat_leads_by_its_points() -> None:
    assert analysis.leads((7,)) == (7,)
    assert analysis.leads((None,)) == (0,)
