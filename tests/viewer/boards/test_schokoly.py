"""The board of schokoly: every card and counter is in the picture and in its text twin."""

import re
from collections import Counter
from dataclasses import replace
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games import schokoly
from core.games.schokoly.events import CardLaid, ColorChosen, HandSeen, Passed, SwapAnswered, SwapOffered
from core.games.schokoly.faces import COLORS, PIECES
from core.games.schokoly.state import Options, State
from tests.core.games.schokoly.table import SWAPS, holding, read, table
from tests.viewer.boards.boards import Played, play
from viewer.boards import schokoly as board
from viewer.boards.scene import Shape, patches
from viewer.conformance.board_laws import patched, places

STYLE = files("viewer.boards").joinpath("boards.css").read_text("utf-8")
NAMES = ["anna", "ben", "zoe", "dan"]

matches = st.builds(
    play,
    st.just(schokoly),
    st.integers(2, 4),
    st.sampled_from([Options(), Options(deck="open")]),
    st.integers(0, 10_000),
    limit=st.integers(1, 40),
)


def names_of(state: State) -> list[str]:
    return NAMES[: len(state.hands)]


def shapes_of(state: State) -> dict[str, Shape]:
    return places(board.scene(state, names_of(state)))["table"]


@pytest.mark.slow
@given(matches)
def test_the_picture_holds_every_piece_and_counter_once_and_the_text_every_card(match: Played) -> None:
    for state in match.states[:: max(1, len(match.states) // 6)]:
        scene = board.scene(state, names_of(state))
        shapes = [shape for panel in scene.panels for shape in panel.shapes]
        shown = Counter(shape.title for shape in shapes if shape.id.startswith("piece/"))
        assert shown == Counter(COLORS[color] for card in state.cards for color in PIECES[card.face])
        assert sum(shape.id.startswith("card/") and shape.tag == "rect" for shape in shapes) == len(state.cards) + sum(
            card.stacked for card in state.cards
        )
        assert sum("counter" in str(dict(shape.attributes).get("class")) for shape in shapes) == 12
    state = match.states[-1]
    text = board.text(state, names_of(state))
    for card in state.cards:
        assert f"{card.face} {card.x},{card.y}{' top' if card.stacked else ''}" in text
    assert text.count("*A") == sum(card.counter == 0 for card in state.cards)
    assert max(map(len, text.splitlines())) <= 100
    for name, points in zip(names_of(state), schokoly.scores(state), strict=True):
        assert f"{name}: {points} " in text


def test_cards_stay_where_they_are_until_the_table_grows() -> None:
    before = table("ww", "ww")
    small = read(before, "A: ww/ww 2,0")
    (patch, *_) = patches(board.scene(before, NAMES[:2]), board.scene(small, NAMES[:2]))
    assert patch.size is None
    assert not any(shape.id.startswith(("card/0/0", "piece/0/0")) for shape in patch.put)
    row = table("w" * 6, "w" * 6)
    grown = read(row, "A: ww/ww 6,0")
    (patch, *_) = patches(board.scene(row, NAMES[:2]), board.scene(grown, NAMES[:2]))
    assert patch.size == (20, 13.9)


def test_what_counts_is_outlined_and_seen_at_the_end_only() -> None:
    state = table("mmmwwd", "mmmwwd")
    looks = {id: dict(shape.attributes) for id, shape in shapes_of(state).items() if id.startswith("group/")}
    assert [id for id in looks if not id.endswith("halo")] == ["group/3/0", "group/3/0/neutral/1", "group/3/1"]
    assert not any("shown" in str(look["class"]) for look in looks.values())
    # Four pieces in a square: two strokes across, two down.
    assert len(re.findall("[hv]2", str(looks["group/3/0"]["d"]))) == 4
    ended = {
        id: dict(shape.attributes)
        for id, shape in shapes_of(replace(state, phase="over", mover=None)).items()
        if id.startswith("group/")
    }
    assert all("shown" in str(look["class"]) for look in ended.values())
    assert ".show-groups .scho-group { visibility: visible; }" in STYLE


def test_outlines_are_drawn_after_the_card_that_changed_them() -> None:
    before = table("ww", "ww")
    shown = board.scene(before, NAMES[:2])
    after = board.scene(read(before, "A: ww/ww 2,0"), NAMES[:2])
    order = [shape.id for shape in patched(shown, patches(shown, after)).panels[0].shapes]
    assert order.index("group/2/0") > order.index("piece/3/1")


def test_the_text_of_a_small_table() -> None:
    state = holding(table("ww..", "wdmm", "..mm", top=["wd/dd 1,1"], guarded=[(0, 0)]), ("ww/mm",), ())
    state = replace(state, hands=(2, 0))
    assert (
        board.text(state, NAMES[:2])
        == """\
Round 3: anna lays
3 cards laid, any cards

       0  1  2  3
   0  *w  w  ·  ·
   1   w *W  D  m
   2   ·  D  D  m

ww/wd 0,0 *B       mm/mm 2,1          wd/dd 1,1 top *A

> A anna: 4  (white, group 4, counters 2, hand ww/mm ?)
  B ben: 3  (dark, group 3, counters 2, hand empty)

w white  m milk  d dark  W M D on top  * counter  ? hidden card"""
    )


def test_a_very_wide_table_is_told_in_parts_and_an_empty_one_has_a_text() -> None:
    text = board.text(table("w" * 70, "w" * 70), NAMES[:2])
    assert max(map(len, text.splitlines())) <= 100
    assert len(re.findall(r"(?<=\s)w(?=\s)", text.rsplit("\n\n", 1)[0])) == 140
    text = board.text(schokoly.setup(2, Options()), NAMES[:2])
    assert text.startswith("Round 1: anna names a color\n0 cards laid, stack 28\n\n> A anna: 0  (no color yet,")


TABLE = table("ww", "ww", seats=3, options=SWAPS)
OFFERED = read(TABLE, "A: offer B 2 ww/dd")


def test_sentences() -> None:
    lays = "anna lays white-white over milk-milk in column"
    chosen = read(schokoly.setup(3, Options()), "A: milk", "A: ww/mm 0,0")
    for before, event, sentence in (
        (TABLE, CardLaid(0, "ww/mm", 2, 0), f"{lays} 3, row 1"),
        (TABLE, CardLaid(0, "ww/mm", 1, 0, True), f"{lays} 2, row 1 on top, with a counter"),
        (TABLE, CardLaid(0, "ww/mm", 2, 0, False, (2, 0)), f"{lays} 3, row 1, a safety counter on it"),
        (TABLE, CardLaid(0, "ww/mm", 2, 0, False, (0, 0)),
         f"{lays} 3, row 1, a safety counter on the card in column 1, row 1"),
        (TABLE, HandSeen(1, ("ww/mm", "ww/dd")), "ben holds white-white over milk-milk and white-white over dark-dark"),
        (TABLE, Passed(0), "anna passes"),
        (TABLE, SwapOffered(0, 1, 1), "anna offers ben a card with 1 dark piece"),
        (TABLE, SwapOffered(0, 2, 2, "ww/mm"), "anna offers zoe a card with 2 milk pieces, white-white over milk-milk"),
        (OFFERED, SwapAnswered(1, False), "ben declines"),
        (OFFERED, SwapAnswered(1, True), "ben swaps with anna: white-white over dark-dark for a hidden card"),
        (OFFERED, SwapAnswered(1, True, None, "wm/mm"),
         "ben swaps with anna: white-white over dark-dark for white-milk over milk-milk"),
        (schokoly.setup(2, Options()), ColorChosen(0, "milk"), "anna plays milk"),
        (schokoly.setup(4, Options()), ColorChosen(0, "milk"), "anna plays milk, zoe milk"),
        (chosen, ColorChosen(1, "white"), "ben plays white, zoe dark"),
    ):  # fmt: skip
        assert board.sentence(before, event, names_of(before)) == sentence
