"""The responses to exceptions of the app: those of `eventstore.answers.problems`, and those of its framework."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from core.errors import NotFound
from eventstore.access.grants import ANONYMOUS
from eventstore.answers.problems import KINDS, NOT_DONE_HERE, NOTHING_HERE, UNEXPECTED, Unanswered, problem_of
from eventstore.answers.shared import Abandoned
from eventstore.service.address_routes import request_value, to_response
from eventstore.service.observability import CLIENT_CLOSED_REQUEST
from eventstore.service.state import app_state
from eventstore.worker_process import TooManyCalls

_SENTENCES: Final = {"Not Found": NOTHING_HERE, "Method Not Allowed": NOT_DONE_HERE}
"""Full sentences for the short messages of the framework."""


def install_handlers(app: FastAPI) -> None:
    for kind in KINDS:
        app.add_exception_handler(kind, problem_response_of)
    for kind, handler in _HANDLERS.items():
        app.add_exception_handler(kind, handler)


async def problem_response_of(request: Request, error: Exception) -> Response:
    """A problem response in the language of the request."""
    return to_response(problem_of(app_state(request), request_value(request), error))


async def _http_exception(request: Request, error: HTTPException) -> Response:
    detail = _SENTENCES.get(error.detail, error.detail)
    return await problem_response_of(request, Unanswered(error.status_code, detail, error.headers))


async def _not_found(request: Request, error: NotFound) -> Response:
    if getattr(request.state, "principal", None) is ANONYMOUS:
        app_state(request).failures.record(request)
    return await problem_response_of(request, error)


async def _invalid_request(request: Request, error: RequestValidationError) -> Response:
    return await problem_response_of(request, Unanswered(422, _validation_message(error.errors())))


async def _abandoned(request: Request, error: Abandoned) -> Response:
    return Response(status_code=CLIENT_CLOSED_REQUEST)


async def _too_many_calls(request: Request, error: TooManyCalls) -> Response:
    return await problem_response_of(request, Unanswered(503, str(error), {"Retry-After": "5"}))


async def _unexpected(request: Request, error: Exception) -> Response:
    return await problem_response_of(request, Unanswered(500, UNEXPECTED))


_HANDLERS: Final[Mapping[type[Exception], Any]] = {
    HTTPException: _http_exception,
    NotFound: _not_found,
    RequestValidationError: _invalid_request,
    Abandoned: _abandoned,
    TooManyCalls: _too_many_calls,
    Exception: _unexpected,
}


def _validation_message(errors: Sequence[Mapping[str, Any]]) -> str:
    """The first validation error of a request in one sentence, without the value."""
    first = errors[0]
    where, *rest = map(str, first["loc"])
    reason = {"extra_forbidden": "unknown field", "missing": "missing"}.get(first["type"], first["msg"])
    return f"{'.'.join(rest[:4]) or where}: {reason}."
