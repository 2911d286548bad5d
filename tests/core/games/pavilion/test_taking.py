"""Filling the supply and the displays, and phase 1 of a round: taking tiles."""

from dataclasses import replace
from random import Random

import pytest

from core.game import CHANCE
from core.games import pavilion
from core.games.pavilion import BonusTaken, Options, Passed, SupplyFilled, TilePlaced, TilesTaken
from core.games.pavilion.events import Event
from tests.core.games.pavilion.table import board, filled, names, played, refused_by, table, tiles

FULL = ("BBBB", "GGGG", "OOOO", "YYYY", "RRRR")


def test_ten_tiles_for_the_supply_then_four_for_each_display() -> None:
    for seats, displays in ((2, 5), (3, 7), (4, 9)):
        state, rng = pavilion.setup(seats, Options()), Random(seats)
        assert (pavilion.turn(state), pavilion.round_number(state)) == (CHANCE, 0)
        supply = pavilion.deal(state, rng)
        assert isinstance(supply, SupplyFilled)
        assert refused_by(state, filled(*FULL)) == "P-BONUS-2"
        state = played(state, supply)
        assert sum(state.supply) == 10
        assert (pavilion.turn(state), pavilion.round_number(state)) == (CHANCE, 0)
        assert refused_by(state, supply) == "P-ROUND-1"
        state = played(state, pavilion.deal(state, rng))
        assert [sum(source) for source in state.sources] == [0] + [4] * displays
        assert sum(state.bag) == 132 - 10 - 4 * displays
        assert (pavilion.turn(state), pavilion.round_number(state)) == (0, 1)


def test_the_supply_gets_what_is_missing() -> None:
    state = table(board("P"), supply="PPPPPPP", phase="supply")
    assert refused_by(state, SupplyFilled(names("RRR"))) is None
    for drawn in ("RR", "RRRR", ""):
        assert refused_by(state, SupplyFilled(names(drawn))) == "P-BONUS-2"
    assert refused_by(state, SupplyFilled(("red", "red", "pink"))) == "P-BONUS-2"
    assert played(state, SupplyFilled(names("RRB"))).supply == tiles("PPPPPPPRRB")


def test_the_supply_stays_short_when_bag_and_tower_are_empty() -> None:
    state = table(board(), board("P"), supply="PPPPPPP", bag="R", tower="B", phase="supply")
    assert refused_by(state, SupplyFilled(names("RB"))) is None
    assert refused_by(state, SupplyFilled(names("R"))) == "P-BONUS-2"
    after = played(state, pavilion.deal(state, Random(1)))
    assert (sum(after.supply), after.phase, after.seat) == (9, "place", 1)


def test_the_tower_is_tipped_in_only_when_the_bag_is_empty() -> None:
    enough = played(table(bag="BBBBGGGGOOOOYYYYRRRR", tower="PPP", phase="displays"), filled(*FULL))
    assert (enough.bag, enough.tower) == (tiles(""), tiles("PPP"))
    short = played(table(bag="BBBBGGGGOOOOYYYY", tower="RRRRRB", phase="displays"), filled(*FULL))
    assert (short.bag, short.tower) == (tiles("RB"), tiles(""))


def test_no_tile_comes_from_the_tower_while_the_bag_holds_some() -> None:
    state = table(bag="BBBBBG", tower="RRRRRRRRRRRRRRRRRRRR", phase="displays")
    assert refused_by(state, filled("RRRR", "BBBB", "BGRR", "RRRR", "RRRR")) == "P-ROUND-1"
    assert refused_by(state, filled("BBBB", "BRRR", "GRRR", "RRRR", "RRRR")) == "P-ROUND-1"
    assert refused_by(state, filled("BBBB", "RGRB", "RRRR", "RRRR", "RRRR")) is None


def test_displays_stay_short_only_when_all_tiles_are_out() -> None:
    state = table(bag="BBB", tower="GGGGR", phase="displays")
    after = played(state, filled("BBBG", "GGGR"))
    assert after.sources == tuple(tiles(text) for text in ("", "BBBG", "GGGR", "", "", ""))
    assert refused_by(state, filled("BBBG", "GGG", "R")) == "P-ROUND-1"
    assert refused_by(state, filled("BBBG", "GGGR", "R")) == "P-ROUND-1"
    assert played(state, pavilion.deal(state, Random(1))).sources[3] == tiles("")


@pytest.mark.parametrize(
    "displays",
    [
        ("BBBB", "GGGG", "OOOO", "YYYY", "RRR"),
        ("BBBB", "GGGG", "OOOO", "YYYYY", "RRR"),
        ("BBBB", "GGGG", "OOOO", "YYYY", "YYYY"),
        ("BBBB", "GGGG", "OOOO", "YYYY"),
        ("BBBB", "GGGG", "OOOO", "YYYY", "RRRR", "RRRR"),
    ],
)
def test_a_fill_that_cannot_have_been_is_refused(displays: tuple[str, ...]) -> None:
    state = table(bag="BBBBGGGGOOOOYYYY", tower="RRRRRRRRRR", phase="displays")
    assert refused_by(state, filled(*FULL)) is None
    fill = replace(filled(), displays=tuple(names(text) for text in displays))
    assert refused_by(state, fill) == "P-ROUND-1"
    unknown = replace(filled(*FULL), displays=(*filled(*FULL).displays[:4], ("red", "red", "red", "white")))
    assert refused_by(state, unknown) == "P-ROUND-1"


