"""The page that gives a device access: it exchanges a pairing code for a token, or takes a token, and sets the cookie.

A GET changes nothing, so that a preview of the link does not use the code up.
"""

import re
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from typing import Final
from urllib.parse import parse_qs

from fastapi import APIRouter, HTTPException, Request, Response
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse

from eventstore.access.access import MAX_DEVICE_NAME
from eventstore.access.grants import ANONYMOUS, COOKIE, SEPARATOR, Principal
from eventstore.service.context import authenticate, require_attempts_left
from eventstore.service.state import AppState, app_state
from viewer.components.lib import font, scripts
from viewer.locale import language
from viewer.locale.language import gettext, gettext_noop
from viewer.locale.plain_text import plain
from viewer.pairing.addresses import PATH, parse
from viewer.site.routes import icons, trust

MAX_TOKENS: Final = 40
"""Maximum tokens in a cookie; browsers keep 4,096 bytes."""

_TOKEN: Final = "application/json"
"""The `Accept` of a pocket, which keeps its token itself: a cookie would be that of the pages of the home."""

_BROWSERS: Final = (
    ("SamsungBrowser", "Samsung Internet"),
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
"""Words of a user agent; most browsers also name those further down."""

_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)

_MODEL: Final = re.compile(r"Android [\d.]+; ([^;)]+?)(?: Build/[^;)]*)?[;)]")
"""The model of an Android device; many browsers name every model `K`."""

router = APIRouter(include_in_schema=False)

_folder = files(__name__.rpartition(".")[0])
_HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; manifest-src 'self'; "
    "object-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'",
}
_HOW: Final = gettext_noop(
    "These matches are not open to everybody. Scan the code that another device shows: a recorder opens a match there "
    "and selects “Another phone”."
)


def set_tokens(state: AppState, response: Response, request: HTTPConnection, *tokens: str) -> None:
    """Store valid tokens in the cookie of the browser, which ends with them; scripts and other sites cannot read it."""
    is_secure, content = request.url.scheme == "https", SEPARATOR.join(tokens)
    max_age = int(state.access.time_left(content).total_seconds())
    response.set_cookie(COOKIE, content, max_age, httponly=True, samesite="strict", secure=is_secure)


@router.api_route(f"/{PATH}", methods=["GET", "HEAD"])
def show(request: Request) -> Response:
    """The page; without tokens the first page of the viewer, as there every device has all rights."""
    if not app_state(request).tokens_required:
        return RedirectResponse("./", 303)
    return _page(request)


@router.get(f"/{PATH}/page.js")
def script() -> Response:
    return Response(_folder.joinpath("pairing.js").read_text("utf-8"), media_type="text/javascript")


@router.get(f"/{PATH}/page.css")
def style() -> Response:
    face = font.font_face(f"../{scripts.address(font.PATH)}")
    return Response(face + _folder.joinpath("pairing.css").read_text("utf-8"), media_type="text/css")


@router.post(f"/{PATH}")
async def pair(request: Request) -> Response:
    """Go to the page of the link with the cookie set, or show the page with the reason of the refusal."""
    body = (await request.body()).decode("utf-8", "replace")
    fields = {name: values[0] for name, values in parse_qs(body).items()}
    return await run_in_threadpool(_pair, request, fields.get("code", ""), fields.get("device", ""))


def _pair(request: Request, text: str, device: str) -> Response:
    state, (code, page) = app_state(request), parse(text)
    there: Response = RedirectResponse(f"./{page}", 303, _HEADERS)
    pairing = state.access.pairing_of(code)
    keeps_token = request.headers.get("accept") == _TOKEN
    if pairing and not keeps_token and _principal(state, request).has_role(pairing.role, pairing.match):
        return there  # The code stays valid: this device has no use for it.
    if pairing:
        token = state.access.pair(code, device_name(device, request.headers.get("user-agent", "")))
    else:
        token = code if state.access.principal_of(code) else None
    if token is None:
        return _refusal(state, request)
    if keeps_token:
        return JSONResponse({"token": token}, headers=_HEADERS)
    set_tokens(state, there, request, token, *_kept(state, request, token, is_paired=pairing is not None))
    return there


