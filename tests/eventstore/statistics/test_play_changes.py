"""What a play changed: records, first wins, runs and their ends."""

from pathlib import Path

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from core.record_events import DetailsNoted
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.earlier_plays import past_of
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics.play_changes import (
    AfterAYear,
    Change,
    EndedRun,
    FirstPlay,
    FirstWin,
    OwnPlays,
    PersonalBest,
    PersonPlays,
    PersonWins,
    PlayPast,
    PointsRecord,
    RoundRecord,
    SourceRecord,
    TitlePlays,
    WinningRun,
)
from eventstore.statistics.play_facts import facts_of
from eventstore.store.sqlite import SqliteStore
from tests.recorded import records_in

Lines = dict[str, tuple[int, ...]]


def index(matches: MatchRepository) -> MatchIndex:
    assert isinstance(matches.store, SqliteStore)
    return MatchIndex(matches.store, matches)


def sheet(
    matches: MatchRepository, day: int, lines: Lines, names: tuple[str, ...] = ("Ana", "Ben"), **more: object
) -> str:
    events = [PointsNoted(label, points) for label, points in lines.items()]
    totals = [sum(points[seat] for points in lines.values()) for seat in range(len(names))]
    best = (min if more.get("lowest_wins") else max)(totals)
    won = tuple(seat for seat, points in enumerate(totals) if points == best)
    options = {"title": "Kettle Race", **more}
    day_played = f"2026-11-{day:02}"
    return matches.start(scoresheet, names, *events, WinnersNamed(won), options=options, played_on=day_played).id


def play(matches: MatchRepository, day: int, *points: int, **more: object) -> str:
    return sheet(matches, day, {"final": points}, ("Ana", "Ben", "Cleo")[: len(points)], **more)


def past(matches: MatchRepository, id: str) -> PlayPast:
    row = index(matches).row(id)
    assert row
    return past_of(index(matches), row)


def changes(matches: MatchRepository, id: str) -> tuple[Change, ...]:
    return past(matches, id).changes


def test_the_first_play_of_a_game_is_told_as_such(tmp_path: Path) -> None:
    matches = records_in(tmp_path / "a.db")
    assert changes(matches, play(matches, 1, 5, 4)) == (FirstPlay(),)


def test_a_record_a_first_win_and_the_end_of_a_run(tmp_path: Path) -> None:
    matches = records_in(tmp_path / "a.db")
    for day in range(1, 6):
        play(matches, day, 20 + day, 10)
    id = play(matches, 6, 20, 31)
    assert changes(matches, id) == (PointsRecord(1, 31, 25, 6), FirstWin((1,), 6), EndedRun((0,), 5))
    assert facts_of(index(matches), index(matches).matches(ids=[id]))[id].kind == "record", "as its row says"


def test_wins_in_a_row_and_a_best_of_ones_own(tmp_path: Path) -> None:
    matches = records_in(tmp_path / "a.db")
    play(matches, 1, 90, 10)
    for day in range(2, 5):
        play(matches, day, 20, 30 + day)
    id = play(matches, 5, 20, 40)
    assert changes(matches, id) == (WinningRun((1,), 4), PersonalBest(1, 40, 34))
    shown = past(matches, id)
    assert shown.own == {0: OwnPlays(5, 1), 1: OwnPlays(5, 4)}
    assert [match.played_on for match in shown.before] == ["2026-11-04", "2026-11-03", "2026-11-02"]
    assert shown.plays == 5


def test_few_points_are_best_where_the_fewest_win(tmp_path: Path) -> None:
    matches = records_in(tmp_path / "a.db")
    for day in range(1, 6):
        play(matches, day, 30, 40 - day, lowest_wins=True)
    assert changes(matches, play(matches, 6, 12, 33, lowest_wins=True)) == (
        PointsRecord(0, 12, 30, 6),
        WinningRun((0,), 6),
        PersonalBest(1, 33, 35),
    )


def test_a_category_or_a_round_can_be_a_record(tmp_path: Path) -> None:
    matches = records_in(tmp_path / "a.db")
    for day in range(1, 6):
        sheet(matches, day, {"Fields": (3, 4), "Cards": (9, 2)})
        sheet(matches, day, {"1": (3, 14), "2": (9, 2)}, title="Skat")
    fields = sheet(matches, 6, {"Fields": (5, 3), "Cards": (1, 2)})
    assert SourceRecord(0, "Fields", 5) in changes(matches, fields)
    skat = sheet(matches, 6, {"1": (-3, 4), "2": (20, 2)}, title="Skat")
    assert RoundRecord(0, 2, 20) in changes(matches, skat)


def test_round_numbers_and_years_are_milestones_between_a_first_win_and_a_run(tmp_path: Path) -> None:
    matches = records_in(tmp_path / "a.db")
    events, options = (PointsNoted("final", (2, 1)), WinnersNamed((0,))), {"title": "Go"}
    go = [
        matches.start(scoresheet, ("Ana", "Ben"), *events, options=options, played_on="2020-01-01").id
        for _ in "0123456789"
    ]
    tenth = past(matches, go[9])
    assert (tenth.milestones, tenth.headline) == ((PersonWins(0, 10),), PersonWins(0, 10))
    assert past(matches, go[8]).headline == WinningRun((0,), 9)
    for _ in range(89):
        matches.start(scoresheet, ("Ana", "Cleo"), WinnersNamed((1,)), options={"title": "Tag"}, played_on="2021-01-01")
    after = matches.start(scoresheet, ("Ana", "Ben"), *events, options=options, played_on="2021-02-01").id
    assert past(matches, after).milestones == (
        PersonPlays(0, 100, go[0], "Go", "2020-01-01"),
        AfterAYear(go[9], "2020-01-01"),
    )
    for _ in range(11):
        last = play(matches, 1, 5, 4, title="Tag")
    assert past(matches, last).milestones == (TitlePlays(100),)
    first = PlayPast((FirstWin((1,), 6), WinningRun((0,), 3)), milestones=(TitlePlays(100),))
    assert first.headline == FirstWin((1,), 6)
    assert PlayPast((EndedRun((0,), 5),)).headline is None


def test_nothing_changes_by_a_play_that_does_not_count(tmp_path: Path) -> None:
    matches = records_in(tmp_path / "a.db")
    play(matches, 1, 5, 4)
    later = play(matches, 2, 4, 5)
    matches.record(later, DetailsNoted(counted=False))
    shown = past(matches, later)
    assert (shown.changes, shown.own, len(shown.before), shown.plays) == ((), {}, 1, 2)
    untitled = matches.start(scoresheet, ("Ana", "Ben"), PointsNoted("final", (1, 2)), WinnersNamed((1,))).id
    assert past(matches, untitled) == PlayPast()
