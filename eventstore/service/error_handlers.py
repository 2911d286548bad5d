"""The response to each kind of exception: expected errors with their sentence, any other error without details."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from core.errors import InvalidInput, NotFound
from core.json_text import WrongShape
from core.messages import message
from eventstore import codec
from eventstore.access.grants import ANONYMOUS, NotAllowed
from eventstore.matches.idempotency import KeyReused
from eventstore.matches.match import Refused
from eventstore.service.context import challenge
from eventstore.service.errors import EnteredByAnother, StaleVersion, consequence, problem_response
from eventstore.service.observability import CLIENT_CLOSED_REQUEST, log
from eventstore.service.shared_answers import Abandoned
from eventstore.service.state import app_state
from eventstore.store.schema_difference import ForeignSchema
from eventstore.store.store import ReplacedStore, UnusableStore
from eventstore.worker_process import TooManyCalls

_SENTENCES: Final = {
    "Not Found": message("There is nothing at this address."),
    "Method Not Allowed": message("This address does not do that."),
}
"""Full sentences for the short messages of the framework."""

_FOREIGN_SCHEMA: Final = message(
    "Nothing is recorded: other programs changed the tables of this store. `partie verify` says what to do."
)
_REPLACED: Final = message("The store was replaced under this service; it must be stopped and started again.")
_UNUSABLE: Final = message("The store cannot be used right now; try again later.")
_CORRUPT: Final = message("The store holds what cannot be read; `partie verify` says where.")
_UNEXPECTED: Final = message("Something went wrong here; it is in the log.")


def install_handlers(app: FastAPI) -> None:
    for kind, handler in _HANDLERS.items():
        app.add_exception_handler(kind, handler)


def _problem(
    request: Request, status: int, detail: str, headers: Mapping[str, str] | None = None, /, **more: object
) -> Response:
    """A problem response in the language of the request."""
    return problem_response(status, app_state(request).translate(detail), headers, **more)


async def _http_exception(request: Request, error: HTTPException) -> Response:
    headers = challenge(request) if error.status_code == 401 else error.headers
    return _problem(request, error.status_code, _SENTENCES.get(error.detail, error.detail), headers)


async def _not_found(request: Request, error: NotFound) -> Response:
    if getattr(request.state, "principal", None) is ANONYMOUS:
        app_state(request).failures.record(request)
    return _problem(request, 404, str(error))


async def _stale_version(request: Request, error: StaleVersion) -> Response:
    return _problem(request, 412, str(error), {"ETag": f'"{error.version}"'}, match=error.match)


async def _invalid_request(request: Request, error: RequestValidationError) -> Response:
    return _problem(request, 422, _validation_message(error.errors()))


async def _refused(request: Request, error: Refused) -> Response:
    why = error.refusal
    more: dict[str, object] = {}
    if error.consequences:
        more["consequences"] = [*map(consequence, error.consequences)]
    if page := app_state(request).rule_page(why.rule):
        more["rule_page"] = page
    return _problem(request, 422, why.sentence, None, rule=why.rule, index=error.index, **more)


async def _not_allowed(request: Request, error: NotAllowed) -> Response:
    if error.principal.role is None:
        return _problem(request, 401, error.refusal.sentence, challenge(request))
    return _problem(request, 403, error.refusal.sentence)


async def _entered_by_another(request: Request, error: EnteredByAnother) -> Response:
    if error.principal.role is None:
        return _problem(request, 401, str(error), challenge(request), rule="R-PRINCIPAL")
    return _problem(request, 403, str(error), None, rule="R-PRINCIPAL")


async def _invalid_input(request: Request, error: InvalidInput) -> Response:
    # The parameters of a GET were validated before, so that here the stored events are invalid.
    if request.method == "GET":
        return await _corrupt_store(request, error)
    return _problem(request, 422, str(error))


async def _corrupt_store(request: Request, error: Exception) -> Response:
    # The request was decoded before, so that a decoding error here comes from a damaged store.
    log.error("corrupt", exc_info=error)
    return _problem(request, 500, _CORRUPT)


async def _unusable_store(request: Request, error: UnusableStore) -> Response:
    log.error("unusable", extra={"fields": {"why": str(error)}})  # Clients must not learn the path of the store.
    if isinstance(error, ReplacedStore):
        return _problem(request, 503, _REPLACED)
    if isinstance(error, ForeignSchema):
        return _problem(request, 503, _FOREIGN_SCHEMA)
    return _problem(request, 503, _UNUSABLE, {"Retry-After": "5"})


async def _abandoned(request: Request, error: Abandoned) -> Response:
    return Response(status_code=CLIENT_CLOSED_REQUEST)


async def _too_many_calls(request: Request, error: TooManyCalls) -> Response:
    return _problem(request, 503, str(error), {"Retry-After": "5"})


async def _unexpected(request: Request, error: Exception) -> Response:
    return _problem(request, 500, _UNEXPECTED)


_HANDLERS: Final[Mapping[type[Exception], Any]] = {
    HTTPException: _http_exception,
    NotFound: _not_found,
    StaleVersion: _stale_version,
    RequestValidationError: _invalid_request,
    Refused: _refused,
    NotAllowed: _not_allowed,
    EnteredByAnother: _entered_by_another,
    KeyReused: _invalid_input,
    InvalidInput: _invalid_input,
    WrongShape: _corrupt_store,
    codec.NotAnEvent: _corrupt_store,
    UnusableStore: _unusable_store,
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
