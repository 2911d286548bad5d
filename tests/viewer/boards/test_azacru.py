"""The board of azacru: every piece and every trace of the last move is in the picture and in its text twin."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games import azacru
from core.games.azacru.fields import DIRECTIONS, FIELDS, named
from core.games.azacru.state import Options, State
from tests.core.games.azacru.table import moved, played, seat, table
from tests.viewer.boards.boards import Played, play
from viewer.boards import azacru as board
from viewer.boards.scene import Shape
from viewer.conformance.board_laws import places

NAMES = ["anna", "ben", "zoe", "dan"]
ARROWS = dict(zip(DIRECTIONS, "↑↗→↘↓↙←↖", strict=True))

seats = st.integers(2, 4)
seeds = st.integers(0, 10_000)


def match_of(seats: int, seed: int) -> Played:
    return play(azacru, seats, Options(), seed)


def names_of(state: State) -> list[str]:
    return NAMES[: len(state.markers)]


def shown(state: State) -> dict[str, Shape]:
    """The shapes of the picture by id."""
    return places(board.scene(state, names_of(state)))["table"]


def pieces(state: State) -> dict[str, str]:
    """The piece on each field, in words, as the state has it: `a` a marker of seat A, `B↗` a chevron of seat B."""
    found = dict.fromkeys(FIELDS, "")
    for owner, markers in enumerate(state.markers):
        for name in named(markers):
            found[name] += "abcd"[owner]
    for owner, chevrons in enumerate(state.chevrons):
        for chevron in chevrons:
            if chevron is not None:
                found[FIELDS[chevron.field]] += "ABCD"[owner] + ARROWS[DIRECTIONS[chevron.facing]]
    return found


def drawn(state: State) -> dict[str, str]:
    """The same as the picture shows it: by the fields the pieces lie on."""
    shapes = shown(state)
    by_place, found = {}, {}
    for name in FIELDS:
        field, marker = dict(shapes[name].attributes), shapes[f"{name}/marker"]
        place = round(float(field["x"]) + 0.47, 2), round(float(field["y"]) + 0.47, 2)
        by_place[place] = name
        owner = re.fullmatch(r"#azacru-marker-(\d)", str(dict(marker.attributes)["href"]))
        found[name] = "abcd"[int(owner[1])] if owner else ""
        assert (marker.title is not None) == bool(owner)
    for id, shape in shapes.items():
        if re.fullmatch(r"\d/chevron/\d", id):
            look = dict(shape.attributes)
            owner, facing = re.fullmatch(r"#azacru-chevron-(\d)-(\w+)", str(look["href"])).groups()  # type: ignore[union-attr]
            assert id.startswith(owner)
            found[by_place[look["x"], look["y"]]] += "ABCD"[int(owner)] + ARROWS[facing]
    return found


def test_no_shape_comes_later_that_could_cover_a_chevron() -> None:
    for seats in (2, 3, 4):
        first, *states = match_of(seats, seed=1).states
        known = set(shown(first))
        for state in states:
            assert set(shown(state)) <= known


@pytest.mark.slow
@given(seats, seeds)
def test_the_picture_and_the_text_hold_every_piece_where_it_lies(seats: int, seed: int) -> None:
    for state in match_of(seats, seed).states[::12]:
        assert drawn(state) == pieces(state)
        changed = named(state.trace.changed) if state.trace else ()
        signs = {name: piece + "*" * (name in changed) or "·" for name, piece in pieces(state).items()}
        assert written(state) == signs


def written(state: State) -> dict[str, str]:
    """The same as the text shows it, with its sign of change."""
    text = board.text(state, names_of(state))
    rows = [line.replace("|", " ").split() for line in text.splitlines() if re.match(r"[1-9]  ", line)]
    assert [row[0] for row in rows] == list("987654321")
    return {file + rank: cell for rank, *cells in rows for file, cell in zip("abcdefghi", cells, strict=True)}


def test_the_text_of_a_table() -> None:
    state = table(seat("b2 E a5 N", on="b2 a1 a2 c2 f2"), seat("- i9 SW", on="d2 i9"))
    assert board.text(played(state, "b2-f2"), NAMES[:2]).splitlines() == [
        "Round 1: ben moves",
        "",
        "  A anna: 7 markers, 1 chevron, 1 left the game",
        "> B ben: 1 marker, 1 chevron, 1 left the game",
        "",
        "   a    b    c      d    e    f      g    h    i",
        "9  ·    ·    ·    | ·    ·    ·    | ·    ·    bB↙",
        "8  ·    ·    ·    | ·    ·    ·    | ·    ·    ·",
        "7  ·    ·    ·    | ·    ·    ·    | ·    ·    ·",
        "",
        "6  ·    ·    ·    | ·    ·    ·    | ·    ·    ·",
        "5  A↑   ·    ·    | ·    ·    ·    | ·    ·    ·",
        "4  ·    ·    ·    | ·    ·    ·    | ·    ·    ·",
        "",
        "3  ·    ·    ·    | ·    ·    ·    | ·    ·    ·",
        "2  a    a    a    | a*   a*   a    | ·    ·    ·",
        "1  a    ·    ·    | ·    ·    ·    | ·    ·    ·",
        "",
        "Last move: b2-f2. The chevron left the game.",
        "a marker of A   A↗ its chevron   aA↗ chevron on a marker   * changed by the last move",
    ]


def test_the_text_says_how_the_match_stands() -> None:
    start = azacru.setup(3, Options())
    assert "No chevron has moved yet." in board.text(start, NAMES[:3])
    last = played(table(seat("e9 N"), seat("a1 N")), "pass")
    assert board.text(last, NAMES[:2]).startswith("Round 1: ben has a last turn\n")
    assert "The last player passed." in board.text(last, NAMES[:2])
    over = played(last, "B: a1-a2")
    assert board.text(over, NAMES[:2]).startswith("Round 1: the match is over. Most markers on the board: 1.\n")


# What the last move did


def look(state: State, id: str) -> dict[str, str]:
    return {name: str(value) for name, value in shown(state)[id].attributes}


def middle(state: State, name: str) -> str:
    field = dict(shown(state)[name].attributes)
    return f"{float(field['x']) + 0.47:.2f} {float(field['y']) + 0.47:.2f}"


def test_a_line_leads_to_where_the_chevron_went_and_a_ring_lies_on_each_field_whose_marker_changed() -> None:
    after = played(azacru.setup(2, Options()), "g9-f8")
    assert look(after, "last/way")["d"].endswith(f"M{middle(after, 'g9')}L{middle(after, 'f8')}")
    after = played(table(seat("b2 E", on="a1 a2 b1 b2 f2"), seat("i9 SW", on="d2")), "b2-f2")
    rings = re.findall(r"M([\d.]+) ([\d.]+)a", look(after, "last/changed")["d"])
    assert {f"{float(x) + 0.45:.2f} {y}" for x, y in rings} == {middle(after, name) for name in ("c2", "d2", "e2")}
    # The chevron that left the game leaves its outline.
    assert "0/chevron/1" not in shown(after)
    assert look(after, "last/gone")["href"] == "#azacru-gone-E"
    x, y = (float(look(after, "last/gone")[axis]) for axis in "xy")
    assert f"{x:.2f} {y:.2f}" == middle(after, "f2")
    assert look(after, "0/left/1")["href"] == "#azacru-gone-N"
    after = played(table(seat("e9 N"), seat("a1 N")), "pass")
    assert look(after, "last/way")["d"] == look(after, "last/changed")["d"] == ""
    assert look(after, "last/gone")["href"] == "#azacru-nothing"


def test_the_seat_to_move_has_the_accent_and_the_winners_gold() -> None:
    state = table(seat("a1 N", on="d4"), seat("i9 S"), seat("e9 N", on="e4"), turns=1)
    assert [look(state, f"{each}/card")["class"] for each in range(3)] == ["card", "card active", "card"]
    over = table(seat(on="d4"), seat(), seat(on="e4"), turns=9, last_turns=0)
    assert [look(over, f"{each}/place")["class"] for each in range(3)] == ["won", "total", "won"]
    assert look(over, "0/card")["class"] == "card"


# Sentences, one by one


def test_sentences() -> None:
    own, far = seat("b2 E", on="a1 a2 b1 b2 f2"), seat("- a9 S")
    replacing = table(own, seat("i9 SW", on="d2"), seat("- a9 S", on="c2 e2"))
    for before, text, sentence in (
        (table(seat("e5 N"), seat("a1 N")), "e5-e6", "anna moves from e5 to e6"),
        (table(seat("f5 E"), seat("a1 N")), "f5-g5<", "anna moves from f5 to g5, turns left"),
        (table(own, seat("i9 SW"), far), "b2-f2>",
         "anna moves from b2 to f2, connects over c2, d2 and e2, turns right"),
        (replacing, "b2-f2", "anna moves from b2 to f2, connects over c2, d2 and e2, "
         "replaces 1 marker of ben and 2 markers of zoe, the chevron leaves the game"),
        (table(seat("b2 E c2 N", on="a1 b1 b2 e2"), seat("d2 SW"), far), "b2-e2",
         "anna moves from b2 to e2, jumps 2 chevrons"),
        (table(seat("e9 N"), seat("a1 N")), "pass", "anna passes, everybody else has one last turn"),
        (table(seat("e9 N"), seat("a1 N"), turns=2, last_turns=1), "pass", "anna passes"),
    ):  # fmt: skip
        assert azacru.refusal(before, moved(text)) is None
        assert board.sentence(before, moved(text), names_of(before)) == sentence
