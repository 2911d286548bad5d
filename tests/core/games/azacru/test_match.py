"""The course of a match: where it starts, whose turn it is, how it ends."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games import azacru
from core.games.azacru import Options
from core.games.azacru.state import Side, State
from tests.core.games.azacru.table import moves, played, refused, seat, standing, table


@pytest.mark.parametrize(
    ("sides", "starts"),
    [
        (("A", "B"), ["a9 SE g9 S i5 W g1 N", "i1 NW c1 N a5 E c9 S"]),
        (("B", "A"), ["i1 NW c1 N a5 E c9 S", "a9 SE g9 S i5 W g1 N"]),
        (("a", "b", "c"), ["g9 S i5 W g1 N", "c9 S a5 E c1 N", "e9 S a7 E i7 W"]),
        (("d", "c", "b", "a"), ["e1 N a3 E i3 W", "e9 S a7 E i7 W", "c9 S a5 E c1 N", "g9 S i5 W g1 N"]),
    ],
)
def test_each_side_has_its_chevrons_and_the_board_no_marker(sides: tuple[Side, ...], starts: list[str]) -> None:
    state = azacru.setup(len(sides), Options(sides))
    assert [" ".join(standing(state, each)) for each in range(len(sides))] == starts
    assert azacru.scores(state) == (0,) * len(sides)
    assert azacru.turn(state) == 0
    assert azacru.round_number(state) == 1


@pytest.mark.parametrize(("seats", "usual"), [(2, ("A", "B")), (3, ("c", "a", "b")), (4, ("c", "a", "d", "b"))])
def test_the_sides_are_the_usual_ones_unless_a_match_says_otherwise(seats: int, usual: tuple[Side, ...]) -> None:
    assert azacru.setup(seats, Options()) == azacru.setup(seats, Options(usual))


@pytest.mark.parametrize(
    ("seats", "sides"),
    [(2, ("A",)), (2, ("A", "A")), (2, ("a", "b")), (3, ("a", "b", "d")), (3, ("A", "B")), (4, ("a", "b", "c"))],
)
def test_sides_that_do_not_fit_the_players_are_refused(seats: int, sides: tuple[Side, ...]) -> None:
    with pytest.raises(ValueError, match=f"With {seats} players the sides are .*, each once"):
        azacru.setup(seats, Options(sides))


@pytest.mark.parametrize(("seats", "chevrons"), [(2, 4), (3, 3), (4, 3)])
def test_each_seat_has_50_markers_and_its_chevrons(seats: int, chevrons: int) -> None:
    wanted = Counter({f"markers of seat {each}": 50 for each in range(seats)})
    wanted.update({f"chevrons of seat {each}": chevrons for each in range(seats)})
    assert azacru.inventory(azacru.setup(seats, Options())) == wanted


def test_a_round_is_once_around_the_table() -> None:
    state = azacru.setup(3, Options())
    seen = []
    for _ in range(7):
        seen.append((azacru.turn(state), azacru.round_number(state)))
        state = azacru.evolve(state, next(azacru.legal_moves(state)))
    assert seen == [(0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2), (0, 3)]


def test_nothing_is_left_to_chance() -> None:
    with pytest.raises(ValueError, match="chance"):
        azacru.deal(azacru.setup(2, Options()), Random(1))


STUCK = seat("e9 N")
FREE = seat("a1 N")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_after_the_first_pass_every_other_player_has_one_last_turn(seats: int) -> None:
    state = played(table(STUCK, *[seat(f"{file}1 N") for file in "adg"[: seats - 1]]), "A: pass")
    for each in range(1, seats):
        assert azacru.turn(state) == each
        assert azacru.outcome(state) is None
        state = azacru.evolve(state, next(azacru.legal_moves(state)))
    assert azacru.turn(state) is None
    assert azacru.round_number(state) == 1
    assert moves(state) == []
    assert refused(state, "A: pass") == "A-END-1"
    assert refused(state, "A: e9-e8") == "A-END-1"


def test_in_the_last_turns_too_only_who_cannot_move_passes() -> None:
    state = played(table(STUCK, STUCK, FREE), "A: pass", "B: pass")
    assert refused(state, "C: pass") == "A-MOVE-1"
    over = played(state, "C: a1-a2")
    assert azacru.turn(over) is None


def test_a_pass_in_the_last_turns_gives_no_further_turn() -> None:
    over = played(table(FREE, STUCK, seat("e1 S"), turns=1), "B: pass", "C: pass", "A: a1-a2")
    assert azacru.turn(over) is None
    assert azacru.round_number(over) == 2


@pytest.mark.parametrize(
    ("markers", "winners", "ranks", "why"),
    [
        (("a1 a2", "b1", ""), (0,), (1, 2, 3), "Most markers on the board: 2."),
        (("a1", "b1 b2", "c1 c2"), (1, 2), (3, 1, 1), "Equal on 2 markers: the victory is shared."),
        (("", "", ""), (0, 1, 2), (1, 1, 1), "Equal on 0 markers: the victory is shared."),
    ],
)
def test_most_markers_win(markers: tuple[str, ...], winners: tuple[int, ...], ranks: tuple[int, ...], why: str) -> None:
    outcome = azacru.outcome(table(*(seat(on=on) for on in markers), turns=30, last_turns=0))
    assert outcome is not None
    assert (outcome.winners, outcome.ranks, outcome.why) == (winners, ranks, why)


def test_a_chevron_can_circle_on_own_markers_for_ever() -> None:
    ring = "c4 c5 d6 e6 f5 f4 e3 d3"
    start = table(seat("c4 N", on=ring), seat("g1 N", on="h2 g1 i1"))
    around = ("c4-c5", "c5-d6", "d6-e6", "e6-f5", "f5-f4", "f4-e3", "e3-d3", "d3-c4")
    facing = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
    state = start
    for move, way in zip(around, facing, strict=True):
        state = played(state, move)
        assert standing(state, 0) == [f"{move[3:]} {way}"]
        state = State(state.markers, state.chevrons)
    assert state.markers == start.markers


@given(st.integers(2, 4), st.integers(0, 10_000))
def test_no_field_carries_two_markers_or_two_chevrons(seats: int, seed: int) -> None:
    state, rng = azacru.setup(seats, Options()), Random(seed)
    while azacru.turn(state) is not None and state.turns < 200:
        state = azacru.evolve(state, rng.choice(tuple(azacru.legal_moves(state))))
        union = 0
        for markers in state.markers:
            assert not union & markers
            union |= markers
        standing = [chevron.field for each in state.chevrons for chevron in each if chevron is not None]
        assert len(set(standing)) == len(standing)
