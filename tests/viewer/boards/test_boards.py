"""Scenes, patches, pictures and plain boards, whatever the game."""

import re
import sys
from dataclasses import replace
from importlib.resources import files
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.game import AnyGame
from core.games import chocolatier, scoresheet
from tests.viewer.boards.boards import play
from tests.viewer.boards.color_vision import contrast
from viewer.boards import board_of
from viewer.boards.fallback import Fallback, words
from viewer.boards.scene import Panel, Patch, Scene, Shape, patch_to_json, patches, shape, to_json
from viewer.boards.svg import Theme, stylesheet, svg, thumbnail, variables
from viewer.locale.plain_text import beside, fit, listed, number, plain, width

STYLE = files("viewer.boards").joinpath("boards.css").read_text("utf-8")
SVG = "{http://www.w3.org/2000/svg}"


def test_a_board_is_found_by_the_key_of_its_game_and_one_of_ours_is_never_drawn_plainly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert board_of(scoresheet).__name__ == "viewer.boards.scoresheet"  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "viewer.boards.chocolatier", None)  # As where the file is left out.
    with pytest.raises(ImportError, match=r"viewer\.boards\.chocolatier"):
        board_of(chocolatier)


def panel(*shapes: Shape, id: str = "table", size: tuple[float, float] = (4, 3), seat: int | None = None) -> Panel:
    return Panel(id, "Table", *size, shapes, seat)


def tile(id: str, x: float = 1) -> Shape:
    return shape(id, "use", title="blue", href="#blue", x=x, y=1)


def test_a_patch_holds_what_changed_what_came_what_went_and_a_new_size() -> None:
    before = Scene((panel(tile("stays"), tile("moves"), tile("goes")), panel(tile("same"), id="seat/0")))
    after = Scene((panel(tile("stays"), tile("moves", x=2), tile("comes")), panel(tile("same"), id="seat/0")))
    assert patches(before, after) == (Patch("table", (tile("moves", x=2), tile("comes")), ("goes",)),)
    (patch,) = patches(Scene((panel(size=(4, 3)),)), Scene((panel(size=(4, 5)),)))
    assert patch_to_json(patch) == ("table", [], [], (4, 5))


def test_the_json_form_is_the_one_the_module_describes() -> None:
    text = shape("0/name", "text", text="Anna", class_="name", x=1.0, y=0.123)
    scene = Scene((Panel("seat/0", "Anna", 13, 9.5, (text, tile("0/floor/1/tile"), shape("c", "circle", r=1)), 0),))
    shapes = [
        ("0/name", "text", {"class": "name", "x": 1, "y": 0.12}, "Anna"),
        ("0/floor/1/tile", "use", {"href": "#blue", "x": 1, "y": 1}, None, "blue"),
        ("c", "circle", {"r": 1}),
    ]
    shown = {"id": "seat/0", "title": "Anna", "width": 13, "height": 9.5, "seat": 0, "shapes": shapes}
    assert to_json(scene) == {"panels": [shown]}
    patch = Patch("table", (shape("c", "circle", r=1),), ("gone",))
    assert patch_to_json(patch) == ("table", shapes[2:], ["gone"])


@given(name=st.text(), title=st.text())
def test_any_name_makes_a_picture_that_xml_readers_accept(name: str, title: str) -> None:
    scene = Scene((panel(shape("0/name", "text", text=name, title=name), seat=0),))
    root = ElementTree.fromstring(svg(scene, "", title=title))
    found = list(root.iter(f"{SVG}text"))
    assert ["".join(each.itertext()) for each in found] == [plain(name) * 2]


def test_markup_in_a_name_stays_a_name() -> None:
    name = "<script>alert(\"x\")</script> & 'friends' ]]>"
    root = ElementTree.fromstring(svg(Scene((panel(shape("n", "text", text=name, class_=name)),)), ""))
    assert not list(root.iter(f"{SVG}script"))
    assert next(root.iter(f"{SVG}text")).text == name
    assert next(root.iter(f"{SVG}text")).attrib["class"] == name


