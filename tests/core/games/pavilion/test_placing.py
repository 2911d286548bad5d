"""Phase 2 of a round: placing tiles, bonus tiles and the supply, passing."""

from dataclasses import replace

import pytest

from core.game import CHANCE
from core.games import pavilion
from core.games.pavilion import BonusTaken, Options, Passed, SupplyFilled, TilePlaced
from core.games.pavilion.scoring import placement_points
from core.games.pavilion.state import COLORS, STARS, Board, State
from tests.core.games.pavilion.table import VARIANT, board, names, played, refused_by, star, table, tiles


def placing(
    own: Board,
    other: Board | None = None,
    *,
    round: int = 1,
    options: Options | None = None,
    supply: str = "PGOYBRPGOY",
) -> State:
    """Seat 0 is about to place a tile."""
    return table(own, other or board("P"), phase="place", round=round, options=options, supply=supply)


def placements(state: State) -> list[TilePlaced]:
    return [move for move in pavilion.legal_moves(state) if isinstance(move, TilePlaced)]


def test_worked_example_one_green_and_three_purple() -> None:
    state = placing(board("GPPP"))
    green = played(state, TilePlaced(0, "green", 4, "green", 3))
    assert green.boards[0].hand == tiles("")
    assert green.boards[0].stars[STARS.index("green")] == star("...G..")
    assert green.tower == tiles("PPP")
    purple = played(state, TilePlaced(0, "purple", 3, "purple", 0))
    assert purple.boards[0].hand == tiles("G")
    assert purple.boards[0].stars[STARS.index("purple")] == star("..P...")
    assert purple.tower == tiles("PP")


def test_worked_example_seven_blue() -> None:
    state = played(placing(board("BBBBBBB")), TilePlaced(0, "blue", 6, "blue", 0))
    assert (state.boards[0].hand, state.tower, pavilion.scores(state)[0]) == (tiles("B"), tiles("BBBBB"), 6)


def test_worked_example_three_red() -> None:
    state = played(placing(board("RRR")), TilePlaced(0, "red", 3, "red", 0))
    assert (state.boards[0].hand, state.tower, pavilion.scores(state)[0]) == (tiles(""), tiles("RR"), 6)


def test_worked_example_blue_six_beside_two_connected_tiles() -> None:
    for laid in ("BB....", "...BB.", "B...B."):
        state = played(placing(board("PPPBBB", blue=laid)), TilePlaced(0, "blue", 6, "blue", 3))
        assert pavilion.scores(state)[0] == 5 + 3
        assert state.tower == tiles("PPPBB")


def test_worked_example_orange_four_with_three_purple() -> None:
    state = played(placing(board("OGPPP", orange=".OO...")), TilePlaced(0, "orange", 4, "orange", 3))
    assert (state.boards[0].hand, pavilion.scores(state)[0]) == (tiles("G"), 5 + 3)


