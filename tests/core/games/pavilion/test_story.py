"""The stages inside one event, as the viewer tells them."""

from core.game import CHANCE, Gain
from core.games import pavilion
from core.games.pavilion import BonusTaken, Passed, SupplyFilled, TilePlaced, TilesTaken
from core.games.pavilion.events import Event
from core.games.pavilion.state import State
from tests.core.games.pavilion.table import board, filled, names, table


def labels(state: State, event: Event) -> list[str]:
    return [step.label for step in pavilion.story(state, event)]


def gains(state: State, event: Event) -> list[Gain]:
    return [gain for step in pavilion.story(state, event) for gain in step.gains]


def test_a_take_is_one_stage_that_mentions_the_wild_and_the_token() -> None:
    state = table(displays=("RRPB", "PPPP", "GGGG"), center="BBP")
    assert labels(state, TilesTaken(0, 1, "red")) == ["takes 2 red and the wild purple from display 1"]
    assert labels(state, TilesTaken(0, 2, "purple")) == ["takes 1 purple from display 2"]
    assert labels(state, TilesTaken(0, 3, "green")) == ["takes 4 green from display 3"]
    label = "takes 2 blue and the wild purple from the center, with the start token"
    assert labels(state, TilesTaken(0, 0, "blue")) == [label]
    assert gains(state, TilesTaken(0, 1, "red")) == []
    assert gains(state, TilesTaken(0, 0, "blue")) == [Gain(0, -3, "token", "P-TAKE-5")]


def test_draws_are_told() -> None:
    assert labels(table(phase="displays", round=2), filled("RRRR", "BBBB", "YYYY", "OOOO", "GGGG")) == [
        "round 3: the displays are filled"
    ]
    state = table(board("R"), phase="supply", supply="RRRRRRRRR")
    assert labels(state, SupplyFilled(("blue",))) == ["the supply is filled", "has no tiles and passes"]


def test_a_placement_shows_the_run_it_scored_and_the_features_it_completed() -> None:
    state = table(board("OOP", center="B....R", orange="O.O...", red="..RR.."), board("R"), phase="place")
    event = TilePlaced(0, "orange", 2, "orange", 1)
    steps = pavilion.story(state, event)
    assert [step.label for step in steps] == [
        "places orange on orange 2",
        "pillar complete: 1 bonus tile",
        "statue complete: 2 bonus tiles",
    ]
    assert gains(state, event) == [
        Gain(0, 3, "placement", "P-SCORE-1", ("0/orange/1", "0/orange/2", "0/orange/3")),
        Gain(0, 0, "pillar", "P-BONUS-1", ("0/orange/2", "0/orange/3", "0/center/6", "0/center/1")),
        Gain(0, 0, "statue", "P-BONUS-1", ("0/orange/1", "0/orange/2", "0/red/3", "0/red/4")),
    ]
    assert steps[-1].state == pavilion.evolve(state, event)


def test_a_bonus_is_told() -> None:
    state = table(board(), board("R"), phase="bonus", due=2)
    (step,) = pavilion.story(state, BonusTaken(0, names("PG")))
    assert step.label == "takes purple, green from the supply"
    assert pavilion.turn(step.state) == CHANCE


def test_a_pass_tells_what_it_really_cost() -> None:
    state = table(board("RRRRR", score=3), board("R"), phase="place")
    assert labels(state, Passed(0, names("R"))) == ["passes, keeps 1, discards 4"]
    assert gains(state, Passed(0, names("R"))) == [Gain(0, -2, "discard", "P-PASS-1")]
    assert gains(table(board("R"), board("R"), phase="place"), Passed(0, names("R"))) == []


def test_the_last_pass_tells_everything_up_to_the_end() -> None:
    number = {
        name: letter + "....."
        for name, letter in zip(("orange", "blue", "yellow", "green", "purple", "center"), "OBYGPP", strict=True)
    }
    seat_1 = board(score=10, red="RRRRRR", **number)
    state = table(board("BB", score=9), seat_1, phase="place", round=6)
    steps = pavilion.story(state, Passed(0, ()))
    assert [step.label for step in steps] == [
        "passes, keeps 0, discards 2",
        "has no tiles and passes",
        "complete red star",
        "tiles on all spaces with a 1",
    ]
    ones = ("orange", "red", "blue", "yellow", "green", "purple", "center")
    assert [gain for step in steps for gain in step.gains] == [
        Gain(0, -2, "discard", "P-PASS-3"),
        Gain(1, 0, "discard", "P-PASS-2"),
        Gain(1, 14, "star", "P-END-1", tuple(f"1/red/{position}" for position in range(1, 7))),
        Gain(1, 4, "number", "P-END-2", tuple(f"1/{name}/1" for name in ones)),
    ]
    assert [pavilion.scores(step.state) for step in steps] == [(7, 10), (7, 10), (7, 24), (7, 28)]
    assert steps[-1].state == pavilion.evolve(state, Passed(0, ()))


def test_the_last_take_tells_who_cannot_place() -> None:
    state = table(board(), board("R"), displays=("R",), seat=1)
    assert labels(state, TilesTaken(1, 1, "red")) == ["takes 1 red from display 1", "has no tiles and passes"]
