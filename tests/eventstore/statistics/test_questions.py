"""The questions about time, habits and progress, on matches of which the answer is known by hand."""

import datetime
from dataclasses import replace
from pathlib import Path

import pytest

from core.record_events import Role
from eventstore.matches.collection import Collection, Price
from eventstore.statistics.cost import TimedPlays, costs
from eventstore.statistics.insights import Dimension
from eventstore.statistics.overview import Count
from eventstore.statistics.plays import PlayedMatch
from eventstore.statistics.year import ChallengeStep, challenges
from eventstore.store.sqlite import SqliteStore
from tests.core.games.played import match
from tests.eventstore.statistics.figures import (
    game,
    insight,
    last_table,
    person,
    progress,
    rested,
    suggestions,
    year,
    years,
)

TODAY = datetime.date(2026, 11, 22)
NAMES = {"Anna": "Anna", "Ben": "Ben", "Cilka": "Cilka"}

SEASONS = [
    match("Anna* 9, Ben 5", id="old", played_on="2025-12-31", minutes=60),
    match("Anna* 9, Ben 5", id="a", played_on="2026-01-03", minutes=30, place="Brno"),
    match("Anna 4, Ben* 5", id="b", played_on="2026-01-03", minutes=50, place="Brno"),
    match("Anna 4, Cilka* 5", id="c", game="Go", played_on="2026-03-01", minutes=120),
    match("Ben* 4, Cilka", id="d", game="Golf", played_on="2026"),
]


def test_a_year_is_told_by_its_matches_and_what_was_new_in_it() -> None:
    found = year(SEASONS, NAMES, "2026")
    assert (found.plays, found.before, found.minutes, found.timed, found.days) == (4, 1, 200, 3, 2)
    assert found.months == (2, 0, 1, *[0] * 9)
    assert [(row.label, row.plays) for row in found.games] == [("Azul", 2), ("Go", 1), ("Golf", 1)]
    assert [row.label for row in found.new] == ["Go", "Golf"]
    assert (found.busiest and found.busiest.label, found.longest, found.longest_minutes) == ("2026-01-03", "c", 120)
    assert (found.by_day, found.before_by_now) == ({"2026-01-03": 2, "2026-03-01": 1}, None)
    undated = [*SEASONS, match("Anna* 1, Cilka 0")]
    assert (years(undated), years(undated, "Cilka")) == (("2026", "2025"), ("2026",))


def test_the_wins_of_a_year_are_those_of_contests() -> None:
    together = match("Anna*, Ben*", game="Pandemic", cooperative=True, played_on="2026-04-01")
    found = year([*SEASONS, together, match("Anna*", played_on="2026-04-02")], NAMES, "2026", "Anna")
    assert (found.plays, found.decided, found.wins) == (5, 3, 1)
    assert (found.cooperative.plays, found.cooperative.wins, found.solo.plays, found.solo.wins) == (1, 1, 1, 1)
    nobody = year([*SEASONS, together], NAMES, "2026")
    assert (nobody.decided, nobody.cooperative.plays) == (0, 0)


def test_what_stands_out_in_a_year_is_alone_and_more_than_one_play() -> None:
    found = year(SEASONS, NAMES, "2026")
    assert (found.liveliest, found.favorite and found.favorite.label) == (1, "Azul")
    tied = year(SEASONS[1:4], NAMES, "2026", "Cilka")
    assert (tied.liveliest, tied.favorite) == (None, None)


def test_a_running_year_is_compared_until_this_day() -> None:
    played = [*SEASONS, match("Anna* 9, Ben 5", played_on="2025-01-01"), match("Anna* 9, Ben 5", played_on="2025")]
    assert year(played, NAMES, "2026", None, TODAY).before_by_now == 2
    assert year(played, NAMES, "2025", None, TODAY).before_by_now is None


def test_a_year_of_one_person_has_wins_and_the_others() -> None:
    found = year(SEASONS, NAMES, "2026", "Anna")
    assert (found.plays, found.decided, found.wins) == (3, 3, 1)
    assert [(one.name, one.plays) for one in found.people] == [("Ben", 2), ("Cilka", 1)]


def test_a_year_without_matches_is_empty() -> None:
    found = year(SEASONS, NAMES, "2020")
    assert (found.plays, found.busiest, found.longest, sum(found.months)) == (0, None, None, 0)