def test_seats_are_arranged_in_rows_under_the_table() -> None:
    seats = [panel(id=f"seat/{seat}", seat=seat) for seat in range(3)]
    root = ElementTree.fromstring(svg(Scene((panel(id="table"), *seats)), "", columns=2))
    assert [group.attrib["transform"] for group in root.iter(f"{SVG}g")] == [
        "translate(2.75 0.5)",
        "translate(0.5 4)",
        "translate(5 4)",
        "translate(2.75 7.5)",
    ]
    assert root.attrib["viewBox"] == "0 0 9.5 11"


def test_a_thumbnail_shows_the_hero_else_the_seats_and_all_panels_where_there_are_no_seats() -> None:
    table, seat = panel(shape("card", "circle", r=1)), panel(tile("b"), id="seat/0", seat=0)
    for scene, circles, tiles in (((table, seat), 0, 1), ((table,), 1, 0), ((replace(table, hero=True), seat), 1, 0)):
        drawn = thumbnail(Scene(scene), "")
        assert (drawn.count("<circle"), drawn.count("<use")) == (circles, tiles)
        assert "data-id" not in drawn


def test_both_themes_name_the_same_colors_with_enough_contrast_and_a_picture_needs_no_variables() -> None:
    assert variables(STYLE, "light").keys() == variables(STYLE, "dark").keys()
    assert set(re.findall(r"var\((--[\w-]+)\)", STYLE)) == variables(STYLE, "light").keys()
    themes: tuple[Theme, ...] = ("light", "dark")
    for theme in themes:
        assert "var(" not in stylesheet(theme)
        assert "partie-" not in stylesheet(theme)
        colors = variables(STYLE, theme)
        assert colors["--ink"] in stylesheet(theme)
        for ink, paper in (("ink", "card"), ("soft", "card"), ("soft", "plate"), ("gold-ink", "gold")):
            assert contrast(colors[f"--{ink}"], colors[f"--{paper}"]) >= 4.5, (theme, ink, paper)


def test_a_game_without_a_board_gets_the_plain_one(toy_game: AnyGame) -> None:
    board, match = board_of(toy_game), play(toy_game, 3, toy_game.Options(target=20), seed=1)
    names = ["anna", "ben", "zoe"]
    assert isinstance(board, Fallback)
    for before, event in zip(match.states, match.events, strict=False):
        assert toy_game.write(event) in board.sentence(before, event, names)
    for name, points in zip(names, toy_game.scores(match.states[-1]), strict=True):
        assert f"{name}: {points}" in board.text(match.states[-1], names)
    outcome = toy_game.outcome(match.states[-1])
    assert outcome is not None
    assert outcome.why in board.text(match.states[-1], names)


def test_a_plain_board_says_what_a_state_holds_in_words() -> None:
    assert words(None) == "none"
    assert words((3, (True, "a\x1bb"), ())) == "3 yes ab none"


@given(st.text())
def test_plain_text_steers_no_terminal(text: str) -> None:
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", plain(text))


@given(st.text(), st.integers(1, 30))
def test_fitted_text_is_never_too_wide(text: str, columns: int) -> None:
    assert width(fit(text, columns)) <= columns


def test_wide_characters_count_twice() -> None:
    assert width("陳大文") == 6
    assert fit("陳大文", 5) == "陳大…"
    assert beside([["陳", "a"], ["b"]], 3, gap=1) == ["陳  b", "a"]


def test_numbers_and_lists_are_written_as_people_write_them() -> None:
    assert [number(points) for points in (None, 3.0, -2, 2.5, 10**15)] == ["-", "3", "−2", "2.5", f"{10**15:,}"]
    assert [listed("abc"[:length]) for length in range(4)] == ["", "a", "a and b", "a, b and c"]
