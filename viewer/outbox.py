"""Requests of a component, which the browser repeats until a response arrives (`outbox.js`); each runs once."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from threading import Lock
from typing import Any, Literal, TypeVar

from pydantic import TypeAdapter, ValidationError

from viewer.boards.scene import Json
from viewer.language import gettext

_Order = TypeVar("_Order")


@dataclass(frozen=True, slots=True)
class Answer:
    """The response to the request with this key; `says` is a sentence to show, or empty."""

    key: str
    kind: Literal["done", "refused", "moved"]
    says: str = ""


class Answers:
    """The responses to one component in one session, kept while the browser may still repeat the request."""

    def __init__(self) -> None:
        self._by_key: dict[str, Answer] = {}
        self._lock = Lock()  # An interrupted run may still be at work when the next run gets the same request.

    def carry_out(self, sent: str, orders: TypeAdapter[_Order], carry_out: Callable[[_Order], Answer]) -> None:
        """Run, in order, the requests in `sent` that have no response yet.

        `sent` is the JSON list of all requests without a response in the browser, each with its `key`. Responses to
        other
        keys have arrived and are dropped. An exception of `carry_out` leaves its request, and those after it,
        unanswered.
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
        return Answer(key, "refused", gettext("The request cannot be read. Reload the page and try again."))
