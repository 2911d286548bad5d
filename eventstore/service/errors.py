"""Error responses as `application/problem+json` (RFC 9457): a status, one sentence, the rule that refused."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, JsonValue, ValidationError
from pydantic_core import to_json
from starlette.exceptions import HTTPException

from core.errors import InvalidInput, NotFound, PartieError
from core.record import Invalidated
from eventstore import codec
from eventstore.access.grants import ANONYMOUS, NotAllowed
from eventstore.matches.idempotency import KeyReused
from eventstore.matches.match import Refused
from eventstore.service.context import BEARER, CHALLENGE
from eventstore.service.observability import log
from eventstore.service.state import app_state
from eventstore.store.store import ReplacedStore, UnusableStore

MEDIA_TYPE: Final = "application/problem+json"

CORRUPT_STORE: Final = "The store holds what cannot be read; `partie verify` says where."


_MAX_DETAIL: Final = 400
"""Maximum characters of a sentence: it may quote the request, which may be long."""

_SENTENCES: Final = {
    "Not Found": "There is nothing at this address.",
    "Method Not Allowed": "This address does not do that.",
}
"""Full sentences for the short messages of the framework."""


class ProblemDetails(BaseModel):
    """The reason why a request was refused or failed; nothing was written."""

    title: str
    status: int
    detail: str
    rule: str | None = None
    """The rule that refused the request."""
    index: int | None = None
    """The index of the refused event in the request, from 0."""
    consequences: list[dict[str, JsonValue]] | None = None
    """The later events that would no longer be legal."""
    match: dict[str, JsonValue] | None = None
    """The current match, if another client has recorded since the expected version."""


class StaleVersion(PartieError):
    """Another client has recorded since the expected version; `match` is the current match."""

    def __init__(self, match: object, version: int) -> None:
        super().__init__("Another client recorded in the meantime; this is the current match.")
        self.match, self.version = match, version


RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    "4XX": {
        "description": "The request was refused; nothing was written.",
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemDetails"}}},
    }
}


def problem_response(status: int, detail: str, headers: Mapping[str, str] | None = None, /, **more: object) -> Response:
    """A problem response; `more` are its additional members."""
    if len(detail) > _MAX_DETAIL:
        detail = detail[:_MAX_DETAIL] + "…"
    body = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail, **more}
    return Response(to_json(body), status, dict(headers or {}), MEDIA_TYPE)


def install_handlers(app: FastAPI) -> None:
    """Install the exception handlers: expected errors with their sentence, any other error without details."""

    @app.exception_handler(HTTPException)
    async def http_exception(request: Request, error: HTTPException) -> Response:
        detail = app_state(request).translate(_SENTENCES.get(error.detail, error.detail))
        headers = _challenge(request) if error.status_code == 401 else error.headers
        return problem_response(error.status_code, detail, headers)

    @app.exception_handler(NotFound)
    async def not_found(request: Request, error: NotFound) -> Response:
        if getattr(request.state, "principal", None) is ANONYMOUS:
            app_state(request).failures.record(request)
        return problem_response(404, str(error))

    @app.exception_handler(StaleVersion)
    async def stale(request: Request, error: StaleVersion) -> Response:
        return problem_response(412, str(error), {"ETag": f'"{error.version}"'}, match=error.match)

    @app.exception_handler(RequestValidationError)
    async def invalid_request(request: Request, error: RequestValidationError) -> Response:
        return problem_response(422, _validation_message(error.errors()))

    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> Response:
        why = error.refusal
        more = {"consequences": [*map(consequence, error.consequences)]} if error.consequences else {}
        detail = app_state(request).translate(why.sentence)
        return problem_response(422, detail, None, rule=why.rule, index=error.index, **more)

    @app.exception_handler(NotAllowed)
    async def not_allowed(request: Request, error: NotAllowed) -> Response:
        if error.principal.role is None:
            return problem_response(401, app_state(request).translate(error.refusal.sentence), _challenge(request))
        return problem_response(403, app_state(request).translate(error.refusal.sentence))

    @app.exception_handler(KeyReused)
    @app.exception_handler(InvalidInput)
    async def invalid_input(request: Request, error: InvalidInput) -> Response:
        # The parameters of a GET were validated before, so that here the stored events are invalid.
        if request.method == "GET":
            return await corrupt(request, error)
        return problem_response(422, app_state(request).translate(str(error)))

    @app.exception_handler(ValidationError)
    @app.exception_handler(codec.NotAnEvent)
    async def corrupt(request: Request, error: Exception) -> Response:
        # The request was decoded before, so that a decoding error here comes from a damaged store.
        log.error("corrupt", exc_info=error)
        return problem_response(500, CORRUPT_STORE)

    @app.exception_handler(UnusableStore)
    async def unusable_store(request: Request, error: UnusableStore) -> Response:
        log.error("unusable", extra={"fields": {"why": str(error)}})  # Clients must not learn the path of the store.
        if isinstance(error, ReplacedStore):
            return problem_response(
                503, "The store was replaced under this service; it must be stopped and started again."
            )
        return problem_response(503, "The store cannot be used right now; try again later.", {"Retry-After": "5"})

    @app.exception_handler(Exception)
    async def unexpected(request: Request, error: Exception) -> Response:
        return problem_response(500, "Something went wrong here; it is in the log.")


def _challenge(request: Request) -> Mapping[str, str]:
    """A script of a page shows the error itself: it gets no challenge for which the browser would ask a password."""
    return BEARER if request.headers.get("sec-fetch-dest") == "empty" else CHALLENGE


def consequence(invalidated: Invalidated) -> dict[str, object]:
    """An effective event that a correction would make illegal."""
    why = invalidated.refusal
    return {
        "version": invalidated.version,
        "event": codec.decode_object(codec.encode_event(invalidated.event)),
        "rule": why.rule,
        "detail": why.sentence,
    }


def _validation_message(errors: Sequence[Mapping[str, Any]]) -> str:
    """The first validation error of a request in one sentence, without the value."""
    first = errors[0]
    where, *rest = map(str, first["loc"])
    reason = {"extra_forbidden": "unknown field", "missing": "missing"}.get(first["type"], first["msg"])
    return f"{'.'.join(rest[:4]) or where}: {reason}."
