"""Boards of packages: found, checked, and contained where they fail; their words are of the package."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core import games
from tests.packages import PIG, installed, write_package
from viewer.boards import Tappable, board_of
from viewer.boards.fallback import Fallback
from viewer.boards.packages import PackageBoard, are_harmless, checked_style
from viewer.locale import language
from viewer.locale.language import gettext, set_language

BOARD = """
from partie.board import Panel, Scene, shape

def scene(state, names):
    if state.scores[0] > LIMIT:
        raise RuntimeError("no paper left")
    return Scene((
        Panel("table", "Table", 4.0, 2.0, (shape("die", "rect", class_="pig-die", x=1, y=1, width=1, height=1),)),
        *(Panel(f"seat/{seat}", name, 4.0, 2.0, (), seat) for seat, name in enumerate(names)),
    ))

def text(state, names):
    return f"scores {state.scores}"

def sentence(before, event, names):
    return "somebody rolls"

def symbols():
    return '<g id="pig"><circle r="1"/></g>'

def taps(state, event):
    return ("die",)

STYLE = ".pig-die { fill: var(--pig-pink); } .partie-light{--pig-pink:#fcc} .partie-dark{--pig-pink:#433}"
LIMIT = 99999
"""
NAMES = ("Anna", "Ben")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    language.translations.cache_clear()


def states(pig: Any, number: int) -> list[Any]:
    shown = [pig.setup(2, pig.Options())]
    for _ in range(number):
        shown.append(pig.evolve(shown[-1], pig.DieRolled(6)))
        shown.append(pig.evolve(shown[-1], pig.Held(pig.turn(shown[-1]))))
    return shown


def test_the_board_of_a_package_draws_its_game(site: Path) -> None:
    write_package(site, "pig", PIG, boards=BOARD)
    with installed(site):
        pig = games.find("pig")
        board = board_of(pig)
        assert isinstance(board, PackageBoard)
        assert isinstance(board, Tappable)
        (state, *_) = states(pig, 0)
        assert board.scene(state, NAMES).panels[0].shapes[0].id == "die"
        assert board.text(state, NAMES) == "scores (0, 0)"
        assert board.symbols() == '<g id="pig"><circle r="1"/></g>'


def test_a_board_that_raises_gives_way_to_the_plain_one_with_the_same_panels(site: Path) -> None:
    write_package(site, "pig", PIG, boards=BOARD.replace("99999", "5"))
    with installed(site):
        pig = games.find("pig")
        board, plain = board_of(pig), Fallback(pig)
        first, *_, last = states(pig, 2)
        drawn = board.scene(first, NAMES)
        failed = board.scene(last, NAMES)
        assert [panel.id for panel in failed.panels] == [panel.id for panel in drawn.panels]
        assert "Load the page again" in str(failed.panels[0].shapes[0].text)
        assert board.scene(first, NAMES) == plain.scene(first, NAMES)
        assert board.text(last, NAMES) == plain.text(last, NAMES)
        assert not isinstance(board, Tappable)


def test_a_board_that_cannot_be_used_leaves_the_plain_one(site: Path) -> None:
    for place, source in enumerate(("raise ValueError", "import sys\nsys.exit(1)", "scene = text = 1")):
        write_package(site / str(place), "pig", PIG, boards=source)
        with installed(site / str(place)):
            assert isinstance(board_of(games.find("pig")), Fallback)


def test_a_style_is_taken_if_it_is_of_its_own_board_alone() -> None:
    assert checked_style(
        ".pig-die { fill: var(--pig-pink) } .partie-light{--pig-pink:#fcc} .partie-dark{--pig-pink:#433}", "pig"
    ) == (
        ".pig-die { fill: var(--pig-pink); }\n.partie-light { --pig-pink: #fcc; }\n.partie-dark { --pig-pink: #433; }"
    )
    assert checked_style(".pig-die { stroke: var(--ink); stroke-width: .1 }", "pig") != ""
    for style in (
        "",
        "body { opacity: 0 }",
        ".seat { fill: red }",
        ".pig-die, body { fill: red }",
        ".pig-die .seat { fill: red }",
        ".pig-die { position: fixed }",
        ".pig-die { fill: url(//elsewhere) }",
        ".pig-die { fill: red } @import 'x';",
        "@import url(x); .pig-die { fill: red }",
        ".pig-die { fill: var(--nowhere) }",
        ".partie-light { --ink: red } .partie-dark { --ink: red }",
        ".partie-light { --pig-a: red }",
        ".pig-die { fill: red }</style><script>",
        ".pig-die { fill: 'x' }",
        ".pig-die { fill: \\\\75rl(x) }",
        ".pig-die { fill: red",
        7,
    ):
        assert checked_style(style, "pig") == "", style


def test_symbols_are_drawings_alone() -> None:
    for symbols in ('<g id="pig-a"><path d="M0 0h1"/><use href="#pig-b"/></g>', ""):
        assert are_harmless(symbols)
    for symbols in (
        "<script>alert(1)</script>",
        '<g onclick="alert(1)"/>',
        "<foreignObject><p/></foreignObject>",
        '<image href="//elsewhere"/>',
        '<use href="//elsewhere#a"/>',
        '<g style="fill:red"/>',
        '<path fill="url(//elsewhere)"/>',
        "<g>",
        '<!DOCTYPE x [<!ENTITY e "x">]><g/>',
    ):
        assert not are_harmless(symbols), symbols


def test_the_words_of_a_package_are_translated_where_ours_are_not(site: Path) -> None:
    write_package(site, "pig", PIG)
    words = site / "pig_words" / "locale" / "cs" / "LC_MESSAGES"
    words.mkdir(parents=True)
    (site / "pig_words" / "__init__.py").write_text("", "utf-8")
    catalog = 'msgid "the die is hot"\nmsgstr "kostka je horká"\n\nmsgid "Plays"\nmsgstr "Jinak"\n'
    (words / "pig.po").write_text(catalog, "utf-8")
    points = site / "partie_pig-1.0.dist-info" / "entry_points.txt"
    points.write_text(points.read_text("utf-8") + "[partie.translations]\npig = pig_words\n", "utf-8")
    try:
        with installed(site):
            language.translations.cache_clear()
            set_language("cs")
            assert gettext("the die is hot") == "kostka je horká"
            assert gettext("Plays") != "Jinak"
    finally:
        set_language("en")
        sys.modules.pop("pig_words", None)


def test_optional_functions_that_fail_leave_the_plain_table(site: Path) -> None:
    write_package(site, "pig", PIG, boards=BOARD.replace('return ("die",)', "raise KeyError(event)"))
    with installed(site):
        pig = games.find("pig")
        board = board_of(pig)
        assert isinstance(board, Tappable)
        state = pig.evolve(pig.setup(2, pig.Options()), pig.DieRolled(3))
        assert board.taps(state, pig.Held(0)) == ("=holds 0",)
        assert not isinstance(board, Tappable)
        assert board.scene(state, NAMES) == Fallback(pig).scene(state, NAMES)
