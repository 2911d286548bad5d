"""HTML pages without Streamlit: the frame of a page, and errors as pages."""

import json
from collections.abc import Callable, Coroutine
from html import escape
from typing import Any, Final
from urllib.parse import quote

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.responses import HTMLResponse

from eventstore.service.state import app_state
from viewer.locale import language
from viewer.locale.language import gettext, translate
from viewer.site.routes import icons

_OURS: Final = ("script", "style", "img", "font", "connect", "manifest", "worker")
_PLACES: Final = "base-uri 'self'; form-action 'self'; frame-ancestors 'self'"


def policy(**more: str) -> str:
    """Content-Security-Policy of a page: files of this origin only, and of a kind also what `more` allows."""
    sources = (f"{kind}-src 'self' {more.get(kind, '')}".rstrip() for kind in _OURS)
    return "; ".join(("default-src 'none'", *sources, _PLACES))


POLICY: Final = policy(img="data:")
"""No inline script and no inline style."""


def html_page(
    request: Request,
    title: str,
    body: str,
    head: str = "",
    *,
    kind: str = "",
    status: int = 200,
    manifest: str = icons.MANIFEST[1:],
) -> HTMLResponse:
    """A page in the current language; `body` and `head` are HTML, `kind` is the class of the root element.

    Relative addresses in it start at the root of the site.
    """
    root = "../" * (request.url.path.count("/") - 1) or "./"
    return HTMLResponse(
        f"""<!doctype html>
<html lang="{language.current()}" class="{kind}">
<head>
<meta charset="utf-8">
<base href="{root}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>{escape(title)}</title>
{icons.head(manifest)}
{head}
</head>
<body>
{body}
</body>
</html>
""",
        status,
        {"Content-Security-Policy": POLICY, "Cache-Control": "private, no-cache"},
    )


def error_page(request: Request, status: int, detail: str, head: str = "", foot: str = "") -> HTMLResponse:
    """One sentence in place of a page, and a link to the login page where tokens are required."""
    asks = app_state(request).tokens_required
    title, sentence = gettext("This page cannot be shown"), translate(detail)
    if status == 404:
        title = gettext("Match not found")
        sentence = gettext("There is no match at this address.")
        if asks:
            sentence = gettext("There is no match at this address, or a token is needed to see it.")
    elif status in (401, 403):
        title = gettext("You do not have access to this page")
    elif status == 429:
        sentence = gettext("Too many invalid tokens from your address. Wait a minute and try again.")
    links = {"./": gettext("Matches")}
    if asks:
        links["login?to=" + quote(request.url.path.lstrip("/"))] = gettext("Log in")
    listed = "".join(f'<a href="{escape(address)}">{escape(label)}</a>' for address, label in links.items())
    body = f"<main><h1>{escape(title)}</h1><p>{escape(sentence)}</p><nav>{listed}</nav></main>{foot}"
    return html_page(request, f"{title} · Partie", body, head, kind="error", status=403 if status == 401 else status)


class PageRoute(APIRoute):
    """A route whose errors are pages. The app's exception handlers decide on the status and count failures."""

    head = ""
    """HTML in the head of the pages of errors."""

    @staticmethod
    def foot() -> str:
        """HTML at the end of the pages of errors."""
        return ""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()

        async def page(request: Request) -> Response:
            try:
                return await handler(request)
            except Exception as error:
                kinds = [kind for kind in type(error).__mro__ if kind is not Exception]
                handlers = request.app.exception_handlers
                handle = next((handlers[kind] for kind in kinds if kind in handlers), None)
                if handle is None:
                    raise
                problem: Response = await handle(request, error)
            detail = json.loads(bytes(problem.body))["detail"]
            shown = error_page(request, problem.status_code, detail, self.head, self.foot())
            if retry := problem.headers.get("retry-after"):
                shown.headers["Retry-After"] = retry
            return shown

        return page
