"""Orders of a component, sent until they are answered (`outbox.js`), and the answers: each is carried out once."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from threading import Lock
from typing import Any, Literal, TypeVar

from pydantic import TypeAdapter, ValidationError

from viewer.boards.scene import Json
from viewer.language import say

_Order = TypeVar("_Order")


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of the order with this key, in a sentence where there is something to say."""

    key: str
    kind: Literal["done", "refused", "moved"]
    says: str = ""


class Answers:
    """The answers to the orders of one component in one session, kept while an order may still be sent again."""

    def __init__(self) -> None:
        self._by_key: dict[str, Answer] = {}
        self._lock = Lock()  # An interrupted run may still be at work while the next one is sent the same order.

    def carry_out(self, sent: str, orders: TypeAdapter[_Order], carry_out: Callable[[_Order], Answer]) -> None:
        """Carry out, in their order, those orders in `sent` that have no answer yet.

        `sent` is the JSON list of all orders the browser has no answer to, each with its `key`: the answers to other
        orders have arrived and are forgotten. What `carry_out` raises leaves its order, and those after it, unanswered.
        """
        waiting: list[dict[str, Any]] = json.loads(sent)
        with self._lock:
            keys = [order["key"] for order in waiting]
            self._by_key = {key: self._by_key[key] for key in keys if key in self._by_key}
            for key, order in zip(keys, waiting, strict=True):
                if key not in self._by_key:
                    self._by_key[key] = _answer(key, order, orders, carry_out)

    def to_json(self) -> list[Json]:
        return [asdict(answer) for answer in self._by_key.copy().values()]


def _answer(
    key: str, order: dict[str, Any], orders: TypeAdapter[_Order], carry_out: Callable[[_Order], Answer]
) -> Answer:
    try:
        return carry_out(orders.validate_json(json.dumps(order)))
    except ValidationError:
        return Answer(key, "refused", say("This cannot be read. Please load the page again and try once more."))
