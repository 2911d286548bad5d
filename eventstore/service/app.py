"""The service as one ASGI app."""

from importlib.metadata import version
from typing import Final

from fastapi import APIRouter, FastAPI, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.middleware.gzip import GZipMiddleware

from eventstore.access import grants
from eventstore.service import (
    errors,
    routes_export,
    routes_feed,
    routes_notes,
    routes_people,
    routes_read,
    routes_write,
)
from eventstore.service.context import Context
from eventstore.service.middleware import MaxBodySize, SameOrigin, SecurityHeaders, StandardMethods
from eventstore.service.observability import Metrics, RequestLogMiddleware
from eventstore.service.state import AppState

PATHS: Final = ("/api", "/healthz", "/metrics")
"""Path prefixes of the service."""


_DESCRIPTION: Final = """
A match is a log of events; its *version* is the number of its last one. Every answer about a match carries the version
as `ETag`. A write with `If-Match` is refused with 412 and the match as it is now when somebody else has recorded in
between; with an `Idempotency-Key` it is safe to repeat. Whatever cannot be done is answered as
`application/problem+json` with one sentence, and the rule that says no; nothing was written then.
"""


def create_app(state: AppState) -> FastAPI:
    """The ASGI app of this store. Its server calls `state.feed.end()` at shutdown."""
    app = FastAPI(
        title="Partie",
        summary="Records of matches of tabletop games, played at a real table.",
        description=_DESCRIPTION,
        version=version("partie"),
        openapi_url="/api/openapi.json",
        docs_url=None,  # The documentation pages would load scripts from another site.
        redoc_url=None,
        responses=errors.RESPONSES,
    )
    app.state.app_state = state
    request_metrics = Metrics(state.feed)
    errors.install_handlers(app)
    api = APIRouter(prefix="/api")
    for part in (routes_read, routes_write, routes_notes, routes_people, routes_export, routes_feed):
        api.include_router(part.router)
    app.include_router(api)

    @app.get("/healthz", include_in_schema=False)
    def health() -> dict[str, str]:
        state.records.store.read(grants.STREAM)
        return {"status": "ok"}

    @app.get("/metrics", include_in_schema=False)
    def metrics(context: Context) -> Response:
        context.require_role("viewer")
        return Response(generate_latest(request_metrics.registry), media_type=CONTENT_TYPE_LATEST)

    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(MaxBodySize)
    app.add_middleware(SameOrigin, local_only=not state.tokens_required)
    app.add_middleware(StandardMethods)
    app.add_middleware(SecurityHeaders, content_policy="default-src 'none'; frame-ancestors 'self'")
    app.add_middleware(RequestLogMiddleware, metrics=request_metrics)
    return app
