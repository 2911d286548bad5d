"""Broken records: the bests of a match among enough earlier finished matches of its kind."""

from pathlib import Path

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.earlier_plays import broken_by
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics.plays import PlayedSeat
from eventstore.statistics.records_broken import BrokenRecord, Stood, of_sources
from eventstore.store.sqlite import SqliteStore
from tests.eventstore.statistics.reference.earlier_plays import stood_by_source
from tests.recorded import records_in

EARLIER = ((10, 9), (11, 8), (9, 8), (10, 6), (8, 7))


def library(records: MatchRepository) -> MatchIndex:
    assert isinstance(records.store, SqliteStore)
    return MatchIndex(records.store, records)


def played(records: MatchRepository, *scores: int, won: int | None = 0, day: int, **options: object) -> str:
    names = ("Anna", "Ben", "Cleo")[: len(scores)]
    ending = [] if won is None else [WinnersNamed((won,))]
    options = {"title": "Kettle Race", **options}
    line = PointsNoted("all", tuple(scores))
    return records.start(scoresheet, names, line, *ending, options=options, played_on=f"2026-11-{day:02}").id


def earlier(records: MatchRepository, *matches: tuple[int, ...], won: int = 0, **options: object) -> None:
    for day, scores in enumerate(matches, start=1):
        played(records, *scores, won=won, day=day, **options)


def told(records: MatchRepository, id: str) -> list[tuple[str, float, float, int, int | None]]:
    found = broken_by(library(records), id)
    return [(own.kind, own.value, own.before, own.n, own.seat) for own in found if own.source is None]


def test_the_most_points_the_biggest_margin_and_the_most_together_are_records(tmp_path: Path) -> None:
    records = records_in(tmp_path / "a.db")
    earlier(records, *EARLIER)
    all_three = [("points", 15, 11, 5, 0), ("margin", 7, 4, 5, 0), ("total", 23, 19, 5, None)]
    assert told(records, played(records, 15, 8, day=20)) == all_three
    assert told(records, played(records, 11, 7, day=10)) == [], "what was reached before is no record"
    early = played(records, 90, 0, day=3)
    assert told(records, early) == [], "three matches are too few, and what comes later does not count"


def test_where_the_fewest_points_win_fewer_are_better(tmp_path: Path) -> None:
    records = records_in(tmp_path / "a.db")
    earlier(records, *EARLIER, won=1, lowest_wins=True)
    best = played(records, 9, 5, won=1, day=20, lowest_wins=True)
    assert told(records, best) == [("points", 5, 6, 5, 1), ("total", 14, 15, 5, None)]


def test_other_kinds_of_matches_are_not_compared(tmp_path: Path) -> None:
    records = records_in(tmp_path / "a.db")
    earlier(records, *EARLIER[:4])
    for other in ({"title": "Skat"}, {"bgg_id": 7}):
        played(records, 8, 7, day=5, **other)
    played(records, 8, 7, 6, day=5)
    played(records, 8, 7, won=None, day=5)
    assert told(records, played(records, 90, 8, day=20)) == []
    assert broken_by(library(records), "nothing") == ()
    earlier(records, EARLIER[4])
    assert told(records, played(records, 95, 8, day=19))[0] == ("points", 95, 11, 5, 0)
    assert told(records, played(records, 99, 8, won=None, day=21)) == [], "the match is not over"
    fork = records.fork(records.match(played(records, 99, 8, day=22)), 3)
    assert told(records, fork.id) == [], "it was not played at a table"


def test_the_most_points_of_one_source_are_a_record() -> None:
    def seats(*walls: float) -> tuple[PlayedSeat, ...]:
        return tuple(PlayedSeat({"wall": wall, "floor": -wall}, (), {}) for wall in walls)

    before = [seats(points, 1) for points in (5, 6, 7, 8, 9)]
    stood = stood_by_source(seats(1), before)
    assert stood["wall"] == Stood(9, 5)
    assert of_sources(seats(3, 10), stood) == (BrokenRecord("points", 10, 9, 5, 1, "wall"),)
    assert of_sources(seats(3, 9), stood) == ()
    assert of_sources(seats(3, 10), stood_by_source(seats(1), before[1:])) == ()
