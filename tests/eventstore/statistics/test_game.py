"""What all matches of one game say, and the records of every game."""

from dataclasses import replace

import pytest

from eventstore.statistics.game import GameStatistics
from eventstore.statistics.plays import PlayedMatch, PlayedSeat
from tests.core.games.played import match, rounds
from tests.eventstore.statistics.figures import course, game, records


def azul(*played: PlayedMatch) -> GameStatistics:
    return game(played, "Azul")


def test_only_its_own_matches_count() -> None:
    found = azul(match("Anna* 9, Ben 5"), match("Anna* 90, Ben 50", game="Golf"), match("Anna, Ben, nobody"))
    assert (found.plays, found.decided, found.wins, found.scored, found.mean_points) == (2, 2, 1, 1, 7)
    assert (found.depths.matches, found.depths.final) == (2, 2)


def test_how_long_it_takes_over_all_and_by_players() -> None:
    found = azul(
        match("Anna* 9, Ben 5", minutes=30),
        match("Anna* 9, Ben 5", minutes=40),
        match("Anna* 9, Ben 5, Cilka 1", minutes=80),
        match("Anna* 9, Ben 5"),
        match("Anna, Ben", minutes=3, state="open"),
    )
    assert [(row.players, row.minutes.value, row.minutes.n) for row in found.minutes] == [
        (None, 50, 3),
        (2, 35, 2),
        (3, 80, 1),
    ]
    assert found.players == {2: 3, 3: 1}


def test_points_by_players_mark_the_last_match() -> None:
    found = azul(
        match("Anna* 9, Ben 5"), match("Anna* 20, Ben"), match("Anna 3, Ben* 4", id="last"), match("Anna, Ben")
    )
    (spread,) = found.spreads
    assert spread.points == {9: 1, 5: 1, 20: 1, 3: 1, 4: 1}
    assert (spread.low, spread.median, spread.high) == (4, 5, 9)
    assert (spread.last_match, spread.last) == ("last", (3, 4))


def test_what_the_start_is_worth() -> None:
    first = [match("Anna* 9, Ben 5", start="Anna") for _ in range(9)]
    found = azul(*first, match("Anna* 9, Ben 5, Cilka 1", start="Ben"), match("Anna* 9, Ben 5"))
    everybody, two, three = found.start
    assert (everybody.share.count, everybody.share.n, everybody.players) == (9, 10, None)
    assert everybody.chance == pytest.approx((9 / 2 + 1 / 3) / 10)
    assert everybody.surprising
    assert (two.share.count, two.share.n, three.share.count, three.share.few) == (9, 9, 0, True)
    assert not three.surprising
    both = replace(first[0], seats=tuple(replace(seat, started=True) for seat in first[0].seats))
    assert azul(*first, both).start[0].share.n == 9, "where two are said to have begun, nobody knows who"


def test_places_are_known_where_turns_are() -> None:
    assert azul(match("Anna* 9, Ben 5")).places == ()
    found = azul(match("Anna* 9, Ben 5", key="chocolatier"), match("Anna 9, Ben, Cilka* 10", key="chocolatier")).places
    assert [(row.place, row.players, row.share.count) for row in found] == [
        (1, 2, 1),
        (2, 2, 0),
        (1, 3, 0),
        (2, 3, 0),
        (3, 3, 1),
    ]


def test_who_plays_it() -> None:
    found = azul(match("Anna* 9, Ben 5"), match("Ben* 9, somebody 5"))
    assert [(row.label, row.plays, row.wins) for row in found.people] == [("Ben", 2, 1), ("Anna", 1, 1)]


def test_spaces_of_the_board_by_how_often_they_were_filled() -> None:
    moves_match = match("Anna* 9, Ben 5", id="a", key="chocolatier", depth="moves")
    cells = ({"wall/1/1": 3, "wall/2/2": 1}, {"wall/1/1": 5})
    open_match = match("Anna 9, Ben 5", id="open", key="chocolatier", depth="moves", state="open")
    details = {id: tuple(PlayedSeat({}, (9,), own) for own in cells) for id in ("a", "open")}
    corner, middle = course([moves_match, open_match, match("Anna* 1, Ben 0")], details).spaces
    assert corner.filled.n == 2
    assert (corner.cell, corner.filled.value, corner.points.value) == ("wall/1/1", 1, 4)
    assert (middle.cell, middle.filled.value, middle.points.value) == ("wall/2/2", 0.5, 1)


def test_the_pace_is_the_mean_after_every_round() -> None:
    moves = {"key": "chocolatier", "depth": "moves"}
    played = [match("Anna* 20, Ben 12", id="a", **moves), match("Anna 3, Ben* 9", id="b", **moves)]
    sheet = match("Anna* 99, Ben 5", id="sheet", depth="rounds")
    details = {
        "a": (rounds(4, 20), rounds(2, 12)),
        "b": (rounds(3), rounds(9)),
        "sheet": (rounds(50, 99), rounds(3, 5)),
    }
    first, second = course([*played, sheet], details).pace
    assert (first.round, first.points.value, first.points.n, first.winners.value) == (1, 4.5, 4, 6.5)
    assert (second.points.value, second.winners.value) == (16, 20)
    assert course([sheet], details).pace[0].winners.value == 50


def test_records_of_a_game() -> None:
    found = azul(
        match("Anna* 60, Ben 50", id="a", minutes=30),
        match("Anna* 61, Ben 20", id="b", minutes=50),
        match("Anna* 70, Ben* 70", id="c"),
        match("Anna 99, Ben 1", id="open", depth="moves", state="open", minutes=5),
    ).records
    assert {(one.kind, one.value, one.match, one.person, one.n) for one in found} == {
        ("points", 70, "c", "Anna", 3),
        ("margin", 41, "b", "Anna", 2),
        ("total", 140, "c", None, 3),
        ("longest", 50, "b", None, 2),
        ("shortest", 30, "a", None, 2),
    }


def test_where_the_fewest_points_win_the_fewest_are_the_record() -> None:
    golf = [match("Anna* 60, Ben 90", id="a", lowest_wins=True), match("Anna* 70, Ben 75", id="b", lowest_wins=True)]
    assert [(one.kind, one.value, one.match) for one in records(golf)] == [
        ("points", 60, "a"),
        ("margin", 30, "a"),
        ("total", 145, "b"),
    ]


def test_the_margin_of_a_team_is_that_of_its_points_together() -> None:
    teams = {"Anna": 0, "Ben": 0, "Cilka": 1, "Dan": 1}
    margin = next(
        one for one in records([match("Anna* 9, Ben* 3, Cilka 4, Dan 6", teams=teams)]) if one.kind == "margin"
    )
    assert margin.value == 2


def test_a_game_nobody_played_has_nothing_to_tell() -> None:
    found = game([], "Chess")
    assert (found.plays, found.mean_points, found.start, found.spreads) == (0, None, (), ())
