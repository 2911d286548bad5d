"""The stages inside one event, as the viewer tells them."""

from core.game import Gain, Step
from core.games import azacru
from core.games.azacru.events import Passed
from core.games.azacru.state import State
from tests.core.games.azacru.table import markers_of, moved, seat, standing, table


def steps_of(state: State, text: str) -> tuple[Step, ...]:
    event = moved(text)
    assert azacru.refusal(state, event) is None
    steps = azacru.story(state, event)
    assert steps[-1].state == azacru.evolve(state, event)
    return steps


def test_a_move_is_one_stage_that_gains_a_marker() -> None:
    (step,) = steps_of(table(seat("e5 N"), seat("i9 SW")), "e5-e6")
    assert step.label == "moves from e5 to e6"
    assert step.gains == (Gain(0, 1, "markers", "A-MARK-1", ("e6",)),)


def test_a_move_onto_an_own_marker_gains_nothing() -> None:
    (step,) = steps_of(table(seat("e5 N", on="e6"), seat("i9 SW")), "e5-e6")
    assert step.gains == ()


def test_a_turn_is_a_stage_of_its_own() -> None:
    first, second = steps_of(table(seat("f5 E"), seat("i9 SW")), "f5-g5>")
    assert standing(first.state, 0) == ["g5 E"]
    assert azacru.turn(first.state) == 0
    assert (second.label, second.gains) == ("turns right to face SE", ())
    assert standing(second.state, 0) == ["g5 SE"]


def test_a_connection_is_told_with_its_losses_and_the_chevron_that_leaves() -> None:
    state = table(seat("b2 E", on="a1 b1 b2 c2 f2"), seat("i9 SW", on="d2"), seat("i1 NW", on="e2"))
    steps = steps_of(state, "b2-f2")
    assert [step.label for step in steps] == [
        "moves from b2 to f2",
        "connects b2 and f2",
        "the chevron leaves the game",
    ]
    assert [step.gains for step in steps] == [
        (),
        (
            Gain(0, 2, "markers", "A-CONNECT-1", ("d2", "e2")),
            Gain(1, -1, "markers", "A-MARK-2", ("d2",)),
            Gain(2, -1, "markers", "A-MARK-2", ("e2",)),
        ),
        (Gain(0, 0, "markers", "A-CONNECT-2", ("f2",)),),
    ]
    assert [standing(step.state, 0) for step in steps] == [["f2 E"], ["f2 E"], ["-"]]
    assert [len(markers_of(step.state, 0)) for step in steps] == [5, 7, 7]
    assert [azacru.turn(step.state) for step in steps] == [0, 0, 1]


def test_own_markers_all_the_way_are_no_connection_worth_telling() -> None:
    (step,) = steps_of(table(seat("b2 E", on="a1 b2 c2 d2"), seat("i9 SW")), "b2-d2")
    assert step.label == "moves from b2 to d2"


def test_the_first_pass_announces_the_last_turns() -> None:
    stuck = seat("e9 N")
    (first,) = azacru.story(table(stuck, stuck), Passed(0))
    (second,) = azacru.story(first.state, Passed(1))
    assert first.label == "passes; everybody else has one last turn"
    assert second.label == "passes"
