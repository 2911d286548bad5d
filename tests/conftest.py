"""What all tests share: how thoroughly properties are tried, and a game to try a new game with."""

import os
from collections.abc import Callable

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


@pytest.fixture
def measured(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Tell what was measured in a test; the summary of the run repeats it. Nothing is asserted about it."""
    return lambda told: record_property("measured", told)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    told = [
        str(value)
        for report in terminalreporter.stats.get("passed", ())
        for name, value in report.user_properties
        if name == "measured" and report.when == "call"
    ]
    if told:
        terminalreporter.section("measured")
        for line in told:
            terminalreporter.line(line)
