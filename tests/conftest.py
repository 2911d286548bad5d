"""What all tests share: how thoroughly properties are tried, a store and a shell, and a game to try a new game with."""

import gc
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

import core.games
from core.game import AnyGame
from eventstore.matches.repository import MatchRepository
from eventstore.store.postgres import PostgresStore
from tests import torture as long_runs
from tests.postgres import new_address
from tests.recorded import records_in
from tests.torture import Torture
from tests.viewer.commands.terminal import Terminal
from tests.viewer.conformance import toy_game as pig

pytest.register_assert_rewrite(
    "tests.browser.accessibility",
    "viewer.conformance.game_laws",
    "viewer.conformance.evaluation_laws",
    "viewer.conformance.board_laws",
)

settings.register_profile("desk", max_examples=25, deadline=None)
settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Two more than cores: tests that wait, for a page or until a time is over, leave theirs to others.

    The fast ones do not wait, and each worker reads all tests first.
    """
    return (os.cpu_count() or 1) + (0 if "not slow" in config.option.markexpr else 2)


@pytest.fixture
def toy_game(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """Pig, listed among the games we know for the length of one test."""
    monkeypatch.setattr(core.games, "GAMES", (*core.games.GAMES, pig))
    return pig


@pytest.fixture
def records(tmp_path: Path) -> Iterator[MatchRepository]:
    """The records of a store that is empty."""
    records = records_in(tmp_path / "partie.db")
    yield records
    records.store.close()


@pytest.fixture
def database() -> str:
    """The address of an empty store in PostgreSQL."""
    return new_address()


@pytest.fixture
def postgres(database: str, tmp_path: Path) -> Iterator[PostgresStore]:
    """The store there, made by this test."""
    store = PostgresStore(database)
    yield store
    store.close()


@pytest.fixture
def partie(tmp_path: Path) -> Terminal:
    """The command line over a store that is not there yet."""
    return Terminal(tmp_path / "partie.db")


@pytest.fixture
def measured(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Tell what was measured in a test; the summary of the run repeats it. Nothing is asserted about it."""
    return lambda told: record_property("measured", told)


@pytest.fixture
def torture(request: pytest.FixtureRequest) -> Torture:
    """How thoroughly the part that a test is marked with is tried."""
    return long_runs.torture_of(request)


def pytest_addoption(parser: pytest.Parser) -> None:
    long_runs.add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    long_runs.configure(config)


def pytest_report_header(config: pytest.Config) -> str:
    return f"seed: {config.getoption('seed')}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    long_runs.select(config, items)


def pytest_collection_finish() -> None:
    gc.freeze()  # What was collected stays; looking through it again and again takes a tenth of the time.


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    long_runs.keep_figures(report)


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
