"""What is known before a play begins."""

from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.before_play import (
    LAST,
    BeforePlay,
    before_play,
    best_of_each,
    last_table,
    usual_place,
    won_together,
)
from eventstore.readmodels.index import MatchIndex
from eventstore.store.open_store import open_store
from tests.eventstore.readmodels.plays_at_random import GAMES, RandomPlays
from tests.eventstore.statistics.figures import records as records_of
from tests.stores import KINDS, empty


def index_of(records: MatchRepository, *, lowest_wins: bool = False) -> MatchIndex:
    """Five plays of Anna and Ben with 10, 20 ... points of Anna, one with Cleo, one of another title."""
    options = {"title": "Nine Hills", "lowest_wins": lowest_wins}
    for day in range(1, 6):
        points = PointsNoted("final", (10 * day, 5)), WinnersNamed((0,))
        records.start(scoresheet, ("Anna", "Ben"), *points, options=options, played_on=f"2026-01-0{day}")
    three = PointsNoted("final", (90, 5, 6)), WinnersNamed((0,))
    records.start(scoresheet, ("Cleo", "Anna", "Ben"), *three, options=options, played_on="2026-01-09")
    records.start(scoresheet, ("Anna", "Ben"), *points, options={"title": "Ten Hills"}, played_on="2026-01-10")
    return MatchIndex(records.store, records)


def people_of(index: MatchIndex, *names: str) -> list[str]:
    played = index.played(game="Nine Hills", seats=3)[0]
    return [played.seats[("Cleo", "Anna", "Ben").index(name)].person for name in names]


def test_the_last_three_plays_are_those_by_exactly_these_people(records: MatchRepository) -> None:
    index = index_of(records)
    before = before_play(index, "Nine Hills", people_of(index, "Ben", "Anna"))
    assert [play.played_on for play in before.last] == ["2026-01-05", "2026-01-04", "2026-01-03"]
    assert before.plays == 5
    assert before.best
    assert (before.best.value, before.best.played_on) == (90, "2026-01-09"), "by anybody"


def test_without_people_they_are_those_by_everybody(records: MatchRepository) -> None:
    before = before_play(index_of(records), "Nine Hills")
    assert (before.plays, before.last[0].played_on) == (6, "2026-01-09")


def test_a_new_person_has_played_nothing_yet(records: MatchRepository) -> None:
    index = index_of(records)
    before = before_play(index, "Nine Hills", [*people_of(index, "Anna"), ""])
    assert (before.last, before.plays) == ((), 0)
    assert before.best


def test_where_the_fewest_points_win_these_are_to_beat(records: MatchRepository) -> None:
    best = before_play(index_of(records, lowest_wins=True), "Nine Hills").best
    assert best
    assert best.value == 5


def test_each_person_has_a_best_of_their_own(records: MatchRepository) -> None:
    index = index_of(records)
    bests = best_of_each(index, "Nine Hills", [*people_of(index, "Ben", "Anna"), "new"])
    assert [best.value for best in bests] == [6, 50]


def test_what_all_won_together_is_counted_where_it_is_known(records: MatchRepository) -> None:
    index = index_of(records)
    for winners in ((0, 1), (), (0, 1)):
        options = {"title": "Rain Forest", "cooperative": True}
        records.start(scoresheet, ("Anna", "Ben"), WinnersNamed(winners), options=options)
    records.start(scoresheet, ("Anna", "Ben"), options=options)
    assert won_together(index, "Rain Forest") == (2, 3)
    assert won_together(index, "Nine Hills") == (0, 0)


def test_nothing_is_known_of_a_title_never_played(records: MatchRepository) -> None:
    index = index_of(records)
    assert before_play(index, "Eleven Hills") == before_play(index, "") == BeforePlay()


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_it_is_what_all_plays_of_the_title_say(kind: str, seed: int, tmp_path: Path) -> None:
    plays = RandomPlays(open_store(empty(kind, tmp_path)), seed)
    plays.happen(120)
    index, tables = plays.index.counted(), set[int]()
    for title in {str(game.get("title", "")) for game in GAMES}:
        played = tuple(replace(play, game=title) for play in index.played(game=title)) if title else ()
        best = next((record for record in records_of(played) if record.kind == "points"), None)
        assert before_play(index, title) == BeforePlay(played[: -LAST - 1 : -1], len(played), best)
        for match in played[-5:]:
            people = sorted(seat.person for seat in match.seats)
            own = [one for one in played if sorted(seat.person for seat in one.seats) == people]
            assert before_play(index, title, people) == BeforePlay(tuple(own[: -LAST - 1 : -1]), len(own), best)
            tables.add(len(own))
    assert len(tables) > 1, "some tables met more than once"
    plays.store.close()


def test_the_last_table_is_that_of_real_people_before_that_of_a_demo(records: MatchRepository) -> None:
    index = MatchIndex(records.store, records)
    assert last_table(index) is None
    records.start(scoresheet, ("Robo", "Ada"), options={"title": "Ten Hills"}, played_on="2026-02-01", id="demo-x-1")
    table = last_table(index)
    assert table
    assert [records.people().name(id) for id in table.people] == ["Robo", "Ada"]
    records.start(scoresheet, ("Cleo", "Anna"), options={"title": "Ten Hills"}, played_on="2026-01-30")
    table = last_table(index)
    assert table
    assert (table.played_on, [records.people().name(id) for id in table.people]) == ("2026-01-30", ["Cleo", "Anna"])


def test_the_place_is_that_of_this_evening_else_the_usual_one_of_the_day(records: MatchRepository) -> None:
    """2026-01-02 is a Friday."""
    index, final = MatchIndex(records.store, records), (PointsNoted("final", (1, 2)), WinnersNamed((1,)))
    for day, place in (("02", "Club"), ("09", "Home"), ("16", "Club"), ("21", "Pub"), ("22", None)):
        records.start(
            scoresheet, ("Anna", "Ben"), *final, options={"title": "Go"}, place=place, played_on=f"2026-01-{day}"
        )
    friday, now = date(2026, 1, 23), datetime(2026, 1, 23, 20, tzinfo=UTC)
    assert usual_place(index, records.store, now, friday) == "Club"
    assert usual_place(index, records.store, now, date(2026, 1, 28)) == "Pub"
    assert usual_place(index, records.store, now, date(2026, 1, 25)) == ""
    records.start(
        scoresheet,
        ("Anna", "Ben"),
        *final,
        options={"title": "Go"},
        place="Lake",
        played_on="2026-01-23",
        started_at="2026-01-23T15:00:00.000Z",
    )
    assert usual_place(index, records.store, now, friday) == "Lake"
