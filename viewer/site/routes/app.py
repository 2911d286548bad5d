"""The record service with the viewer's own routes as one ASGI app."""

from typing import Final
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from eventstore.service.address_routes import request_value
from eventstore.service.app import PATHS as SERVICE_PATHS
from eventstore.service.app import create_app
from eventstore.service.errors import problem_response
from eventstore.service.state import AppState
from viewer.answers.dispatch import TABLE, requested_language
from viewer.components.lib.scripts import PREFIX as SCRIPTS
from viewer.locale import language
from viewer.pairing.addresses import PATH as PAIRING
from viewer.site.routes import handover, icons, imports, live_page, pairing, pocket, rules, scripts, trust
from viewer.texts.load_match import MatchUnavailable
from viewer.texts.rule_texts import PREFIX as RULES


class LanguageMiddleware:
    """Sets the language of each request."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            language.set_language(requested_language(request_value(HTTPConnection(scope))))
        await self._app(scope, receive, send)


CORRECT: Final = "/correct"
PATHS: Final = (
    *SERVICE_PATHS,
    "/view/",
    f"{SCRIPTS}/",
    live_page.PREFIX,
    pocket.PREFIX,
    RULES,
    f"/{PAIRING}",
    handover.PATH,
    CORRECT,
    icons.MANIFEST,
    *icons.ICONS,
)
"""Path prefixes of the app; Streamlit has all others."""

_former = APIRouter(include_in_schema=False)
_MODES: Final = {"history": "history", "heading": "details", "details": "details"}
"""The modes of the replay by the views of the page that corrected a match until 0.3."""


@_former.get(CORRECT)
def correct(match: str = "", at: str = "", view: str = "") -> Response:
    """Lead to the place where a match is corrected now."""
    query = {"match": match} | ({"at": at} if at else {}) | {"mode": _MODES.get(view, "correct")}
    return RedirectResponse(f"replay?{urlencode(query)}", 308)


def create_routes(state: AppState) -> ASGIApp:
    """The service's app with the viewer's routes, which answers in the language of each request."""
    pages = (live_page.PREFIX, pocket.PREFIX, RULES, f"/{PAIRING}", handover.PATH, CORRECT)
    parts = (imports, live_page, pocket, pairing, trust, handover, rules, scripts, icons)
    routers = (*(part.router for part in parts), _former)
    app = create_app(state, *routers, table=TABLE, pages=pages, uploads={imports.PATH: imports.TOO_LARGE})
    app.add_exception_handler(MatchUnavailable, _match_unavailable)
    return LanguageMiddleware(app)


async def _match_unavailable(request: Request, error: Exception) -> Response:
    return problem_response(409, str(error))
