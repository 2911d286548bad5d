"""High Card keeps the laws of games and boards."""

import partie_highcard as game
import pytest
from partie_highcard import board

from partie.testing import Law, laws_of


@pytest.mark.parametrize("law", laws_of(game, board=board), ids=str)
def test_the_game_keeps_the_law(law: Law) -> None:
    law()
