"""How chevrons move, what they mark and connect, and when they turn."""

import pytest

from core.game import Refusal
from core.games import azacru
from core.games.azacru.events import ChevronMoved, Passed
from core.games.azacru.fields import FIELD_INDEX, REGIONS, named
from tests.core.games.azacru.table import ends, fields, markers_of, moved, moves, played, refused, seat, standing, table

FAR_AWAY = seat("i9 SW")


def test_only_an_own_chevron_moves_and_only_in_turn() -> None:
    state = table(seat("e5 N"), seat("e1 N"))
    assert refused(state, "e5-e6") is None
    assert refused(state, "e1-e2") == "A-MOVE-1"
    assert refused(state, "d4-d5") == "A-MOVE-1"
    assert refused(state, "B: e1-e2") == "A-MOVE-1"
    assert refused(state, "D: e5-e6") == "A-MOVE-1"


@pytest.mark.parametrize("name", ["", "e", "e0", "j1", "E5", "nonsense", "e55"])
def test_a_field_that_is_not_on_the_board_is_refused(name: str) -> None:
    state = table(seat("e5 N"), FAR_AWAY)
    for event in (ChevronMoved(0, name, "e6"), ChevronMoved(0, "e5", name)):
        assert azacru.refusal(state, event) == Refusal("A-MOVE-1", f"There is no field {name!r}.")


def test_a_player_passes_if_and_only_if_no_chevron_can_move() -> None:
    free = table(seat("e5 N"), FAR_AWAY)
    stuck = table(seat("e9 N"), FAR_AWAY)
    assert refused(free, "pass") == "A-MOVE-1"
    assert moves(stuck) == moves(table(seat("- -"), FAR_AWAY)) == ["pass"]
    assert refused(stuck, "pass") is None
    assert refused(stuck, "B: pass") == "A-MOVE-1"


@pytest.mark.parametrize(
    ("facing", "reached"),
    [
        *(("N", "d6 e6 f6"), ("NE", "e6 f6 f5"), ("E", "f6 f5 f4"), ("SE", "f5 f4 e4")),
        *(("S", "f4 e4 d4"), ("SW", "e4 d4 d5"), ("W", "d4 d5 d6"), ("NW", "d5 d6 e6")),
    ],
)
def test_a_chevron_moves_ahead_or_45_degrees_to_either_side(facing: str, reached: str) -> None:
    state = table(seat(f"e5 {facing}"), FAR_AWAY)
    assert moves(state) == [f"e5-{end}" for end in reached.split()]
    for end in ("d4", "d5", "d6", "e4", "e6", "f4", "f5", "f6"):
        assert refused(state, f"e5-{end}") == (None if end in reached.split() else "A-MOVE-2")


@pytest.mark.parametrize("end", ["e5", "f7", "g6", "c4"])
def test_a_move_is_a_straight_line(end: str) -> None:
    state = table(seat("e5 NE", on="d4 d5 d6 e5"), FAR_AWAY)
    assert refused(state, f"e5-{end}") == "A-MOVE-2"


@pytest.mark.parametrize(("end", "facing"), [("f6", "NE"), ("f5", "E"), ("f4", "SE")])
def test_afterwards_it_faces_the_way_it_moved(end: str, facing: str) -> None:
    after = played(table(seat("e5 E"), FAR_AWAY), f"e5-{end}")
    assert standing(after, 0) == [f"{end} { {'f6': 'NE', 'f5': 'E', 'f4': 'SE'}[end] }"]


def test_the_board_ends_at_its_edges() -> None:
    assert ends(table(seat("i1 E"), FAR_AWAY)) == set()
    assert ends(table(seat("a9 SE"), FAR_AWAY)) == {"b9", "b8", "a8"}
    assert ends(table(seat("i4 NE"), FAR_AWAY)) == {"i5"}
    assert ends(table(seat("a4 NW"), FAR_AWAY)) == {"a5"}


@pytest.mark.parametrize(("own", "reach"), [("", 1), ("e5", 1), ("d4", 1), ("d4 f6", 2), ("e5 d4 f6", 3)])
def test_the_distance_is_at_most_the_own_markers_in_the_region(own: str, reach: int) -> None:
    state = table(seat("e5 S", on=own), FAR_AWAY)
    straight = [f"e{5 - distance}" for distance in range(1, 5)]
    assert [end for end in straight if end in ends(state)] == straight[:reach]
    assert refused(state, f"e5-{straight[reach]}") == "A-MOVE-3"


