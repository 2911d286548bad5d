"""The service as one ASGI app."""

from importlib.metadata import version
from typing import Final

from fastapi import APIRouter, FastAPI, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.middleware.gzip import GZipMiddleware

from eventstore import access
from eventstore.service import exports, notes, people, problems, reading, spectating, writing
from eventstore.service.house import House
from eventstore.service.limits import OwnPages, SecurityHeaders, SmallBodies, StandardMethods
from eventstore.service.visit import Visiting
from eventstore.service.watch import Numbers, Watched

PATHS: Final = ("/api", "/healthz", "/metrics")
"""Path prefixes of the service."""


_DESCRIPTION: Final = """
A match is a log of events; its *version* is the number of its last one. Every answer about a match carries the version
as `ETag`. A write with `If-Match` is refused with 412 and the match as it is now when somebody else has recorded in
between; with an `Idempotency-Key` it is safe to repeat. Whatever cannot be done is answered as
`application/problem+json` with one sentence, and the rule that says no; nothing was written then.
"""


def application(kept: House) -> FastAPI:
    """The ASGI app of this store. Its server calls `kept.feed.end()` at shutdown."""
    app = FastAPI(
        title="Partie",
        summary="Records of matches of tabletop games, played at a real table.",
        description=_DESCRIPTION,
        version=version("partie"),
        openapi_url="/api/openapi.json",
        docs_url=None,  # The documentation pages would load scripts from another site.
        redoc_url=None,
        responses=problems.RESPONSES,
    )
    app.state.house = kept
    numbers = Numbers(kept.feed)
    problems.answered(app)
    api = APIRouter(prefix="/api")
    for part in (reading, writing, notes, people, exports, spectating):
        api.include_router(part.router)
    app.include_router(api)

    @app.get("/healthz", include_in_schema=False)
    def health() -> dict[str, str]:
        kept.records.store.read(access.STREAM)
        return {"status": "ok"}

    @app.get("/metrics", include_in_schema=False)
    def metrics(visit: Visiting) -> Response:
        visit.need("viewer")
        return Response(generate_latest(numbers.registry), media_type=CONTENT_TYPE_LATEST)

    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(SmallBodies)
    app.add_middleware(OwnPages, local_only=not kept.tokens_required)
    app.add_middleware(StandardMethods)
    app.add_middleware(SecurityHeaders, content_policy="default-src 'none'; frame-ancestors 'self'")
    app.add_middleware(Watched, numbers=numbers)
    return app
