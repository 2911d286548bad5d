"""People head to head."""

import json
from dataclasses import asdict, replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eventstore.statistics.pair import Pair, pair
from eventstore.statistics.plays import PlayedMatch
from tests.core.games.played import match, random_plays, rounds


def between(*people: str, played: list[PlayedMatch]) -> Pair:
    return pair(played, people, {"Anna": "Anna Nováková"}, {})


def test_only_matches_of_all_of_them_count() -> None:
    found = between(
        "Anna",
        "Ben",
        played=[
            match("Anna* 9, Ben 5"),
            match("Anna* 9, Cilka 5"),
            match("Ben 1, Cilka* 8, Anna 3"),
            match("Anna, Ben"),
        ],
    )
    anna, ben = found.people
    assert (found.plays, found.decided, found.scored) == (3, 2, 2)
    assert (anna.name, anna.wins, anna.first, anna.decided) == ("Anna Nováková", 1, 2, 2)
    assert (ben.wins, ben.first, ben.points.value) == (0, 0, 3)
    duel = found.duels[0]
    assert (duel.before, duel.after, duel.together, duel.margin.value) == (2, 0, 0, 3)


def test_the_difference_adds_up_in_order() -> None:
    found = between("Anna", "Ben", played=[match("Anna* 9, Ben 5"), match("Anna, Ben"), match("Anna 1, Ben* 8")])
    assert [moment.ahead for moment in found.line] == [(1, -1), (1, -1), (0, 0)]
    assert [moment.points for moment in found.line] == [(4, -4), (4, -4), (-3, 3)]


def test_where_the_fewest_points_win_fewer_is_ahead() -> None:
    found = between("Anna", "Ben", played=[match("Anna* 60, Ben 70", lowest_wins=True)])
    assert found.duels[0].margin.value == 10
    assert found.line[-1].points == (10, -10)


def test_of_three_people_the_first_was_before_both() -> None:
    found = between(
        "Anna", "Ben", "Cilka", played=[match("Anna 5, Ben* 9, Cilka 1"), match("Anna* 5, Ben 4, Cilka* 5")]
    )
    assert [one.first for one in found.people] == [0, 1, 0]
    assert [one.wins for one in found.people] == [1, 1, 1]
    assert found.line[0].points == (0, 6, -6)
    assert [sum(moment.ahead) for moment in found.line] == [0, 0]
    assert [(duel.one, duel.other, duel.before, duel.after, duel.together) for duel in found.duels] == [
        ("Anna", "Ben", 1, 1, 0),
        ("Anna", "Cilka", 1, 0, 1),
        ("Ben", "Cilka", 1, 1, 0),
    ]


def test_partners_do_not_duel() -> None:
    teams = {"Anna": 0, "Ben": 0, "Cilka": 1, "Dan": 1}
    found = between("Anna", "Ben", "Cilka", played=[match("Anna* 9, Ben*, Cilka 4, Dan 1", teams=teams)])
    assert [duel.before for duel in found.duels] == [0, 1, 1]
    assert found.duels[1].margin.value == 9 - 5
    assert found.people[0].first == 0


def test_wins_of_one_side_are_no_wins_of_a_contest() -> None:
    together = [match("Anna*, Ben*", game="Pandemic", cooperative=True) for _ in range(3)]
    found = between("Anna", "Ben", played=[*together, match("Anna 4, Ben* 5")])
    assert (found.plays, found.decided, found.cooperative.plays, found.cooperative.wins) == (4, 1, 3, 3)
    assert [(one.decided, one.wins, one.cooperative.wins) for one in found.people] == [(1, 0, 3), (1, 1, 3)]
    assert {split.label: split.wins for split in found.games} == {"Pandemic": (0, 0), "Azul": (0, 1)}


