"""Requests of a component, which the browser repeats until a response arrives (`outbox.js`); each runs once."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from threading import Lock
from typing import Any, Literal, TypeVar

from pydantic import TypeAdapter, ValidationError

from eventstore.matches.match import Refused, UnknownMatch
from eventstore.store.store import Conflict
from viewer.boards.scene import Json
from viewer.language import gettext, refused, translate

_Request = TypeVar("_Request")


@dataclass(frozen=True, slots=True)
class OutboxResponse:
    """The response to the request with this key; `says` is a sentence to show, or empty."""

    key: str
    kind: Literal["done", "refused", "moved"]
    says: str = ""


def respond(key: str, run: Callable[[], str], *, conflict: str) -> OutboxResponse:
    """Run a request. Its sentence, its refusal or, after a conflict, the sentence `conflict` is the response.

    `run` must write all or nothing.
    """
    try:
        return OutboxResponse(key, "done", run())
    except Refused as error:
        return OutboxResponse(key, "refused", refused(error.refusal))
    except Conflict:
        return OutboxResponse(key, "moved", conflict)
    except UnknownMatch:
        return OutboxResponse(key, "refused", gettext("Match not found"))
    except ValueError as error:
        return OutboxResponse(key, "refused", translate(str(error)))


class Responses:
    """The responses to one component in one session, kept while the browser may still repeat the request."""

    def __init__(self) -> None:
        self._by_key: dict[str, OutboxResponse] = {}
        self._lock = Lock()  # An interrupted run may still be at work when the next run gets the same request.

    def run(self, sent: str, requests: TypeAdapter[_Request], handler: Callable[[_Request], OutboxResponse]) -> None:
        """Run, in order, the requests in `sent` that have no response yet.

        `sent` is the JSON list of all requests without a response in the browser, each with its `key`. Responses to
        other keys have arrived and are dropped. An exception of `handler` leaves its request, and those after it,
        without a response.
        """
        waiting: list[dict[str, Any]] = json.loads(sent)
        with self._lock:
            keys = [request["key"] for request in waiting]
            self._by_key = {key: self._by_key[key] for key in keys if key in self._by_key}
            for key, request in zip(keys, waiting, strict=True):
                if key not in self._by_key:
                    self._by_key[key] = _response(key, request, requests, handler)

    def to_json(self) -> list[Json]:
        return [asdict(response) for response in self._by_key.copy().values()]


def _response(
    key: str,
    request: dict[str, Any],
    requests: TypeAdapter[_Request],
    handler: Callable[[_Request], OutboxResponse],
) -> OutboxResponse:
    try:
        return handler(requests.validate_json(json.dumps(request)))
    except ValidationError:
        return OutboxResponse(key, "refused", gettext("The request cannot be read. Reload the page and try again."))
