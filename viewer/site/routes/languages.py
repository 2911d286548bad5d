"""The language of a request: texts and errors are translated while it is answered."""

from http.cookies import CookieError, SimpleCookie
from typing import Final

from starlette.datastructures import Headers, QueryParams
from starlette.types import ASGIApp, Receive, Scope, Send

from viewer.locale import language

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
