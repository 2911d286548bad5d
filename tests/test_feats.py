"""Records broken: what a match did first, among enough finished matches of its kind played before it."""

from dataclasses import replace
from pathlib import Path

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore.feats import FEWEST_BEFORE, Feat, feats
from eventstore.projections import Library, MatchRow
from eventstore.sqlite import SqliteStore
from tests.recorded import records_in

KIND = MatchRow("m", "go", "Go", None, ("A", "B"), (12, 7), (0,), None, None, (), "final", 3, 3, "finished", ())


def rows(*scores: tuple[int | None, ...]) -> list[MatchRow]:
    """Matches with these points; the first seat won."""
    return [replace(KIND, id=str(number), scores=own) for number, own in enumerate(scores)]


FIVE = rows((10, 9), (11, 8), (9, 8), (10, 6), (8, 7))


def test_the_most_points_the_biggest_margin_and_the_most_together_are_records() -> None:
    assert feats(replace(KIND, scores=(15, 8)), FIVE) == (
        Feat("points", 15, 11, 5, 0),
        Feat("margin", 7, 4, 5, 0),
        Feat("total", 23, 19, 5, None),
    )
    assert [feat.kind for feat in feats(replace(KIND, scores=(8, 2)), FIVE)] == ["margin"]
    assert feats(replace(KIND, scores=(11, 7)), FIVE) == (), "what was reached before is no record"


def test_where_the_fewest_points_win_fewer_are_better() -> None:
    five = [replace(row, winners=(1,)) for row in FIVE]
    assert feats(replace(KIND, scores=(9, 5), winners=(1,)), five, fewest=True) == (
        Feat("points", 5, 6, 5, 1),
        Feat("total", 14, 15, 5, None),
    )


def test_a_few_matches_and_other_kinds_of_matches_make_no_records() -> None:
    best = replace(KIND, scores=(90, 8))
    assert len(FIVE) == FEWEST_BEFORE
    assert feats(best, FIVE[1:]) == ()
    others = {"options": {"wall": "free"}, "players": ("A", "B", "C"), "game": "skat", "state": "open"}
    for name, other in others.items():
        assert feats(best, [*FIVE[1:], replace(FIVE[0], **{name: other})]) == ()
        assert feats(replace(best, **{name: other}), FIVE) == ()


def test_unknown_points_and_shared_wins_are_compared_as_far_as_they_tell() -> None:
    assert feats(replace(KIND, scores=None), FIVE) == ()
    assert [feat.kind for feat in feats(replace(KIND, scores=(20, None)), FIVE)] == ["points"]
    assert [feat.kind for feat in feats(replace(KIND, scores=(20, 20), winners=(0, 1)), FIVE)] == ["points", "total"]


def test_only_what_was_played_before_counts(tmp_path: Path) -> None:
    records = records_in(tmp_path / "a.db")
    assert isinstance(records.store, SqliteStore)
    shown = Library(records.store, records)
    for day in range(1, 8):
        line = PointsNoted("all", (day, 0))
        started = f"2026-11-{day:02}"
        records.start(scoresheet, ("A", "B"), line, WinnersNamed((0,)), played_on=started, id=f"m{day}")
    broken = {}
    for day in (5, 6, 7):
        row = shown.row(f"m{day}")
        assert row is not None
        broken[day] = [(feat.kind, feat.value, feat.before, feat.matches) for feat in feats(row, shown.before(row))]
    assert broken[5] == []
    assert broken[6] == [("points", 6, 5, 5), ("margin", 6, 5, 5), ("total", 6, 5, 5)]
    assert broken[7][0] == ("points", 7, 6, 6)
    assert shown.row("nothing") is None