def counts(*plays: int) -> list[Count]:
    return [Count(f"G{place}", f"G{place}", number) for place, number in enumerate(plays)]


def test_challenges_count_what_is_done_and_what_is_missing() -> None:
    found = challenges(counts(12, 3, 2))
    assert (found.done, [step.missing for step in found.ten]) == (15, [0, 7, 8])
    assert (found.finished, found.nearest) == (1, ChallengeStep("G1", 3, 7))
    # Two games twice; three games three times need one play of the third game.
    assert (found.h_index, found.next_h, found.untried, found.missing_h) == (2, (ChallengeStep("G2", 2, 1),), 0, 1)


def test_the_next_h_index_may_need_a_game_never_played() -> None:
    found = challenges(counts(5))
    assert (found.h_index, found.untried, found.missing_h) == (1, 1, 2)
    assert challenges([]).missing_h == 1


def test_games_rest_from_their_last_known_day() -> None:
    played = [match("Anna* 1, Ben 0", game="Go", played_on=f"2026-10-{day}") for day in (20, 21, 23)]
    played += [match("Anna* 1, Ben 0", played_on=day, id=day) for day in ("2025-11-20", "2025-11-21", "2025-11-22")]
    played += [match("Anna* 1, Ben 0", game="Golf", played_on="2020-01-01")]
    found = rested([match("Anna* 1, Ben 0"), *played], TODAY)
    assert [(row.game, row.plays, row.days, row.last) for row in found] == [
        ("Azul", 4, 365, "2025-11-22"),
        ("Go", 3, 30, played[2].id),
    ]


def test_who_loses_and_then_wins_gets_better() -> None:
    lost, won = match("Anna 1, Ben* 5, Cilka 4"), match("Anna* 9, Ben 5, Cilka 4")
    found = progress([lost] * 5 + [won] * 5, "Anna", "Azul")
    assert (found.verdict, found.earlier.value, found.later.value, found.change) == ("better", 0, 1, 1)
    assert (found.points_earlier.value, found.points_later.value) == (1, 9)
    assert [step.beaten for step in found.steps] == [0] * 5 + [1] * 5
    assert found.steps[-1].recent == 0.5
    assert progress([won] * 5 + [lost] * 5, "Anna", "Azul").verdict == "worse"


def test_progress_is_unclear_or_has_too_few_plays() -> None:
    lost, won = match("Anna 1, Ben* 5"), match("Anna* 9, Ben 5")
    assert progress([lost, won] * 2, "Anna", "Azul").verdict == "few"
    mixed = progress([lost, won] * 10, "Anna", "Azul")
    assert (mixed.verdict, mixed.change) == ("unclear", 0)
    assert mixed.low is not None
    assert -1 <= mixed.low < 0
    assert progress([lost] * 20, "Anna", "Go").steps == ()


def test_second_of_three_has_beaten_half() -> None:
    (step,) = progress([match("Anna 5, Ben* 9, Cilka 1")], "Anna", "Azul").steps
    assert step.beaten == 0.5


def test_what_fits_the_table_and_the_time_is_suggested_and_the_known_first() -> None:
    played = [
        match("Anna* 1, Ben 0", game="Go", minutes=60, played_on="2026-11-01"),
        match("Anna* 1, Ben 0", game="Azul", minutes=30, played_on="2025-01-01"),
        match("Cilka* 1, Dan 0", game="Golf", minutes=20, played_on="2026-11-20"),
        match("Cilka* 1, Dan 0, Ben 4", game="Three", minutes=20),
        match("Anna* 1, Ben 0", game="Long", minutes=180),
    ]
    found = suggestions(played, ("Anna", "Ben"), 60, TODAY)
    assert [(one.game, one.known, one.days) for one in found] == [("Azul", 2, 690), ("Go", 2, 21), ("Golf", 0, None)]
    assert [one.game for one in suggestions(played, ("Anna", "Ben"), None, TODAY)][-1] == "Golf"


def test_without_names_the_number_of_players_counts() -> None:
    played = [
        match("Anna* 1, Ben 0", game="Go", minutes=60, played_on="2026-11-01"),
        match("Cilka* 1, Dan 0", game="Golf", minutes=20, played_on="2026-11-20"),
        match("Cilka* 1, Dan 0, Ben 4", game="Three", minutes=20),
    ]
    found = suggestions(played, (), None, TODAY, players=2)
    assert [(one.game, one.known, one.days) for one in found] == [("Go", 0, 21), ("Golf", 0, 2)]