def test_the_refusal_says_how_far_it_is() -> None:
    one, two = table(seat("e5 S"), FAR_AWAY), table(seat("e5 S", on="d4 f6"), FAR_AWAY)
    assert str(azacru.refusal(one, moved("e5-e1"))) == "From here a chevron moves 1 field at most. (A-MOVE-3)"
    assert str(azacru.refusal(two, moved("e5-e1"))) == "From here a chevron moves 2 fields at most. (A-MOVE-3)"


def test_markers_of_other_regions_and_of_opponents_do_not_count() -> None:
    state = table(seat("e5 S", on="c4 d3 g6 e7"), seat("i9 SW", on="d4 d5 d6"))
    assert ends(state) == {"e4", "f4"}


@pytest.mark.parametrize(("left", "files"), [("a", "abc"), ("e", "def"), ("i", "ghi")])
@pytest.mark.parametrize(("low", "ranks"), [("1", "123"), ("5", "456"), ("9", "789")])
def test_regions_are_squares_of_three_by_three(left: str, files: str, low: str, ranks: str) -> None:
    assert set(named(REGIONS[FIELD_INDEX[left + low]])) == {file + rank for file in files for rank in ranks}


def test_it_may_not_end_on_a_chevron_or_on_a_marker_of_an_opponent() -> None:
    state = table(seat("e5 N f6 S", on="e6"), seat("i9 SW", on="d6"))
    assert refused(state, "e5-f6") == "A-MOVE-4"
    assert refused(state, "e5-d6") == "A-MOVE-4"
    assert refused(state, "e5-e6") is None
    assert "d6" not in ends(state)
    assert refused(table(seat("e5 N"), seat("e6 S")), "e5-e6") == "A-MOVE-4"


def test_chevrons_in_between_block() -> None:
    for blocker in (
        table(seat("e5 S e4 W", on="e5 d5 f5"), FAR_AWAY),
        table(seat("e5 S", on="e5 d5 f5"), seat("e4 W")),
    ):
        assert refused(blocker, "e5-e3") == "A-MOVE-5"
        assert refused(blocker, "e5-e2") == "A-MOVE-5"
        assert not {"e3", "e2"} & ends(blocker)


def test_any_number_of_chevrons_is_jumped_from_an_own_marker_to_an_own_marker() -> None:
    state = table(seat("e5 S e4 W", on="e5 d5 f5 e2"), seat("e3 W"))
    assert refused(state, "e5-e2") is None
    after = played(state, "e5-e2")
    assert standing(after, 0) == ["e2 S", "e4 W"]
    assert markers_of(after, 0) == {"e5", "d5", "f5", "e2"}  # Jumped chevrons: nothing is connected (A-CONNECT-1).


@pytest.mark.parametrize("own", ["e5 d5 f5", "d4 d5 f5 e2"])
def test_a_jump_needs_an_own_marker_at_both_ends(own: str) -> None:
    assert refused(table(seat("e5 S e4 W", on=own), FAR_AWAY), "e5-e2") == "A-MOVE-5"


def test_markers_of_opponents_in_between_do_not_block() -> None:
    state = table(seat("e5 S", on="e5 d5 f5"), seat("i9 SW", on="e4 e3"))
    after = played(state, "e5-e2")
    assert markers_of(after, 0) == {"e5", "d5", "f5", "e2"}
    assert markers_of(after, 1) == {"e4", "e3"}


def test_the_field_of_arrival_gets_an_own_marker_and_the_field_it_left_none() -> None:
    after = played(table(seat("e5 N"), FAR_AWAY), "e5-e6")
    assert markers_of(after, 0) == {"e6"}
    assert azacru.scores(after) == (1, 0)


@pytest.mark.parametrize(
    ("own", "other", "end", "after", "chevron"),
    [
        ("b2 a1 a2 e2", "", "e2", "a1 a2 b2 c2 d2 e2", "e2 E"),
        # Without own markers at both ends before the move, and to the next field, there is nothing to connect.
        ("a1 a2 c1 e2", "", "e2", "a1 a2 c1 e2", "e2 E"),
        ("b2 a1 a2", "", "e2", "a1 a2 b2 e2", "e2 E"),
        ("b2 c2", "", "c2", "b2 c2", "c2 E"),
        ("b2 a1 a2 c2 e2", "d2", "e2", "a1 a2 b2 c2 d2 e2", "-"),  # One replaced marker costs the chevron.
    ],
)
def test_from_own_marker_to_own_marker_everything_in_between_is_marked(
    own: str, other: str, end: str, after: str, chevron: str
) -> None:
    state = played(table(seat("b2 E", on=own), seat("i9 SW", on=other)), f"b2-{end}")
    assert (markers_of(state, 0), standing(state, 0)) == ({*after.split()}, [chevron])