def test_the_mix_of_color_and_wilds_is_the_players_choice() -> None:
    state = placing(board("GGGPP"))
    wilds = {(move.position, move.wilds) for move in placements(state) if move.star == "green"}
    assert wilds == {(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (4, 1), (4, 2), (5, 2)}


def test_at_least_one_tile_is_of_the_placed_color() -> None:
    state = placing(board("GPPP"))
    assert refused_by(state, TilePlaced(0, "green", 4, "green", 4)) == "P-PLACE-2"
    assert refused_by(state, TilePlaced(0, "red", 1, "red", 1)) == "P-PLACE-2"
    assert refused_by(state, TilePlaced(0, "green", 2, "green", -1)) == "P-PLACE-2"


def test_wild_tiles_placed_as_themselves_are_not_counted_as_wilds() -> None:
    state = placing(board("PPP"))
    assert refused_by(state, TilePlaced(0, "purple", 3, "purple", 0)) is None
    for wilds in (1, 2, 3):
        assert refused_by(state, TilePlaced(0, "purple", 3, "purple", wilds)) == "P-PLACE-2"
    assert refused_by(placing(board("GPP")), TilePlaced(0, "purple", 3, "purple", 0)) == "P-PLACE-2"


def test_wild_is_only_the_color_of_the_round() -> None:
    for number, letter in enumerate("PGOYBR", start=1):
        for other in set("PGOYBR") - {letter}:
            moves = placements(placing(board(letter + other), round=number))
            doubles = {(move.color, move.wilds) for move in moves if move.position == 2}
            assert doubles == {(*names(other), 1)}


def test_tiles_one_does_not_have_cannot_be_spent() -> None:
    assert refused_by(placing(board("GGP")), TilePlaced(0, "green", 4, "green", 1)) == "P-PLACE-2"
    assert refused_by(placing(board("GGP")), TilePlaced(0, "green", 4, "green", 2)) == "P-PLACE-2"


@pytest.mark.parametrize("position", [-1, 0, 7, 99])
def test_a_star_has_six_spaces(position: int) -> None:
    assert refused_by(placing(board("GGG")), TilePlaced(0, "green", position, "green", 0)) == "P-PLACE-2"


def test_unknown_stars_and_colors_are_refused() -> None:
    assert refused_by(placing(board("GGG")), TilePlaced(0, "white", 1, "green", 0)) == "P-PLACE-2"
    assert refused_by(placing(board("GGG")), TilePlaced(0, "green", 1, "white", 0)) == "P-PLACE-2"


def test_a_space_holds_one_tile() -> None:
    state = placing(board("GGG", green="G....."))
    assert refused_by(state, TilePlaced(0, "green", 1, "green", 0)) == "P-PLACE-1"


def test_the_variant_has_prices_of_its_own() -> None:
    state = placing(board("GGG"), options=VARIANT)
    cheap = {(move.star, move.position) for move in placements(state)}
    assert cheap == {(name, position) for name in STARS[:6] for position in (1, 2, 3)} | {
        ("center", position) for position in range(1, 7)
    }
    state = played(state, TilePlaced(0, "red", 2, "green", 0))
    assert state.boards[0].hand == tiles("G")


def test_an_outer_star_takes_its_own_color_only() -> None:
    state = placing(board("RB"))
    assert {(move.star, move.color) for move in placements(state) if move.star != "center"} == {
        ("red", "red"),
        ("blue", "blue"),
    }
    assert refused_by(state, TilePlaced(0, "red", 1, "blue", 0)) == "P-PLACE-3"


def test_the_center_takes_each_color_once() -> None:
    state = placing(board("RB", center="..R..."))
    assert refused_by(state, TilePlaced(0, "center", 1, "red", 0)) == "P-PLACE-3"
    assert refused_by(state, TilePlaced(0, "center", 1, "blue", 0)) is None


@pytest.mark.parametrize(
    ("laid", "allowed"),
    [("......", "PGOYBR"), ("R.....", "PGOYBR"), ("R.R...", "R"), ("R.B...", "PGOY"), ("RBGYO.", "P"), ("RRRR..", "R")],
)
@pytest.mark.parametrize("name", STARS)
def test_the_second_tile_settles_what_a_star_of_the_variant_becomes(laid: str, allowed: str, name: str) -> None:
    state = placing(board("PPPPPPGGGGGGOOOOOOYYYYYYBBBBBBRRRRRR", **{name: laid}), options=VARIANT)
    found = {move.color for move in placements(state) if move.star == name}
    assert found == set(names(allowed))
    for color in COLORS:
        rule = None if color in found else "P-PLACE-4"
        assert refused_by(state, TilePlaced(0, name, 6, color, 0)) == rule


def test_several_stars_of_the_variant_may_have_the_same_color() -> None:
    state = placing(board("RRR", red="RR....", blue="RR...."), options=VARIANT)
    assert {move.star for move in placements(state)} == set(STARS)


@pytest.mark.parametrize(
    ("laid", "space", "points"),
    [
        ("R.....", 0, 1),
        ("R.R...", 2, 1),
        ("RR....", 1, 2),
        ("R....R", 5, 2),
        ("R....R", 0, 2),
        ("RR..RR", 5, 4),
        ("RRR.RR", 1, 5),
        (".RRRR.", 2, 4),
        ("RRRRRR", 3, 6),
    ],
)
def test_a_tile_scores_the_run_it_belongs_to_around_the_ring(laid: str, space: int, points: int) -> None:
    assert placement_points(star(laid), space) == points


@pytest.mark.parametrize(
    ("stars", "name", "position", "due"),
    [
        ({"center": "B....R", "orange": ".O...."}, "orange", 3, 1),  # a pillar
        ({"orange": ".O....", "red": "..RR.."}, "orange", 1, 2),  # a statue
        ({"orange": "....O."}, "orange", 6, 3),  # a window
        ({"center": "B....R", "orange": "O.O...", "red": "..RR.."}, "orange", 2, 3),  # a pillar and a statue
        ({"center": ".B...R", "orange": ".OO...", "red": ".RR..."}, "center", 1, 2),  # two pillars
    ],
)
def test_completed_features_give_bonus_tiles_that_must_be_taken(
    stars: dict[str, str], name: str, position: int, due: int
) -> None:
    after = played(placing(board("OOOOOO", **stars)), TilePlaced(0, name, position, "orange", 0))
    assert (after.phase, after.due, pavilion.turn(after)) == ("bonus", due, 0)
    assert refused_by(after, Passed(0, ())) == "P-BONUS-1"
    assert {len(move.tiles) for move in pavilion.legal_moves(after) if isinstance(move, BonusTaken)} == {due}


def test_a_feature_gives_its_bonus_once() -> None:
    state = placing(board("OOBB", orange="..OOOO", blue="......"))
    assert played(state, TilePlaced(0, "blue", 1, "blue", 0)).phase == "place"
    assert played(state, TilePlaced(0, "orange", 1, "orange", 0)).phase == "place"


def bonus_due(number: int) -> State:
    """Seat 0 has just completed something that brings that many tiles."""
    own = board("", orange="....OO")
    return table(own, board("PPP"), phase="bonus", due=number, supply="PPGOYBRRGO", round=3)


def test_bonus_tiles_are_the_players_choice_from_the_supply() -> None:
    state = bonus_due(2)
    assert refused_by(state, BonusTaken(0, names("PO"))) is None
    assert refused_by(state, BonusTaken(0, names("OP"))) is None
    for wrong in ("P", "PPG", "", "YY"):
        assert refused_by(state, BonusTaken(0, names(wrong))) == "P-BONUS-1"
    assert refused_by(state, BonusTaken(0, ("purple", "white"))) == "P-BONUS-1"
    assert refused_by(state, BonusTaken(1, names("PO"))) == "P-BONUS-1"


def test_choices_of_bonus_tiles_are_listed_once_each() -> None:
    moves = [move.tiles for move in pavilion.legal_moves(bonus_due(2)) if isinstance(move, BonusTaken)]
    pairs = "PP PG PO PY PB PR GG GO GY GB GR OO OY OB OR YB YR BR RR"
    assert moves == [names(pair) for pair in pairs.split()]


def test_the_supply_is_filled_before_the_next_turn_and_the_bonus_waits_for_the_next_own_turn() -> None:
    state = played(bonus_due(3), BonusTaken(0, names("PGO")))
    assert pavilion.turn(state) == CHANCE
    assert (state.supply, state.boards[0].hand) == (tiles("PYBRRGO"), tiles("PGO"))
    state = played(state, SupplyFilled(names("BBB")))
    assert (state.supply, state.phase, pavilion.turn(state)) == (tiles("PYBRRGOBBB"), "place", 1)


def test_a_bonus_larger_than_the_supply_takes_all_of_it() -> None:
    own = board("OOOOOO", orange="....O.")
    after = played(placing(own, supply="RB"), TilePlaced(0, "orange", 6, "orange", 0))
    assert (after.phase, after.due) == ("bonus", 2)
    assert list(pavilion.legal_moves(after)) == [BonusTaken(0, names("BR"))]


def test_without_a_supply_there_is_no_bonus_but_the_supply_is_filled_from_what_was_paid() -> None:
    own = board("OOOOOO", orange="....O.")
    after = played(replace(placing(own, supply=""), bag=tiles("")), TilePlaced(0, "orange", 6, "orange", 0))
    assert (after.phase, pavilion.turn(after)) == ("supply", CHANCE)
    assert refused_by(after, SupplyFilled(names("OOOOO"))) is None
    assert pavilion.turn(played(after, SupplyFilled(names("OOOOO")))) == 1


def test_with_bag_and_tower_empty_the_turn_goes_on_without_a_refill() -> None:
    state = replace(bonus_due(2), bag=tiles(""))
    state = played(state, BonusTaken(0, names("PG")))
    assert (sum(state.supply), state.phase, pavilion.turn(state)) == (8, "place", 1)


def short_supply(**more: object) -> State:
    """A supply of 8 with bag and tower empty; both seats have tiles."""
    return replace(placing(board("BBBB"), board("RR"), supply="PPGGOOYY"), bag=tiles(""), **more)


def test_a_short_supply_is_filled_as_soon_as_there_are_tiles_again() -> None:
    free = played(short_supply(), TilePlaced(0, "blue", 1, "blue", 0))
    assert (free.phase, pavilion.turn(free)) == ("place", 1)
    paid = played(short_supply(), TilePlaced(0, "blue", 2, "blue", 0))
    assert (paid.phase, pavilion.turn(paid), paid.tower) == ("refill", CHANCE, tiles("B"))
    assert refused_by(paid, SupplyFilled(names("BB"))) == "P-BONUS-2"
    full = played(paid, SupplyFilled(names("B")))
    assert (sum(full.supply), full.phase, pavilion.turn(full)) == (9, "place", 1)
    passed = played(short_supply(), Passed(0, ()))
    assert (passed.phase, passed.tower) == ("refill", tiles("BBBB"))
    assert pavilion.turn(played(passed, SupplyFilled(names("BB")))) == 1


def test_by_rules_1_the_match_may_go_on_without_the_fill_and_by_rules_2_it_may_not() -> None:
    paid = played(short_supply(rules=2), TilePlaced(0, "blue", 2, "blue", 0))
    assert refused_by(paid, TilePlaced(1, "red", 1, "red", 0)) == "P-BONUS-3"
    assert played(paid, SupplyFilled(names("B"))).rules == 2
    paid = played(short_supply(), TilePlaced(0, "blue", 2, "blue", 0))
    assert refused_by(paid, TilePlaced(1, "red", 1, "red", 0)) is None
    assert refused_by(paid, TilePlaced(0, "blue", 1, "blue", 0)) == "P-PLACE-1"
    assert played(paid, TilePlaced(1, "red", 1, "red", 0)).boards[1].score == paid.boards[1].score + 1


def test_no_supply_is_filled_for_a_match_that_is_over() -> None:
    last = short_supply(round=6, boards=(board("BB"), board(passed=True)))
    assert played(last, Passed(0, ())).phase == "over"


def test_worked_example_passing_with_four_green_and_two_red() -> None:
    state = played(placing(board("GGGGRR", score=10)), Passed(0, names("GGGG")))
    assert state.boards[0] == board("", score=8, corners="GGGG", passed=True)
    assert state.tower == tiles("RR")
    assert pavilion.turn(state) == 1


def test_one_may_keep_fewer_and_pass_while_able_to_place() -> None:
    state = placing(board("GGR", score=10))
    kept = [move.kept for move in pavilion.legal_moves(state) if isinstance(move, Passed)]
    assert kept == [names(text) for text in ("GGR", "GG", "GR", "G", "R", "")]
    assert played(state, Passed(0, ())).boards[0] == board("", score=7, passed=True)
    assert played(state, Passed(0, names("RG"))) == played(state, Passed(0, names("GR")))


def test_the_corners_hold_four_tiles_of_ones_own() -> None:
    state = placing(board("GGGGGR"))
    assert refused_by(state, Passed(0, names("GGGGG"))) == "P-PASS-1"
    assert refused_by(state, Passed(0, names("RR"))) == "P-PASS-1"
    assert refused_by(state, Passed(0, ("white",))) == "P-PASS-1"
    assert refused_by(state, Passed(1, ())) == "P-PLACE-1"
    assert refused_by(state, Passed(0, names("GGGR"))) is None
    assert max(len(move.kept) for move in pavilion.legal_moves(state) if isinstance(move, Passed)) == 4


def test_discarding_never_brings_a_score_below_one() -> None:
    assert pavilion.scores(played(placing(board("GGGR", score=3)), Passed(0, ())))[0] == 1


def test_in_the_last_round_nothing_is_kept() -> None:
    state = placing(board("GGR", score=10), round=6)
    assert refused_by(state, Passed(0, names("G"))) == "P-PASS-3"
    assert [move for move in pavilion.legal_moves(state) if isinstance(move, Passed)] == [Passed(0, ())]
    assert pavilion.scores(played(state, Passed(0, ())))[0] == 7
    assert refused_by(replace(state, round=5), Passed(0, names("G"))) is None


@pytest.mark.parametrize(
    ("laid", "color", "sentence"),
    [
        ("R.R...", "blue", "The second tile made this a red star. (P-PLACE-4)"),
        ("R.B...", "blue", "In a multicolored star all tiles differ in color. (P-PLACE-4)"),
    ],
)
def test_a_star_of_the_variant_says_what_it_became(laid: str, color: str, sentence: str) -> None:
    state = placing(board("BBBBBB", red=laid), options=VARIANT)
    assert str(pavilion.refusal(state, TilePlaced(0, "red", 2, color, 0))) == sentence
