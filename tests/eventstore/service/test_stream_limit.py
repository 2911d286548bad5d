"""Open streams are counted, in all and by address, for as long as they are open."""

from contextlib import ExitStack, suppress

import pytest
from starlette.requests import HTTPConnection

from eventstore.service.stream_limit import StreamLimit, TooManyStreams


def client(number: int) -> HTTPConnection:
    return HTTPConnection({"type": "http", "client": (f"198.51.100.{number}", 1), "headers": []})


def refused(limit: StreamLimit, number: int, *, is_authenticated: bool = False) -> int:
    """The status with which another stream is refused; 0 when it is opened, and closed again."""
    try:
        with limit.slot(client(number), is_authenticated=is_authenticated):
            return 0
    except TooManyStreams as error:
        return error.status_code


def test_one_address_has_its_share_until_one_of_its_streams_ends() -> None:
    limit = StreamLimit(64)
    with ExitStack() as others:
        for _ in range(limit.per_address - 1):
            others.enter_context(limit.slot(client(1), is_authenticated=False))
        with limit.slot(client(1), is_authenticated=False):
            assert refused(limit, 1) == 429
            assert refused(limit, 2) == 0
        assert refused(limit, 1) == 0


def test_half_of_all_streams_are_kept_for_those_with_a_token() -> None:
    limit = StreamLimit(64)
    with ExitStack() as streams:
        for number in range(limit.anonymous):
            streams.enter_context(limit.slot(client(number), is_authenticated=False))
        assert refused(limit, 200) == 503
        assert refused(limit, 200, is_authenticated=True) == 0
        for _ in range(limit.total - limit.anonymous):
            streams.enter_context(limit.slot(client(200), is_authenticated=True))
        assert refused(limit, 200, is_authenticated=True) == 503
    assert [refused(limit, number, is_authenticated=number > 100) for number in (1, 200)] == [0, 0]


def test_a_stream_that_breaks_or_is_refused_is_not_counted_on() -> None:
    limit = StreamLimit(8)
    for _ in range(20):
        with suppress(ConnectionError), limit.slot(client(1), is_authenticated=False):
            raise ConnectionError
    with ExitStack() as streams:
        for number in range(limit.total):
            streams.enter_context(limit.slot(client(number), is_authenticated=True))
        assert refused(limit, 1) == 503
    assert refused(limit, 1) == 0


@pytest.mark.parametrize(("total", "per_address"), [(8, 8), (64, 8), (80, 10)])
def test_the_share_of_an_address_is_an_eighth_and_8_at_least(total: int, per_address: int) -> None:
    assert StreamLimit(total).per_address == per_address
