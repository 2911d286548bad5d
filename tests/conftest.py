"""What all tests share: how thoroughly properties are tried, and a game to try a new game with."""

import os

import pytest
from hypothesis import settings

import core.games
from core.game import AnyGame
from tests import toy_game as pig

pytest.register_assert_rewrite("tests.conformance")

settings.register_profile("desk", max_examples=25, deadline=None)
settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")


@pytest.fixture
def toy_game(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """Pig, listed among the games we know for the length of one test."""
    monkeypatch.setattr(core.games, "GAMES", (*core.games.GAMES, pig))
    return pig
