"""The record service with the viewer's own routes as one ASGI app."""

from typing import Final

from fastapi import Request, Response
from starlette.types import ASGIApp

from eventstore.service.app import PATHS as SERVICE_PATHS
from eventstore.service.app import create_app
from eventstore.service.errors import problem_response
from eventstore.service.state import AppState
from viewer.components.lib.scripts import PREFIX as SCRIPTS
from viewer.site.pairing.pairing_link import PATH as PAIRING
from viewer.site.routes import edits, imports, live, live_page, pairing, replay, review, rules, scripts
from viewer.site.routes.languages import LanguageMiddleware
from viewer.texts.load_match import MatchUnavailable
from viewer.texts.rule_texts import PREFIX as RULES

PATHS: Final = (*SERVICE_PATHS, "/view/", f"{SCRIPTS}/", live_page.PREFIX, RULES, f"/{PAIRING}")
"""Path prefixes of the app; Streamlit has all others."""


def create_routes(state: AppState) -> ASGIApp:
    """The service's app with the viewer's routes, which answers in the language of each request."""
    pages = (live_page.PREFIX, RULES, f"/{PAIRING}")
    parts = (live, replay, review, edits, imports, live_page, pairing, rules, scripts)
    app = create_app(state, *(part.router for part in parts), pages=pages, uploads={imports.PATH: imports.TOO_LARGE})
    app.add_exception_handler(MatchUnavailable, _match_unavailable)
    return LanguageMiddleware(app)


async def _match_unavailable(request: Request, error: Exception) -> Response:
    return problem_response(409, str(error))
