"""What a home page says of the last weeks and of the year before."""

from datetime import date

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.lately import Lately, lately

TODAY = date(2026, 11, 25)


def play(records: MatchRepository, day: str | None, names: str, game: str = "Wingspan", **more: object) -> None:
    """The first of the names wins."""
    people = tuple(names.split())
    points = PointsNoted("final", tuple(range(len(people), 0, -1)))
    minutes, id = more.get("minutes"), more.get("id")
    assert isinstance(minutes, int | None)
    assert isinstance(id, str | None)
    records.start(
        scoresheet, people, points, WinnersNamed((0,)), options={"title": game}, played_on=day, minutes=minutes, id=id
    )


def read(records: MatchRepository, today: date = TODAY) -> Lately | None:
    return lately(MatchIndex(records.store, records).counted(), today)


def test_the_newest_month_with_plays_has_four_figures(records: MatchRepository) -> None:
    play(records, "2026-03-31", "Ana Ben")
    play(records, "2026-04-01", "Ana Ben", minutes=30)
    play(records, "2026-04", "Ana Zoe", "Catan", minutes=60)
    late = read(records)
    assert late is not None
    assert (late.month.month, late.month.plays, late.month.games, late.month.people) == ("2026-04", 2, 2, 3)
    assert late.month.minutes == 90


def test_days_are_those_of_twelve_months_up_to_the_newest_play(records: MatchRepository) -> None:
    for day in ("2023-04-30", "2023-05-01", "2023-05-01", "2024-04-02"):
        play(records, day, "Ana Ben")
    late = read(records)
    assert late is not None
    assert late.days == {"2023-05-01": 2, "2024-04-02": 1}


def test_a_day_that_has_not_come_yet_is_no_newest_play(records: MatchRepository) -> None:
    play(records, "2026-11-20", "Ana Ben")
    play(records, "2062-11-20", "Ana Ben")
    late = read(records)
    assert late is not None
    assert (late.month.month, late.month.plays) == ("2026-11", 1)


def test_people_seen_lately_come_with_their_last_ten_results(records: MatchRepository) -> None:
    for number in range(12):
        play(records, f"2026-0{1 + number // 4}-0{1 + number % 4}", "Zoe Ana" if number < 4 else "Ana Zoe")
    play(records, "2026-11-01", "Ben Ana")
    play(records, "2026-11-24", "Ana Ben Cleo")
    late = read(records)
    assert late is not None
    assert [(records.people().name(one.person), one.plays) for one in late.people] == [
        ("Ana", 2),
        ("Ben", 2),
        ("Cleo", 1),
    ]
    assert late.people[0].results == (*[True] * 8, False, True)
    assert late.people[2].results == (False,)


def test_favorites_that_were_not_played_for_long_are_named(records: MatchRepository) -> None:
    for day in ("2024-01-01", "2025-01-01", "2025-11-25"):
        play(records, day, "Ana Ben", "Everdell")
    for day in ("2025-02-01", "2026-11-20", "2026-11-21"):
        play(records, day, "Ana Ben", "Azul")
    play(records, "2020-01-01", "Ana Ben", "Once")
    late = read(records)
    assert late is not None
    assert [(game.game, game.plays, game.days) for game in late.rested] == [("Everdell", 3, 365)]


def test_simulated_matches_do_not_count_beside_others(records: MatchRepository) -> None:
    play(records, "2026-11-24", "Robo Bert", id="demo-scoresheet-1")
    alone = read(records)
    assert alone is not None
    assert alone.month.plays == 1
    play(records, "2026-10-24", "Ana Ben")
    late = read(records)
    assert late is not None
    assert (late.month.month, late.month.people) == ("2026-10", 2)


def test_without_dates_there_is_nothing_to_say(records: MatchRepository) -> None:
    assert read(records) is None
    play(records, None, "Ana Ben")
    play(records, "2026", "Ana Ben")
    assert read(records) is None
