"""The service as one ASGI app."""

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from types import MappingProxyType
from typing import Any, Final

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from core.errors import NotFound
from eventstore.access import grants
from eventstore.access.grants import ANONYMOUS
from eventstore.answers import photos, portraits
from eventstore.answers.addresses import ADDRESSES, Endpoint
from eventstore.answers.problems import KINDS, NOT_DONE_HERE, NOTHING_HERE, UNEXPECTED, Unanswered, problem_of
from eventstore.answers.shared import Abandoned
from eventstore.matches.photo_file import TOO_LARGE
from eventstore.service import errors, routes
from eventstore.service.address_routes import AddressRoute, request_value, to_response
from eventstore.service.address_routes import routes as table_routes
from eventstore.service.context import Context
from eventstore.service.middleware import (
    MaxBodySize,
    NamedPrincipal,
    SameOrigin,
    SecurityHeaders,
    StandardMethods,
)
from eventstore.service.observability import (
    CLIENT_CLOSED_REQUEST,
    Backups,
    Metrics,
    ProjectionLag,
    RequestLogMiddleware,
)
from eventstore.service.state import AppState, app_state
from eventstore.store.sqlite import SqliteStore
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


PATHS: Final = ("/api", "/healthz", "/metrics")
"""Path prefixes of the service."""

_DESCRIPTION: Final = """
A match is a log of events; its *version* is the number of the last event. Every response about a match carries the
version as `ETag`. If a write has `If-Match` and another client has recorded since that version, the response is 412
with the current match. A write with an `Idempotency-Key` is safe to repeat. Every response names the principal of the
request in `Partie-Principal`; a request that names another one in this header is refused, so that a client can keep a
write until the principal that entered it is logged in again. Every error is an
`application/problem+json` with one sentence and, if a rule refuses the request, the id of the rule; nothing was
written.
"""

_TAGS: Final = [
    {"name": "games", "description": "The games that can be recorded."},
    {"name": "matches", "description": "Lists of matches; one match at any version."},
    {"name": "reviews", "description": "What luck and choices changed in a match."},
    {"name": "recording", "description": "Create, record, correct and close matches."},
    {"name": "notes", "description": "Notes on the events of a match."},
    {"name": "photos", "description": "Photos of a match and of its events."},
    {"name": "people", "description": "People, their names and their accounts in other apps."},
    {"name": "imports", "description": "Import files of any format."},
    {"name": "exchange", "description": "Come in step with another store."},
    {"name": "export", "description": "One match as a script or text; many matches in one file."},
    {"name": "feed", "description": "New events of a match as server-sent events."},
]


class _Service(FastAPI):
    """Adds the schema of the error responses to the OpenAPI document."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema:
            return self.openapi_schema
        shown = [each.documented() if isinstance(each, AddressRoute) else each for each in self.routes]
        document = get_openapi(
            title=self.title,
            version=self.version,
            summary=self.summary,
            description=self.description,
            routes=shown,
            tags=self.openapi_tags,
        )
        schema = errors.ProblemDetails.model_json_schema(ref_template="#/components/schemas/{model}")
        schema.pop("$defs", None)  # Other schemas of the document define the same types.
        document["components"]["schemas"][errors.ProblemDetails.__name__] = schema
        self.openapi_schema = document
        return document


def create_app(
    state: AppState,
    *routers: APIRouter,
    table: Sequence[Endpoint] = ADDRESSES,
    pages: tuple[str, ...] = (),
    uploads: Mapping[str, str] = MappingProxyType({}),
) -> FastAPI:
    """The ASGI app of this store. Its server calls `state.feed.end()` and `state.reviews.close()` at shutdown.

    `table` has the addresses; `routers` are further routes with the same access rules, errors and limits. `pages` are
    the path prefixes of those that other sites may link to. `uploads` are patterns of the paths to which files are
    sent, which may be larger than other bodies, with the sentence that refuses still larger ones.
    """
    app = _Service(
        title="Partie",
        summary="Records of matches of tabletop games.",
        description=_DESCRIPTION,
        openapi_tags=_TAGS,
        version=version("partie"),
        openapi_url="/api/openapi.json",
        docs_url=None,  # The documentation pages would load scripts from another site.
        redoc_url=None,
    )
    app.state.app_state = state
    request_metrics = Metrics(state.feed)
    request_metrics.registry.register(ProjectionLag(state.records.store, state.index.projector, state.now))
    if isinstance(state.records.store, SqliteStore):
        request_metrics.registry.register(Backups(state.records.store.path, state.now))
    install_handlers(app)
    app.router.routes += table_routes(table)
    for router in (routes.router, *routers):
        app.router.routes += router.routes  # `include_router` would analyze each one anew.

    @app.get("/healthz", include_in_schema=False)
    def health() -> dict[str, str]:
        state.records.store.read(grants.STREAM)
        return {"status": "ok"}

    @app.get("/metrics", include_in_schema=False)
    def metrics(context: Context) -> Response:
        context.require_role("viewer")
        return Response(generate_latest(request_metrics.registry), media_type=CONTENT_TYPE_LATEST)

    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)  # 9 takes three times as long for a tenth.
    pictures = dict.fromkeys((photos.UPLOADS, portraits.UPLOADS), TOO_LARGE)
    large = {**pictures, routes.EXCHANGE: routes.PARCEL_TOO_LARGE, **uploads}
    app.add_middleware(MaxBodySize, state=state, uploads=large)
    app.add_middleware(SameOrigin, local_only=not state.tokens_required, links=pages)
    app.add_middleware(StandardMethods)
    app.add_middleware(NamedPrincipal)
    app.add_middleware(SecurityHeaders, content_policy="default-src 'none'; frame-ancestors 'self'", private=("/",))
    app.add_middleware(RequestLogMiddleware, metrics=request_metrics)
    return app
