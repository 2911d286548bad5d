"""The record service with the viewer's own routes as one ASGI app."""

from http.cookies import CookieError, SimpleCookie
from typing import Final
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from starlette.datastructures import Headers, QueryParams
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from eventstore.service.app import PATHS as SERVICE_PATHS
from eventstore.service.app import create_app
from eventstore.service.errors import problem_response
from eventstore.service.state import AppState
from viewer.components.lib.scripts import PREFIX as SCRIPTS
from viewer.locale import language
from viewer.pairing.addresses import PATH as PAIRING
from viewer.site.routes import edits, handover, icons, imports, live, live_page, pairing, replay, review, rules, scripts
from viewer.texts.load_match import MatchUnavailable
from viewer.texts.rule_texts import PREFIX as RULES

COOKIE: Final = "partie-language"
"""Cookie with the language that the reader has chosen."""


class LanguageMiddleware:
    """Sets the language of each request: `?lang=`, else the reader's choice, else `Accept-Language`.

    A component sends the language of its page as the only one in `Accept-Language`; there it comes before the cookie.
    The browser itself may prefer a single language too, but asks for a page with `Accept: text/html`.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            language.set_language(_requested(scope))
        await self._app(scope, receive, send)


def _requested(scope: Scope) -> str:
    headers = Headers(scope=scope)
    accepted = [part.split(";")[0].strip() for part in headers.get("accept-language", "").split(",")]
    asked = QueryParams(scope.get("query_string", b"")).get("lang")
    is_component = len(accepted) == 1 and "text/html" not in headers.get("accept", "")
    return language.preferred(asked, accepted[0] if is_component else None, _chosen(headers), *accepted)


def _chosen(headers: Headers) -> str | None:
    try:
        cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return None
    return cookie.value if cookie else None


CORRECT: Final = "/correct"
PATHS: Final = (
    *SERVICE_PATHS,
    "/view/",
    f"{SCRIPTS}/",
    live_page.PREFIX,
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
    pages = (live_page.PREFIX, RULES, f"/{PAIRING}", handover.PATH, CORRECT)
    parts = (live, replay, review, edits, imports, live_page, pairing, handover, rules, scripts, icons)
    routers = (*(part.router for part in parts), _former)
    app = create_app(state, *routers, pages=pages, uploads={imports.PATH: imports.TOO_LARGE})
    app.add_exception_handler(MatchUnavailable, _match_unavailable)
    return LanguageMiddleware(app)


async def _match_unavailable(request: Request, error: Exception) -> Response:
    return problem_response(409, str(error))
