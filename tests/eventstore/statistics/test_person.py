"""What many matches say about one person."""

from collections.abc import Mapping, Sequence
from random import Random

import pytest

from eventstore.statistics.person import PersonStatistics
from eventstore.statistics.plays import PlayedMatch, PlayedSeat
from tests.core.games.played import match, random_plays, rounds
from tests.eventstore.statistics.figures import person


def anna(*played: PlayedMatch, details: Mapping[str, Sequence[PlayedSeat]] | None = None) -> PersonStatistics:
    return about("Anna", played, details)


def about(
    who: str, played: Sequence[PlayedMatch], details: Mapping[str, Sequence[PlayedSeat]] | None = None
) -> PersonStatistics:
    return person(played, who, {}, details or {})


def test_wins_are_set_against_one_in_the_number_of_players() -> None:
    found = anna(match("Anna* 9, Ben 5"), match("Anna 3, Ben* 5, Cilka 4, Dan 1"), match("Ben* 2, Cilka 1"))
    assert (found.plays, found.wins, found.decided, found.chance.n) == (2, 1, 2, 2)
    assert found.chance.expected == pytest.approx(1 / 2 + 1 / 4)
    assert found.chance.above == pytest.approx(1 / 4)
    assert found.chance.few


def test_a_team_is_one_side() -> None:
    teams = {"Anna": 0, "Ben": 0, "Cilka": 1, "Dan": 1}
    found = anna(match("Anna* 9, Ben*, Cilka 5, Dan", teams=teams))
    assert found.chance.expected == 1 / 2
    assert [opponent.person for opponent in found.opponents] == ["Cilka", "Dan"]


def test_cooperative_and_solo_wins_are_apart_from_those_of_contests() -> None:
    together = [match("Anna*, Ben*", cooperative=True), match("Anna, Ben", cooperative=True, state="closed")]
    found = anna(*together, match("Anna*"), match("Anna, Ben*"), match("Anna*, Ben*", teams={"Anna": 0, "Ben": 0}))
    assert (found.plays, found.wins, found.decided, found.share.n, found.chance.n) == (5, 0, 1, 1, 1)
    assert (found.cooperative.plays, found.cooperative.decided, found.cooperative.wins) == (3, 2, 2)
    assert (found.solo.plays, found.solo.decided, found.solo.wins) == (1, 1, 1)
    assert [one.plays for one in found.opponents] == [1]
    (game,) = found.games
    assert (game.decided, game.wins, game.cooperative, game.solo) == (1, 0, found.cooperative, found.solo)


def test_an_unknown_result_is_not_a_loss_and_unknown_points_are_not_nothing() -> None:
    found = anna(match("Anna* 9, Ben 5"), match("Anna, Ben"), match("Anna, Ben* 7"))
    assert (found.plays, found.decided, found.wins) == (3, 2, 1)
    assert (found.scored, found.mean_points) == (1, 9)
    assert [bead.result for bead in found.ribbon] == ["won", "unknown", "lost"]
    assert [bead.rank for bead in found.ribbon] == [1, None, 2]


def test_points_of_a_match_that_stopped_half_way_do_not_count() -> None:
    assert anna(match("Anna 3, Ben 1", depth="moves", state="closed")).scored == 0
    assert anna(match("Anna 3, Ben 1", state="open")).scored == 0
    assert anna(match("Anna 3, Ben 1", state="closed")).scored == 1


def test_the_winner_is_a_fact_also_against_the_points() -> None:
    found = anna(match("Anna* 3, Ben 8"))
    assert (found.wins, found.opponents[0].before) == (1, 1)
    assert not [record for record in found.records if record.kind == "margin"]


def test_the_ribbon_shows_the_latest_twenty() -> None:
    played = [match("Anna* 9, Ben 5") for _ in range(23)]
    assert [bead.match for bead in anna(*played).ribbon] == [one.id for one in played[3:]]