def test_kept_tiles_come_back_beside_the_board_as_ordinary_ones() -> None:
    state = table(board(corners="PPR", passed=True), bag=None, phase="displays", round=1, start=1)
    after = played(state, filled(*FULL))
    assert (after.boards[0].hand, after.boards[0].corners) == (tiles("PPR"), tiles(""))
    assert not after.boards[0].passed
    assert (pavilion.round_number(after), pavilion.turn(after)) == (2, 1)


def test_worked_example_three_takes_in_round_one() -> None:
    state = table(board(), board(), board(), displays=("RRYY", "GPPY"))
    state = played(state, TilesTaken(0, 1, "red"))
    assert state.boards[0].hand == tiles("RR")
    assert state.sources[0] == tiles("YY")
    state = played(state, TilesTaken(1, 2, "green"))
    assert state.boards[1].hand == tiles("GP")
    assert state.sources[0] == tiles("YYYP")
    state = played(state, TilesTaken(2, 0, "yellow"))
    assert state.boards[2].hand == tiles("YYYP")
    assert state.token == 2
    assert pavilion.scores(state) == (5, 5, 1)


def test_one_wild_comes_along_not_more() -> None:
    state = played(table(displays=("RPPP", "BBBB")), TilesTaken(0, 1, "red"))
    assert (state.boards[0].hand, state.sources[0]) == (tiles("RP"), tiles("PP"))
    state = played(table(displays=("RPPP", "BBBB"), round=2), TilesTaken(0, 1, "purple"))
    assert (state.boards[0].hand, state.sources[0]) == (tiles("PPP"), tiles("R"))


def test_the_wild_color_is_chosen_only_where_it_lies_alone_and_then_one_tile_is_taken() -> None:
    state = table(displays=("RPPP", "PPPP"), center="PP")
    assert refused_by(state, TilesTaken(0, 1, "purple")) == "P-TAKE-3"
    after = played(state, TilesTaken(0, 2, "purple"))
    assert (after.boards[0].hand, after.sources[0]) == (tiles("P"), tiles("PPPPP"))
    center = played(state, TilesTaken(0, 0, "purple"))
    assert (center.boards[0].hand, center.sources[0]) == (tiles("P"), tiles("P"))


def test_only_the_first_take_from_the_center_brings_the_token_and_costs_points() -> None:
    state = table(board(score=20), board(score=20), center="RRRPG", displays=("BBBB",))
    state = played(state, TilesTaken(0, 0, "red"), TilesTaken(1, 0, "green"))
    assert pavilion.scores(state) == (16, 20)
    assert state.token == 0
    assert state.boards[0].hand == tiles("RRRP")


def test_a_score_never_falls_below_one() -> None:
    state = played(table(board(score=3), center="RRRR", displays=("BBBB",)), TilesTaken(0, 0, "red"))
    assert pavilion.scores(state)[0] == 1
    state = played(table(board(score=1), center="RRRR", displays=("BBBB",)), TilesTaken(0, 0, "red"))
    assert pavilion.scores(state)[0] == 1


def test_only_what_lies_there_can_be_taken() -> None:
    state = table(displays=("BBGG",), center="R")
    assert refused_by(state, TilesTaken(0, 1, "red")) == "P-TAKE-2"
    assert refused_by(state, TilesTaken(0, 0, "blue")) == "P-TAKE-2"
    assert refused_by(state, TilesTaken(0, 1, "white")) == "P-TAKE-2"
    assert refused_by(state, TilesTaken(0, 6, "blue")) == "P-TAKE-1"
    assert refused_by(state, TilesTaken(0, -1, "blue")) == "P-TAKE-1"


def test_players_take_in_turn() -> None:
    state = table(board(), board(), board(), displays=("BBGG",), seat=2)
    for seat in (0, 1, 99, -1):
        assert refused_by(state, TilesTaken(seat, 1, "blue")) == "P-TAKE-1"
    assert pavilion.turn(played(state, TilesTaken(2, 1, "blue"))) == 0


@pytest.mark.parametrize(
    ("phase", "allowed", "rule"),
    [
        ("supply", SupplyFilled, "P-BONUS-2"),
        ("displays", type(filled()), "P-ROUND-1"),
        ("take", TilesTaken, "P-TAKE-1"),
        ("place", (TilePlaced, Passed), "P-PLACE-1"),
        ("bonus", BonusTaken, "P-BONUS-1"),
        ("over", (), "P-END-3"),
    ],
)
def test_what_belongs_to_another_phase_is_refused(phase: str, allowed: type[Event], rule: str) -> None:
    state = table(board("RRR"), displays=("BBGG",), supply="PGOYBR", bag="RRRRRRRRRRRRRRRR", phase=phase, due=1)  # type: ignore[arg-type]
    events: list[Event] = [
        SupplyFilled(names("RRRR")),
        filled("RRRR", "RRRR", "RRRR", "RRRR"),
        TilesTaken(0, 1, "blue"),
        TilePlaced(0, "red", 1, "red", 0),
        BonusTaken(0, ("red",)),
        Passed(0, ()),
    ]
    for event in events:
        assert refused_by(state, event) == (None if isinstance(event, allowed) else rule)
