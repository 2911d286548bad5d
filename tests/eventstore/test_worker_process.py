"""The process that calls functions on hostile input: progress, limits, and its end when nobody waits."""

from threading import Event

import psutil
import pytest

from eventstore import worker_process
from eventstore.worker_process import Limits, TooCostly, TooManyCalls, WorkerProcess
from tests.patience import patience

HOUR_S = 3600
NAME = __name__


class GoneAway(Exception):
    """Nobody waits any more."""


def process(timeout_s: float = 60) -> WorkerProcess:
    return WorkerProcess(Limits(3, 2, timeout_s, 1 << 30, "Too many.", "Too costly."))


def report_and_sleep() -> None:
    worker_process.report_progress(1, 2)
    Event().wait(HOUR_S)


def print_and_fail(number: int) -> None:
    print("not a response", flush=True)
    raise ValueError(number)


@pytest.fixture
def before() -> set[psutil.Process]:
    return {*psutil.Process().children()}


def go_away(done: int, of: int) -> None:
    if (done, of) == (1, 2):
        raise GoneAway


def test_a_call_returns_what_the_function_does_and_raises_its_errors() -> None:
    worker = process()
    assert worker.run("operator:add", 2, 3) == 5
    with pytest.raises(ValueError, match="7"):
        worker.run(f"{NAME}:print_and_fail", 7)
    assert worker.run("operator:add", "a", "b") == "ab"


@pytest.mark.slow
def test_a_call_that_nobody_waits_for_ends_at_once_and_the_next_one_is_made(before: set[psutil.Process]) -> None:
    worker = process()
    with pytest.raises(GoneAway):
        worker.run(f"{NAME}:report_and_sleep", waiting=go_away)
    psutil.wait_procs({*psutil.Process().children()} - before, timeout=patience(30))
    assert {*psutil.Process().children()} <= before
    assert worker.run("operator:add", 2, 3) == 5


@pytest.mark.slow
def test_a_call_that_waits_for_its_turn_leaves_the_queue_when_nobody_waits_for_it() -> None:
    worker = process()
    first = worker.submit("time:sleep", HOUR_S, client="Anna")

    def leave(done: int, of: int) -> None:
        raise GoneAway

    for _ in range(5):
        with pytest.raises(GoneAway):
            worker.run("operator:add", 2, 3, client="Anna", waiting=leave)
    worker.submit("operator:add", 2, 3, client="Anna")
    with pytest.raises(TooManyCalls):
        worker.submit("operator:add", 2, 3, client="Anna")
    assert not first.result.done()
    worker.abandon(first)
    with pytest.raises(TooCostly):
        first.result.result()


@pytest.mark.slow
def test_a_call_beyond_the_time_is_refused_and_the_next_one_is_made() -> None:
    worker = process(timeout_s=3)
    with pytest.raises(TooCostly, match="Too costly"):
        worker.run("time:sleep", HOUR_S)
    with pytest.raises(TooCostly, match="Too costly"):
        worker.run("builtins:bytes", 2 << 30)
    assert process().run("operator:add", 2, 3) == 5
