"""Where a card may lie: beside the others (S-LAY), on top of them (S-STACK), and the counters (S-COUNTER)."""

from dataclasses import replace
from typing import Any

import pytest

from core.games import schokoly
from core.games.schokoly.events import CardLaid
from core.games.schokoly.faces import PIECES
from core.games.schokoly.state import COUNTERS, Options, Place, State
from core.games.schokoly.table import spots
from tests.core.games.schokoly.table import OPEN, cards, played, read, refused_by, table


def lay(face: str, x: int, y: int, *, top: bool = False, safe: Place | None = None) -> CardLaid:
    return CardLaid(0, face, x, y, top, safe)


def drawn(state: State, *, top: bool = False) -> list[str]:
    """The table with a `+` wherever the upper left piece of some card may be laid."""
    lying = {place for card in state.cards for place in card.places()}
    marks = {(spot.x, spot.y) for spot in spots(state.cards, top)}
    xs, ys = zip(*(lying | marks), strict=True)
    return [
        "".join("+" if (x, y) in marks else "#" if (x, y) in lying else "." for x in range(min(xs), max(xs) + 1))
        for y in range(min(ys), max(ys) + 1)
    ]


def test_the_first_card_lies_at_the_origin_and_continues_nothing() -> None:
    empty = read(schokoly.setup(2, Options()), "A: white")
    assert refused_by(empty, lay("dm/dd", 0, 0)) is None
    assert refused_by(empty, lay("dm/dd", 1, 0)) == "S-LAY-1"
    assert refused_by(empty, lay("dm/dd", 0, -1)) == "S-LAY-1"
    assert refused_by(empty, lay("dm/dd", 0, 0, top=True)) == "S-STACK-1"
    assert refused_by(empty, lay("dm/dd", 0, 0, safe=(0, 0))) is None


@pytest.mark.parametrize(
    ("rows", "places", "others"),
    [
        # No piece is covered, and corners do not count.
        ("ww ww", [(2, 0)], [(0, 0), (1, 0), (-1, 0), (0, 1), (1, 1), (-1, -1), (2, 1), (2, 2)]),
        ("..ww wwww ww..", [(2, 2)], [(4, 2)]),  # One edge on the left and one corner of the other card.
        ("ww..ww ww..ww", [(2, 1), (2, -1)], [(2, 2)]),  # Two pieces of two cards are enough.
        ("ww.. wwww ..ww", [(0, 2), (2, -1)], []),  # An inner corner holds a card.
    ],
)
def test_a_card_touches_two_pieces_of_the_first_level(rows: str, places: list[Place], others: list[Place]) -> None:
    state = table(*rows.split())
    assert {refused_by(state, lay("ww/ww", *place)) for place in places} == {None}
    assert [refused_by(state, lay("ww/ww", *place)) for place in others] == ["S-LAY-1"] * len(others)


def test_every_place_around_a_card_and_around_an_offset_pair() -> None:
    assert drawn(table("ww", "ww")) == ["..+..", ".....", "+.##+", "..##.", "..+.."]
    assert drawn(table("ww..", "wwww", "..ww")) == [*("..+....", "....+..", "+.##...", "..####+", "..+.##.", "....+..")]


def test_holes_stay_and_a_card_may_fill_one() -> None:
    ring = table("wwwwww", "wwwwww", "ww..ww", "ww..ww", "wwwwww", "wwwwww")
    assert len(ring.cards) == 8
    assert refused_by(ring, lay("ww/ww", 2, 2)) is None
    narrow = table("wwww.", "wwww.", "ww.ww", "ww.ww", "wwww.", "wwww.")
    assert (2, 2) not in {(spot.x, spot.y) for spot in spots(narrow.cards, False)}


def test_far_away_is_no_place() -> None:
    for far in (10**6, -(10**6), 10**30):
        assert refused_by(table("ww", "ww"), lay("ww/ww", far, far)) == "S-LAY-1"
        assert refused_by(table("ww", "ww"), lay("ww/ww", far, 0, top=True)) == "S-STACK-1"
        assert refused_by(table("ww", "ww"), lay("ww/ww", 2, 0, safe=(far, 0))) == "S-COUNTER-1"


@pytest.mark.parametrize(
    ("face", "rule"),
    [
        ("wd/dd", None),  # white beside white
        ("dd/md", None),  # milk beside milk
        ("md/wd", "S-LAY-2"),  # both colors are there, but beside the other one
        ("dd/dd", "S-LAY-2"),
        ("dw/dm", "S-LAY-2"),  # only the far pieces would fit
    ],
)
def test_a_color_is_continued_by_a_piece_that_touches_it(face: str, rule: str | None) -> None:
    assert refused_by(table("dw", "dm"), lay(face, 2, 0)) == rule