def test_the_last_table_is_that_of_the_last_play_of_people_with_names() -> None:
    played = [match("Anna* 1, Ben 0"), match("Ben* 1, Cilka 0"), match("Anna* 1, somebody 0"), match("Ben* 1")]
    assert last_table(played) == ("Ben", "Cilka")
    assert last_table([]) == ()


def test_half_of_the_plays_must_fit_the_time() -> None:
    played = [match("Anna* 1, Ben 0", minutes=minutes) for minutes in (20, 30, 100)]
    (found,) = suggestions(played, ("Anna", "Ben"), 30, TODAY)
    assert (found.minutes, found.longest, found.plays) == (30, 65, 3)
    assert suggestions(played, ("Anna", "Ben"), 29, TODAY) == ()


def test_a_play_costs_its_part_of_the_price(tmp_path: Path) -> None:
    collection = Collection(SqliteStore(tmp_path / "a.db"), "local", lambda: "2026-11-22T10:00:00.000Z")
    for title, price in (("Azul", 40), ("Go", 10), ("Azul", 30), ("Golf", 5)):
        collection.note(title, price, "EUR")
    collection.note("Golf", None)
    assert collection.prices() == {"Azul": Price(30, "EUR"), "Go": Price(10, "EUR")}
    azul, go = costs({"Azul": TimedPlays(3, 120, 2)}, collection.prices())
    assert (azul.each, azul.hour, azul.plays) == (10, 10, 3)
    assert (go.game, go.each, go.hour) == ("Go", None, None)
    with pytest.raises(ValueError, match="from 0 to"):
        collection.note("Go", -1)


def test_time_is_summed_by_person_place_and_weekday() -> None:
    hours = {row.label: row.value for row in insight(SEASONS, NAMES, "hours", "person").rows}
    assert hours == {"Anna": pytest.approx(260 / 60), "Ben": pytest.approx(140 / 60), "Cilka": 2}
    (place,) = insight(SEASONS, NAMES, "hours", "place").rows
    assert (place.label, place.value, place.low, place.few) == ("Brno", pytest.approx(80 / 60), None, True)


def with_parts(result: str, *parts: tuple[str, str], **facts: object) -> PlayedMatch:
    """A match whose seats have these roles and colors, in order."""
    one = match(result, **facts)  # type: ignore[arg-type]
    seats = [
        replace(seat, roles=(Role(role),) if role else (), color=color, new=role == "Elf")
        for seat, (role, color) in zip(one.seats, parts, strict=True)
    ]
    return replace(one, seats=tuple(seats))


PARTS = [
    with_parts("Anna* 9, Ben 5", ("Elf", "red"), ("Orc", "Blue"), expansions=("Fire",)),
    with_parts("Anna 1, Ben* 5", ("Elf", "red"), ("Orc", "blue")),
    with_parts("Anna* 9, Ben 5", ("Elf", "Blue"), ("", "")),
]


def test_wins_are_counted_by_role_color_and_expansion() -> None:
    found = person(PARTS, "Anna", NAMES, {})
    assert [(row.label, row.plays, row.wins) for row in found.roles] == [("Elf (Azul)", 3, 2)]
    assert [(row.label, row.plays, row.wins) for row in found.colors] == [("Red", 2, 1), ("Blue", 1, 1)]
    assert [(row.label, row.wins) for row in found.expansions] == [("Fire", 1)]
    of_game = game(PARTS, "Azul")
    assert [(row.label, row.plays, row.wins) for row in of_game.roles] == [("Elf", 3, 2), ("Orc", 2, 1)]
    assert of_game.expansions == {"Fire": 1}


@pytest.mark.parametrize(
    ("dimension", "shares"),
    [
        ("role", {"Elf": 2 / 3, "Orc": 1 / 2}),
        ("color", {"Red": 1 / 2, "Blue": 2 / 3}),
        ("expansion", {"Fire": 1 / 2, "": 1 / 2}),
        ("new", {"new": 2 / 3, "not": 1 / 3}),
    ],
)
def test_any_value_is_asked_by_what_belongs_to_a_seat(dimension: Dimension, shares: dict[str, float]) -> None:
    assert {row.label: row.value for row in insight(PARTS, NAMES, "share", dimension).rows} == pytest.approx(shares)
