"""Orders that a page sends until they are answered: each is carried out once, in order."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from pydantic import TypeAdapter

from core.games import chocolatier
from eventstore.matches.repository import MatchRepository
from eventstore.store.store import UnusableStore
from tests.recorded import record
from viewer.live.orders import ORDERS, Order, Remark, carry_out
from viewer.outbox import Answer, Answers

TEXT: TypeAdapter[dict[str, str]] = TypeAdapter(dict[str, str])


def sent(*keys: str) -> str:
    return json.dumps([{"key": key} for key in keys])


def writer(written: list[str], refused: Sequence[str] = ()) -> Callable[[dict[str, str]], Answer]:
    def write(order: dict[str, str]) -> Answer:
        written.append(order["key"])
        return Answer(order["key"], "refused" if order["key"] in refused else "done")

    return write


def kinds(answers: Answers) -> list[tuple[str, str]]:
    told: Any = answers.to_json()
    return [(answer["key"], answer["kind"]) for answer in told]


def test_orders_that_come_again_are_not_carried_out_again() -> None:
    answers, written = Answers(), list[str]()
    for orders in (sent("a"), sent("a", "b"), sent("a", "b"), sent("b", "c")):
        answers.carry_out(orders, TEXT, writer(written))
    assert written == ["a", "b", "c"]


def test_every_order_has_its_answer_until_the_browser_has_it() -> None:
    answers = Answers()
    answers.carry_out(sent("a", "b", "c"), TEXT, writer([], refused=["a"]))
    assert kinds(answers) == [("a", "refused"), ("b", "done"), ("c", "done")]
    answers.carry_out(sent("c", "d"), TEXT, writer([]))
    assert kinds(answers) == [("c", "done"), ("d", "done")]


def test_what_cannot_be_read_is_refused_and_what_comes_after_it_is_carried_out() -> None:
    answers, written = Answers(), list[str]()
    answers.carry_out(
        '[{"key": "a", "text": "\\ud800"}, {"key": "b", "number": 1}, {"key": "c"}]', TEXT, writer(written)
    )
    assert kinds(answers) == [("a", "refused"), ("b", "refused"), ("c", "done")]
    assert written == ["c"]


def test_an_order_that_meets_no_store_is_carried_out_when_it_comes_again() -> None:
    answers, written = Answers(), list[str]()

    def write(order: dict[str, str]) -> Answer:
        if order["key"] == "b" and not closed.pop():
            raise UnusableStore("locked")
        return writer(written)(order)

    closed = [True, False]
    with pytest.raises(UnusableStore):
        answers.carry_out(sent("a", "b", "c"), TEXT, write)
    assert kinds(answers) == [("a", "done")]
    answers.carry_out(sent("a", "b", "c"), TEXT, write)
    assert written == ["a", "b", "c"]


def test_a_note_at_the_table_is_written_once_although_the_session_was_lost(records: MatchRepository) -> None:
    match = record(records, "m", chocolatier, ("Anna", "Ben"), 2, events=3)
    orders = ORDERS.dump_json(Order("one", match.version, remark=Remark(3, "bold"))).decode()
    for answers in (Answers(), Answers()):
        answers.carry_out(f"[{orders}]", ORDERS, lambda order: carry_out(records, "m", order))
    assert [note.text for note in records.notes("m")] == ["bold"]
