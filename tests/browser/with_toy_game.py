"""The app with one game more than it knows: the example game of the tests."""

import runpy
from pathlib import Path

import core.games
from viewer.conformance import toy_game

if toy_game not in core.games.GAMES:
    core.games.GAMES = (*core.games.GAMES, toy_game)  # type: ignore[misc]
runpy.run_path(str(Path(__file__).parents[2] / "viewer" / "site" / "app.py"))
