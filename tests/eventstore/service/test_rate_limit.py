"""Failed attempts are counted by address within a minute, and the time to wait is told in whole seconds."""

import pytest
from starlette.requests import HTTPConnection

from eventstore.service.rate_limit import MAX_FAILURES, WINDOW_S, FailureLimit

HERE, THERE, ELSEWHERE = (
    HTTPConnection({"type": "http", "client": (f"198.51.100.{number}", 1)}) for number in (1, 2, 3)
)


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def fail(limit: FailureLimit, times: int, connection: HTTPConnection = HERE) -> None:
    for _ in range(times):
        limit.record(connection)


@pytest.mark.parametrize(
    ("passed", "told"), [(0.5, 60), (1.5, 59), (58.9, 2), (59.1, 1), (59.9, 1), (WINDOW_S, 0), (WINDOW_S + 1, 0)]
)
def test_the_time_to_wait_is_rounded_up_to_whole_seconds_and_never_0_while_waiting(passed: float, told: int) -> None:
    limit = FailureLimit(clock := Clock())
    fail(limit, MAX_FAILURES)
    clock.now += passed
    assert limit.retry_after_s(HERE) == told


def test_one_failure_fewer_or_those_of_others_are_no_reason_to_wait() -> None:
    limit = FailureLimit(Clock())
    fail(limit, MAX_FAILURES - 1)
    fail(limit, MAX_FAILURES, THERE)
    assert limit.retry_after_s(HERE) == 0
    fail(limit, 1)
    assert limit.retry_after_s(HERE) > 0


def test_the_wait_ends_with_the_oldest_of_the_failures_that_count() -> None:
    limit = FailureLimit(clock := Clock())
    for _ in range(MAX_FAILURES + 5):
        fail(limit, 1)
        clock.now += 1
    clock.now += WINDOW_S - MAX_FAILURES - 0.5
    assert limit.retry_after_s(HERE) == 1
    clock.now += 0.5
    assert limit.retry_after_s(HERE) == 0


def test_an_address_is_forgotten_with_its_last_failure_and_not_with_its_oldest() -> None:
    limit = FailureLimit(clock := Clock())
    fail(limit, 1)
    clock.now += 1
    fail(limit, 1, THERE)
    clock.now += 49
    fail(limit, MAX_FAILURES - 1)
    clock.now += WINDOW_S - 49  # The first failures are too old to count.
    fail(limit, 1, ELSEWHERE)
    assert [*limit._times] == ["198.51.100.1", "198.51.100.3"]
    fail(limit, 1)
    assert limit.retry_after_s(HERE) == 50