def test_splits_by_game_by_players_and_by_who_began() -> None:
    found = between(
        "Anna",
        "Ben",
        played=[
            match("Anna* 9, Ben 5", start="Anna"),
            match("Anna 9, Ben* 12", start="Ben", game="Golf"),
            match("Anna 9, Ben 10, Cilka* 12", start="Cilka"),
            match("Anna* 9, Ben 5"),
        ],
    )
    assert [(row.label, row.wins, row.first) for row in found.games] == [
        ("Azul", (2, 0), (2, 1)),
        ("Golf", (0, 1), (0, 1)),
    ]
    assert [(share.count, share.n) for share in found.games[0].shares] == [(2, 3), (1, 3)]
    assert [(row.label, row.plays) for row in found.players] == [("2", 3), ("3", 1)]
    assert {row.label: row.wins for row in found.seats} == {
        "Anna": (1, 0),
        "Ben": (0, 1),
        "other": (0, 0),
        "unknown": (1, 0),
    }


def test_where_two_are_said_to_have_begun_nobody_knows_who() -> None:
    contest = match("Anna* 9, Ben 5", start="Anna")
    both = replace(contest, seats=tuple(replace(seat, started=True) for seat in contest.seats))
    assert [row.label for row in between("Anna", "Ben", played=[both]).seats] == ["unknown"]


def test_the_biggest_comeback_was_furthest_behind_after_a_round_and_won() -> None:
    played = [match("Anna* 30, Ben 28", id="a"), match("Anna 30, Ben* 31", id="b"), match("Anna* 50, Ben 1", id="c")]
    details = {
        "a": (rounds(2, 10, 30), rounds(5, 18, 28)),
        "b": (rounds(20, 30), rounds(None, 31)),
        "c": (rounds(50), rounds(1)),
    }
    found = pair(played, ["Ben", "Anna"], {}, details).comeback
    assert found is not None
    assert (found.person, found.match, found.round, found.behind) == ("Anna", "a", 2, 8)
    assert pair(played[1:], ["Ben", "Anna"], {}, details).comeback is None


def test_a_comeback_where_the_fewest_points_win_is_from_the_most() -> None:
    golf = match("Anna* 60, Ben 70", id="golf", lowest_wins=True)
    found = pair([golf], ["Anna", "Ben"], {}, {"golf": (rounds(40, 60), rounds(31, 70))}).comeback
    assert found is not None
    assert (found.person, found.round, found.behind) == ("Anna", 1, 9)


def test_people_who_never_met_have_nothing_between_them() -> None:
    found = between("Anna", "Zoe", played=[match("Anna* 9, Ben 5")])
    assert (found.plays, found.line, found.comeback, found.duels[0].share.value) == (0, (), None, None)


def test_a_head_to_head_is_told_as_json() -> None:
    found = asdict(between("P0", "P1", played=random_plays(Random(2), 60)))
    assert json.loads(json.dumps(found))["plays"] == found["plays"] > 5


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000))
def test_a_recount_with_plain_loops_finds_the_same(seed: int) -> None:
    played = random_plays(Random(seed), 80)
    people = ("P0", "P1", "P2")
    found = between(*people, played=played)
    together = [one for one in played if {*people} <= {seat.person for seat in one.seats}]
    assert found.matches == tuple(one.id for one in together)
    for duel, (one, other) in zip(found.duels, combinations(people, 2), strict=True):
        before = after = 0
        margins = []
        for game in together:
            own, theirs = (next(seat for seat in game.seats if seat.person == name) for name in (one, other))
            if game.cooperative:
                continue
            if own.won is not None and own.rank != theirs.rank:
                before += own.rank < theirs.rank
                after += own.rank > theirs.rank
            if own.won is not None and own.score is not None and theirs.score is not None:
                margins.append((own.score - theirs.score) * (-1 if game.lowest_wins else 1))
        assert (duel.before, duel.after, duel.margin.n) == (before, after, len(margins))
        assert duel.margin.value == (pytest.approx(sum(margins) / len(margins)) if margins else None)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10_000))
def test_asking_the_other_way_round_turns_everything_round(seed: int) -> None:
    rng = Random(seed)
    played = random_plays(rng, 60)
    turned = [replace(one, seats=one.seats[::-1]) for one in played]
    there, back = between("P0", "P1", played=played), between("P1", "P0", played=turned)
    assert there.people == back.people[::-1]
    assert [moment.ahead for moment in there.line] == [moment.ahead[::-1] for moment in back.line]
    assert (there.duels[0].before, there.duels[0].after) == (back.duels[0].after, back.duels[0].before)
