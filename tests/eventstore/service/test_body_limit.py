"""The bytes of bodies are counted while they are held, in all and by client."""

import sys
from contextlib import ExitStack

import pytest
from starlette.requests import HTTPConnection

from eventstore.service.body_limit import MAX_BYTES_OF_CLIENT, MAX_HELD_BYTES, BodyLimit, TooManyBytes, announced_bytes


def is_room(limit: BodyLimit, size: int, client: str) -> bool:
    with limit.body() as body:
        try:
            body.grow(size, client)
        except TooManyBytes:
            return False
        return True


def test_a_client_may_hold_up_to_its_bound_and_gets_it_back() -> None:
    limit = BodyLimit()
    for _ in range(3):  # Nothing of an earlier body is counted on.
        with limit.body() as body:
            body.grow(MAX_BYTES_OF_CLIENT // 2, "Anna")
            body.grow(MAX_BYTES_OF_CLIENT, "Anna")
            assert not is_room(limit, 1, "Anna")
            assert is_room(limit, MAX_BYTES_OF_CLIENT, "Ben")
        assert not is_room(limit, MAX_BYTES_OF_CLIENT + 1, "Anna")
    assert is_room(limit, MAX_BYTES_OF_CLIENT, "Anna")


def test_all_clients_together_have_a_bound_too() -> None:
    limit = BodyLimit()
    with ExitStack() as bodies:
        for number in range(MAX_HELD_BYTES // MAX_BYTES_OF_CLIENT):
            bodies.enter_context(limit.body()).grow(MAX_BYTES_OF_CLIENT, f"client {number}")
        assert not is_room(limit, 1, "another")
        assert not is_room(limit, 1, "")
    assert is_room(limit, MAX_HELD_BYTES, "")


@pytest.mark.parametrize(
    ("length", "size"),
    [(None, None), ("0", 0), ("17", 17), ("-1", sys.maxsize), ("+1", sys.maxsize), ("9" * 15, sys.maxsize)],
)
def test_a_length_that_is_no_number_is_larger_than_any_bound(length: str | None, size: int | None) -> None:
    headers = [] if length is None else [(b"content-length", length.encode())]
    assert announced_bytes(HTTPConnection({"type": "http", "headers": headers})) == size