def test_a_connection_over_markers_of_opponents_replaces_them_and_costs_the_chevron() -> None:
    state = table(seat("b2 E h8 N", on="b2 a1 a2 e2"), seat("i9 SW", on="c2 d2 c3"), seat("- a9 S", on="d3"))
    after = played(state, "b2-e2")
    assert markers_of(after, 0) == {"a1", "a2", "b2", "c2", "d2", "e2"}
    assert markers_of(after, 1) == {"c3"}
    assert markers_of(after, 2) == {"d3"}
    assert standing(after, 0) == ["-", "h8 N"]
    assert standing(after, 2) == ["-", "a9 S"]


def test_replaced_markers_go_back_to_their_owners() -> None:
    state = table(seat("b2 E", on="b2 a1 a2 e2"), seat("i9 SW", on="c2 d2 c3"))
    after = played(state, "b2-e2")
    assert azacru.scores(state) == (4, 3)
    assert azacru.scores(after) == (6, 1)
    assert azacru.inventory(after) == azacru.inventory(state)


def test_the_supply_never_limits_a_move() -> None:
    everything = " ".join(f"{file}{rank}" for file in "abcdef" for rank in range(1, 10))
    state = table(seat("f5 E", on=everything), FAR_AWAY)
    assert azacru.scores(state) == (54, 0)
    assert azacru.scores(played(state, "f5-g5"))[0] == 55


def test_after_a_change_of_region_it_may_turn_45_degrees() -> None:
    state = table(seat("f5 E"), FAR_AWAY)
    assert moves(state) == [f"f5-{end}{turn}" for end in ("g6", "g5", "g4") for turn in ("", "<", ">")]
    turned = {text: standing(played(state, text), 0)[0] for text in ("f5-g5<", "f5-g5", "f5-g5>")}
    assert turned == {"f5-g5<": "g5 NE", "f5-g5": "g5 E", "f5-g5>": "g5 SE"}


def test_left_of_north_is_northwest_and_right_of_northwest_is_north() -> None:
    state = table(seat("d6 N"), FAR_AWAY)
    assert standing(played(state, "d6-d7<"), 0) == ["d7 NW"]
    assert standing(played(state, "d6-c7>"), 0) == ["c7 N"]


@pytest.mark.parametrize("text", ["e5-e6<", "e5-e6>"])
def test_within_a_region_it_does_not_turn(text: str) -> None:
    state = table(seat("e5 N"), FAR_AWAY)
    assert refused(state, text) == "A-TURN-1"
    assert moves(state) == ["e5-d6", "e5-e6", "e5-f6"]


def test_it_may_turn_on_coming_far_and_after_a_connection() -> None:
    state = table(seat("b2 E", on="b2 a1 a2 e2"), FAR_AWAY)
    assert [text for text in moves(state) if text.startswith("b2-e2")] == ["b2-e2", "b2-e2<", "b2-e2>"]
    assert markers_of(played(state, "b2-e2<"), 0) >= {"c2", "d2"}


def test_a_chevron_that_leaves_the_game_does_not_turn() -> None:
    state = table(seat("b2 E", on="b2 a1 a2 e2"), seat("i9 SW", on="c2"))
    assert [text for text in moves(state) if text.startswith("b2-e2")] == ["b2-e2"]
    assert refused(state, "b2-e2>") == "A-TURN-1"


def test_the_trace_names_the_way_and_the_fields_whose_marker_changed() -> None:
    state = table(seat("b2 E", on="b2 a1 a2 c2 f2 e2"), seat("i9 SW", on="d2"))
    trace = played(state, "b2-e2").trace
    assert trace is not None
    assert (1 << trace.start, 1 << trace.end, trace.changed) == (fields("b2"), fields("e2"), fields("d2"))
    stuck = table(seat("e9 N"), FAR_AWAY)
    assert azacru.evolve(stuck, Passed(0)).trace is None