def test_the_color_that_is_continued_may_be_anybodys() -> None:
    for color in "wmd":
        state = table(f"w{color}", f"m{color}")
        assert refused_by(state, lay(f"{color}d/wm", 2, 0)) is None


@pytest.mark.parametrize(
    ("x", "y", "face"),
    [
        *((2, 0, "wd/dd"), (2, 0, "dd/wd"), (-2, 0, "dw/dd"), (-2, 0, "dd/dw")),
        *((0, 2, "wd/dd"), (0, 2, "dw/dd"), (0, -2, "dd/wd"), (0, -2, "dd/dw")),
    ],
)
def test_each_of_the_eight_edges_can_continue_a_color(x: int, y: int, face: str) -> None:
    state = table("ww", "ww")
    assert refused_by(state, lay(face, x, y)) is None
    assert refused_by(state, lay("dd/dd", x, y)) == "S-LAY-2"


def test_a_card_touches_what_is_seen_from_above() -> None:
    state = table("wwww", "wwww", top=["dd/dd 1,0"])
    assert refused_by(state, lay("dm/mm", 1, 2)) is None
    assert refused_by(state, lay("wm/mm", 1, 2)) == "S-LAY-2"


def test_a_stacked_card_needs_a_counter_which_stays_on_it() -> None:
    state = table("wwww", "wwww", counters=1)
    after = played(state, lay("wd/wd", 1, 0, top=True))
    assert after.counters == (0, 1)
    assert after.cards[-1].counter == 0
    assert refused_by(table("wwww", "wwww", counters=0), lay("wd/wd", 1, 0, top=True)) == "S-COUNTER-2"


FULL = "wwww wwww wwww wwww"


@pytest.mark.parametrize(
    ("rows", "more", "places", "others"),
    [
        ("wwww wwww", {}, [(1, 0)], [(0, 0), (2, 0)]),
        ("wwww wwww .ww. .ww.", {}, [(1, 1)], []),
        (FULL, {}, [(1, 1)], []),
        ("wwww wwww ..ww ..ww", {}, [(2, 1)], [(1, 1), (1, -1)]),  # No piece hangs over.
        ("ww.ww ww.ww .wwww .wwww", {}, [], [(1, 1)]),  # No hole is covered,
        ("wwww wwww", {"guarded": [(0, 0)]}, [], [(1, 0)]),  # nor a card with a counter.
        ("wwww wwww", {"guarded": [(2, 0)]}, [], [(1, 0)]),
        # There is no third level; two stacked cards may share the cards they lie on.
        (FULL, {"top": ["dd/dd 1,0"]}, [(1, 2)], [(1, 0), (1, 1), (0, 1)]),
    ],
)
def test_a_stacked_card_lies_whole_on_two_open_cards_at_least(
    rows: str, more: dict[str, Any], places: list[Place], others: list[Place]
) -> None:
    state = table(*rows.split(), **more)
    assert [refused_by(state, lay("ww/ww", *place, top=True)) for place in places] == [None] * len(places)
    assert [refused_by(state, lay("ww/ww", *place, top=True)) for place in others] == ["S-STACK-1"] * len(others)


def test_every_place_on_top() -> None:
    assert drawn(table("wwww", "wwww", "..ww", "..ww"), top=True) == ["#+##", "##+#", "..##", "..##"]
    assert drawn(table(*FULL.split(), top=["dd/dd 1,0"]), top=True) == ["####", "####", "#+##", "####"]


def test_a_stacked_card_continues_a_color_outside_it() -> None:
    state = table("wmmw", "wmmw")
    assert refused_by(state, lay("wd/dd", 1, 0, top=True)) is None
    assert refused_by(state, lay("dd/dw", 1, 0, top=True)) is None
    # The milk pieces it covers itself are no longer seen.
    assert refused_by(state, lay("mm/dd", 1, 0, top=True)) == "S-STACK-2"
    assert refused_by(state, lay("dd/dd", 1, 0, top=True)) == "S-STACK-2"


def test_a_stacked_card_touches_other_stacked_cards_as_they_are_seen() -> None:
    state = table("wwwwww", "wwwwww", top=["dd/dd 1,0"])
    assert refused_by(state, lay("dm/mm", 3, 0, top=True)) is None
    assert refused_by(state, lay("md/mm", 3, 0, top=True)) == "S-STACK-2"
    # The white pieces under the dark card are not seen.
    assert refused_by(state, lay("wm/mm", 3, 0, top=True)) == "S-STACK-2"


