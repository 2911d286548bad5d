"""The app with two games more than it knows: the dice game of the tests, and one with a hundred choices."""

import runpy
import sys
from pathlib import Path
from types import ModuleType

import core.games
from tests.packages import BIDS
from tests.viewer.conformance import toy_game

if toy_game not in core.games.GAMES:
    bids = sys.modules["bids"] = ModuleType("bids")
    exec(BIDS, vars(bids))
    core.games.GAMES = (*core.games.GAMES, toy_game, bids)  # type: ignore[misc]
runpy.run_path(str(Path(__file__).parents[2] / "viewer" / "site" / "app.py"))
