"""Final boards as small as an emblem."""

import re

import pytest

from core.game import AnyGame
from core.games import azacru, chocolatier, pavilion, schokoly, scoresheet
from tests.viewer.boards.boards import play
from viewer.boards import board_of
from viewer.boards.scene import Json
from viewer.look.mini_board import mini_board


def drawn(game: AnyGame, seat: int = 0, **options: object) -> Json:
    state = play(game, 2, game.Options(**options), 3, 400).states[-1]
    board = board_of(game)
    return mini_board(board.scene(state, ("Ana", "Ben")), board.symbols(), seat)


@pytest.mark.parametrize("game", [azacru, chocolatier, pavilion, schokoly])
def test_a_board_is_a_few_paths_of_colors_for_both_themes(game: AnyGame) -> None:
    board = drawn(game)
    assert isinstance(board, list)
    tag, attributes, paths = board
    assert (tag, isinstance(attributes, dict) and attributes["width"]) == ("svg", 40)
    assert isinstance(paths, list)
    assert 2 <= len(paths) <= 12
    text = str(board)
    assert "text" not in text
    assert len(text) < 5_000
    assert all(re.fullmatch(r"light-dark\(#\w+, #\w+\)", fill) for fill in re.findall(r"'fill': '(.*?)'", text))


def test_each_seat_has_its_own_board_where_the_game_has_them_and_a_sheet_none() -> None:
    assert drawn(chocolatier) != drawn(chocolatier, 1)
    assert drawn(azacru) == drawn(azacru, 1)
    board, state = board_of(scoresheet), scoresheet.setup(2, scoresheet.Options(title="Catan"))
    assert mini_board(board.scene(state, ("Ana", "Ben")), board.symbols(), 0) is None