def test_what_lies_on_the_second_level_gives_room_to_nobody_below() -> None:
    assert refused_by(table("wwww", "wwww", top=["dd/dd 1,0"]), lay("dd/dd", 1, 0)) == "S-LAY-1"


def test_a_counter_may_secure_the_card_itself_or_another() -> None:
    state = table("wwww", "wwww")
    own = played(state, lay("ww/ww", 4, 0, safe=(4, 0)))
    assert [card.counter for card in own.cards] == [None, None, 0]
    other = played(state, lay("ww/ww", 4, 0, safe=(2, 0)))
    assert [card.counter for card in other.cards] == [None, 0, None]
    assert own.counters == other.counters == (1, 2)
    assert refused_by(replace(other, mover=0), lay("wd/wd", 1, 0, top=True)) == "S-STACK-1"
    assert refused_by(replace(other, mover=0), lay("wd/wd", 3, 0, top=True)) == "S-STACK-1"


def test_a_counter_lies_on_a_card_named_by_its_upper_left_piece() -> None:
    state = table("wwww", "wwww")
    for place in ((1, 0), (0, 1), (3, 1), (9, 9), (4, 1)):
        assert refused_by(state, lay("ww/ww", 4, 0, safe=place)) == "S-COUNTER-1"


def test_a_card_gets_one_counter_only() -> None:
    state = table("wwww", "wwww", guarded=[(2, 0)])
    assert refused_by(state, lay("ww/ww", 4, 0, safe=(2, 0))) == "S-COUNTER-1"
    assert refused_by(state, lay("ww/ww", 4, 0, safe=(0, 0))) is None


def test_a_card_that_is_covered_anywhere_gets_no_counter() -> None:
    state = table("wwwwww", "wwwwww", top=["ww/ww 1,0"])
    assert refused_by(state, lay("ww/ww", 6, 0, safe=(0, 0))) == "S-COUNTER-1"
    assert refused_by(state, lay("ww/ww", 6, 0, safe=(2, 0))) == "S-COUNTER-1"
    assert refused_by(state, lay("ww/ww", 6, 0, safe=(1, 0))) == "S-COUNTER-1"
    assert refused_by(state, lay("ww/ww", 6, 0, safe=(4, 0))) is None


def test_one_counter_a_turn() -> None:
    state = table("wwwwww", "wwwwww")
    assert refused_by(state, lay("wd/wd", 1, 0, top=True, safe=(4, 0))) == "S-COUNTER-1"
    assert refused_by(state, lay("wd/wd", 1, 0, top=True, safe=(1, 0))) == "S-COUNTER-1"


def test_twelve_counters_are_shared_equally() -> None:
    assert COUNTERS == {2: 6, 3: 4, 4: 3}
    for seats, counters in COUNTERS.items():
        assert schokoly.setup(seats, Options()).counters == (counters,) * seats
        assert schokoly.inventory(schokoly.setup(seats, Options()))["counters"] == 12


def test_a_player_has_his_own_counters_only_and_so_in_a_team() -> None:
    state = replace(table("wwww", "wwww", seats=4), counters=(0, 2, 2, 2))
    assert refused_by(state, lay("ww/ww", 4, 0, safe=(4, 0))) == "S-COUNTER-2"
    assert refused_by(state, lay("wd/wd", 1, 0, top=True)) == "S-COUNTER-2"
    assert refused_by(state, lay("ww/ww", 4, 0)) is None


SMALL = Options(deck=("ww/wm", "ww/mm", "dd/wm", "dd/dd", "mm/mm", "mm/dd", "ww/dd", "wm/dd"))


def test_moves_without_a_counter_come_first() -> None:
    moves = list(schokoly.legal_moves(table("wwmm", "wddm", options=SMALL)))
    spent = [move.stacked + 2 * (move.guard is not None) for move in moves]
    assert spent == sorted(spent)
    assert {0, 1, 2} == set(spent)


def test_an_open_deck_offers_every_face() -> None:
    moves = list(schokoly.legal_moves(table("wm", "dd", "ww", "mm", options=OPEN, counters=0)))
    assert {move.face for move in moves if isinstance(move, CardLaid)} == set(PIECES)


def test_a_drawing_is_read_as_it_was_meant() -> None:
    assert [card[:3] for card in cards("ww..", "wwdd", "..dd")] == [("ww/ww", 0, 0), ("dd/dd", 2, 1)]
