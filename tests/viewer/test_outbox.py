"""Requests that a page repeats until their responses arrive: each runs once, in order."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from pydantic import TypeAdapter

from core.games import chocolatier
from eventstore.matches.repository import MatchRepository
from eventstore.store.store import UnusableStore
from tests.recorded import record
from viewer.live.requests import REQUESTS, run_request
from viewer.notes import NoteRequest
from viewer.outbox import OutboxResponse, Responses

TEXT: TypeAdapter[dict[str, str]] = TypeAdapter(dict[str, str])


def sent(*keys: str) -> str:
    return json.dumps([{"key": key} for key in keys])


def writer(written: list[str], refused: Sequence[str] = ()) -> Callable[[dict[str, str]], OutboxResponse]:
    def write(request: dict[str, str]) -> OutboxResponse:
        written.append(request["key"])
        return OutboxResponse(request["key"], "refused" if request["key"] in refused else "done")

    return write


def kinds(responses: Responses) -> list[tuple[str, str]]:
    sent: Any = responses.to_json()
    return [(response["key"], response["kind"]) for response in sent]


def test_repeated_requests_do_not_run_again() -> None:
    responses, written = Responses(), list[str]()
    for requests in (sent("a"), sent("a", "b"), sent("a", "b"), sent("b", "c")):
        responses.run(requests, TEXT, writer(written))
    assert written == ["a", "b", "c"]


def test_every_request_has_its_response_until_the_browser_has_it() -> None:
    responses = Responses()
    responses.run(sent("a", "b", "c"), TEXT, writer([], refused=["a"]))
    assert kinds(responses) == [("a", "refused"), ("b", "done"), ("c", "done")]
    responses.run(sent("c", "d"), TEXT, writer([]))
    assert kinds(responses) == [("c", "done"), ("d", "done")]


def test_an_unreadable_request_is_refused_and_the_next_one_runs() -> None:
    responses, written = Responses(), list[str]()
    responses.run('[{"key": "a", "text": "\\ud800"}, {"key": "b", "number": 1}, {"key": "c"}]', TEXT, writer(written))
    assert kinds(responses) == [("a", "refused"), ("b", "refused"), ("c", "done")]
    assert written == ["c"]


def test_a_request_that_meets_no_store_runs_when_it_is_repeated() -> None:
    responses, written = Responses(), list[str]()

    def write(request: dict[str, str]) -> OutboxResponse:
        if request["key"] == "b" and not closed.pop():
            raise UnusableStore("locked")
        return writer(written)(request)

    closed = [True, False]
    with pytest.raises(UnusableStore):
        responses.run(sent("a", "b", "c"), TEXT, write)
    assert kinds(responses) == [("a", "done")]
    responses.run(sent("a", "b", "c"), TEXT, write)
    assert written == ["a", "b", "c"]


def test_a_note_at_the_table_is_written_once_although_the_session_was_lost(records: MatchRepository) -> None:
    record(records, "m", chocolatier, ("Anna", "Ben"), 2, events=3)
    requests = REQUESTS.dump_json(NoteRequest("one", 3, text="bold")).decode()
    for responses in (Responses(), Responses()):
        responses.run(f"[{requests}]", REQUESTS, lambda request: run_request(records, "m", request))
    assert [note.text for note in records.notes("m")] == ["bold"]