def test_streaks_pass_over_unknown_results() -> None:
    results = ["Anna*, Ben", "Anna*, Ben", "Anna, Ben", "Anna*, Ben", "Anna, Ben*", "Anna*, Ben"]
    found = anna(*(match(told, id=f"m{place}") for place, told in enumerate(results)))
    assert found.winning is not None
    assert found.winning.matches == ("m0", "m1", "m3")
    assert found.losing is not None
    assert found.losing.matches == ("m4",)
    assert found.current is not None
    assert (found.current.result, found.current.length) == ("won", 1)


def test_the_nemesis_is_whom_one_surely_finishes_after() -> None:
    found = anna(
        *(match("Anna 1, Ben* 9, Cilka 0") for _ in range(4)),
        *(match("Anna 1, Dan* 9") for _ in range(2)),
        match("Anna* 5, Ben 4"),
    )
    assert found.nemesis is not None
    assert (found.nemesis.person, found.nemesis.before, found.nemesis.after) == ("Ben", 1, 4)
    assert found.favorite is not None
    assert (found.favorite.person, found.favorite.before) == ("Cilka", 4)


def test_the_surest_is_who_did_it_most_often() -> None:
    worse = [match("Anna 1, Ben* 9") for _ in range(3)] + [match("Anna 1, Cilka* 9") for _ in range(9)]
    better = [match("Anna* 9, Dan 1") for _ in range(9)] + [match("Anna* 9, Eva 1") for _ in range(3)]
    found = anna(*worse, *better)
    assert found.nemesis is not None
    assert found.favorite is not None
    assert (found.nemesis.person, found.favorite.person) == ("Cilka", "Dan")


def test_two_results_make_no_nemesis() -> None:
    assert anna(match("Anna 1, Dan* 9"), match("Anna 1, Dan* 9")).nemesis is None


def test_losers_of_known_rank_finished_before_each_other() -> None:
    cilka, dan = anna(match("Anna 5, Ben* 9, Cilka 4, Dan 5")).opponents[1:]
    assert (cilka.before, dan.together) == (1, 1)


def test_plays_by_game_by_players_and_by_seat() -> None:
    found = anna(
        match("Anna* 9, Ben 5", start="Anna"),
        match("Anna 2, Ben* 5, Cilka 1", start="Ben"),
        match("Anna* 30, Ben 5", game="Golf"),
    )
    assert [(row.label, row.plays, row.wins, row.points.value) for row in found.games] == [
        ("Azul", 2, 1, 5.5),
        ("Golf", 1, 1, 30),
    ]
    assert [(row.label, row.plays) for row in found.players] == [("2", 2), ("3", 1)]
    assert {row.label: row.wins for row in found.seats} == {"start": 1, "other": 0, "unknown": 1}


def test_records_know_their_match_and_where_fewest_points_win() -> None:
    golf = {"game": "Golf", "lowest_wins": True}
    found = anna(
        match("Anna* 60, Ben 70", id="good", **golf),
        match("Anna* 55, Ben 56", id="better", **golf),
        match("Anna* 55, Ben 60", id="as good", **golf),
        match("Anna 90, Ben* 20", id="awful", **golf),
    )
    best = {record.kind: (record.value, record.match, record.n) for record in found.records}
    assert best == {"points": (55, "better", 4), "margin": (10, "good", 3)}


def test_points_by_source_are_compared_with_everybody_else() -> None:
    told = match("Anna* 12, Ben 8", id="a", key="chocolatier", depth="moves")
    other = match("Ben* 20, Cilka 5", id="b", key="chocolatier", depth="moves")
    details = {
        "a": (rounds(12, sources={"wall": 14, "floor": -2}), rounds(8, sources={"wall": 8})),
        "b": (rounds(20, sources={"wall": 20}), rounds(5, sources={"wall": 5})),
    }
    wall, floor = anna(told, other, details=details).sources
    assert (wall.source, wall.own.value, wall.group.value) == ("wall", 14, 11)
    assert (floor.own.value, floor.group.value, floor.group.n) == (-2, 0, 3)


def test_nobody_knows_a_stranger() -> None:
    stranger = about("Zoe", random_plays(Random(1), 10))
    assert (stranger.plays, stranger.rating, stranger.mean_points, stranger.current) == (0, None, None, None)