def _kept(state: AppState, request: Request, new: str, *, is_paired: bool) -> list[str]:
    """The tokens of the cookie to keep beside a new one: those that allow what it does not allow.

    A token of the whole store that a person enters replaces all others, as another person may enter it.
    """
    principal = state.access.principal_of(new)
    if principal is None or not (is_paired or principal.match):
        return []
    former = [(token, state.access.principal_of(token)) for token in request.cookies.get(COOKIE, "").split(SEPARATOR)]
    kept = [token for token, old in former if old and old.role and not principal.has_role(old.role, old.match)]
    return kept[: MAX_TOKENS - 1]


def _principal(state: AppState, request: Request) -> Principal:
    try:
        return authenticate(state, request)
    except HTTPException:
        return ANONYMOUS


def _refusal(state: AppState, request: Request) -> Response:
    """The page with the reason, after a code or token that is not valid; counts as a failure of the address."""
    try:
        require_attempts_left(state, request)
    except HTTPException as error:
        return _page(request, error.status_code, error.headers)
    state.failures.record(request)
    return _page(request, 403)


def _page(request: Request, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    sentences = {
        403: gettext("This code or token is not valid: it was used already, it has expired, or it is incomplete."),
        429: gettext("Too many invalid tokens from your address. Wait a minute and try again."),
    }
    alert = f'<p class="alert" role="alert">{escape(sentences[status])}</p>' if status in sentences else ""
    user_agent = request.headers.get("user-agent", "")
    safe = "" if request.url.scheme == "https" else trust.section(_named(user_agent, _SYSTEMS))
    go_on = gettext("Go on without it") if safe else gettext("Go on")
    return HTMLResponse(
        f"""<!doctype html>
<html lang="{language.current()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Partie</title>
{icons.head()}
<link rel="stylesheet" href="{PATH}/page.css">
<script src="{PATH}/page.js" defer></script>
</head>
<body>
<main>
<h1>Partie</h1>
<p>{escape(gettext("Partie keeps the matches you play at a real table: every move can be replayed and charted."))}</p>
{alert}
{safe}<form id="pair" method="post" action="{PATH}" hidden>
<h2>{escape(gettext("Use Partie on this device"))}</h2>
<input name="code" type="hidden">
<label>{escape(gettext("Name of this device, for the list of devices"))}
<input name="device" value="{escape(guess(user_agent))}" maxlength="{MAX_DEVICE_NAME}" autocomplete="off"></label>
<button>{escape(go_on)}</button>
</form>
<form id="enter" method="post" action="{PATH}">
<h2>{escape(gettext("Access is needed"))}</h2>
<p>{escape(gettext(_HOW))}</p>
<input autocomplete="username" value="token" hidden>
<label>{escape(gettext("Or enter a token, or the address below the code"))}
<input name="code" type="password" autocomplete="current-password" spellcheck="false" required></label>
<button>{escape(gettext("Log in"))}</button>
</form>
</main>
</body>
</html>
""",
        status,
        _HEADERS | dict(headers or {}),
    )


def device_name(chosen: str, user_agent: str) -> str:
    """The name that a person chose, on one line; if it is empty, a name made from the browser's user agent."""
    return plain(chosen)[:MAX_DEVICE_NAME].strip() or guess(user_agent)


def guess(user_agent: str) -> str:
    """Model or system, and browser; empty if neither is known."""
    model = _MODEL.search(user_agent)
    system = model[1] if model and model[1] not in ("K", "Mobile", "Tablet") else _named(user_agent, _SYSTEMS)
    return plain(", ".join(filter(None, (system, _named(user_agent, _BROWSERS)))))[:MAX_DEVICE_NAME]


def _named(user_agent: str, names: tuple[tuple[str, str], ...]) -> str:
    return next((name for word, name in names if word in user_agent), "")
