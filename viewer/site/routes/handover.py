"""The pages that hand a match over by one code, and that read it where the link of the code is opened.

The match is behind the `#` of the link, which browsers send to no server: a script of the page sends it to this one,
for people who are let in here. A GET changes nothing.
"""

import json
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from typing import Final
from urllib.parse import parse_qs

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse

from eventstore.formats import handover
from eventstore.formats.script_import import import_script
from eventstore.maintenance.bulk import dry_run_of
from eventstore.service.context import Context, ServerContext
from viewer.boards.scene import Json
from viewer.components.handover import giving, receiving
from viewer.components.lib import font, scripts
from viewer.components.share import page as share_page
from viewer.locale.language import gettext
from viewer.look.element import element
from viewer.pages.shared.faces import emblems_of, faces_of
from viewer.site.routes import icons
from viewer.site.routes.html_page import PageRoute, html_page

PATH: Final = "/handover"

router = APIRouter(prefix=PATH, route_class=PageRoute, include_in_schema=False)

_HEAD: Final = (
    f'<link rel="stylesheet" href="{scripts.address("lib/look.css")}"><link rel="stylesheet" href="handover/page.css">'
)
_LOOK_POLICY: Final = {
    "Content-Security-Policy": "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data:; font-src data:",
    "Cache-Control": "no-store",
}
"""A page of a match that a stranger wrote has no part of this site."""


@router.get("")
def show(request: Request, context: Context, match: str = "") -> Response:
    """The page with the code of a match; without one the page that reads a code."""
    if not match:
        return _page(request, gettext("A match for you"), None)
    found, matches = context.match(match), context.records
    notes, photos = len(matches.notes(match)), len(matches.photos.of(match))
    emblem = emblems_of(matches).emblem(found.game_title)
    link = str(request.base_url).rstrip("/") + PATH
    page = _page(request, gettext("Hand over"), giving.shown(found, link, emblem, notes, photos))
    page.headers["Cache-Control"] = context.cache_control(match)
    return page


@router.get("/page.css")
def style() -> Response:
    face = font.font_face(f"../{scripts.address(font.PATH)}")
    text = files(__name__.rpartition(".")[0]).joinpath("handover.css").read_text("utf-8")
    return Response(face + text, media_type="text/css", headers={"Cache-Control": "no-cache"})


@router.post("")
async def read(request: Request, context: Context) -> Response:
    """The words of this store about the match of the form; nothing is written."""
    context.require_role("viewer")
    return JSONResponse({"parts": await run_in_threadpool(_read, context, *await _sent(request))})


@router.post("/keep")
async def keep(request: Request, context: Context) -> Response:
    """Record the match, and go to its page."""
    await run_in_threadpool(context.require_role, "recorder")
    text, who = await _sent(request)
    match = await run_in_threadpool(receiving.keep, text, context.records, who)
    context.host.feed.notify(match.id)
    return RedirectResponse(f"../{'table' if match.state == 'open' else 'replay'}?match={match.id}", 303)


@router.post("/look")
async def look(request: Request, context: Context) -> Response:
    """The match as a page that stands alone; nothing is kept."""
    await run_in_threadpool(context.require_role, "viewer")
    text, _ = await _sent(request)
    return HTMLResponse(await run_in_threadpool(_look, text), headers=_LOOK_POLICY)


async def _sent(request: Request) -> tuple[str, Mapping[str, str]]:
    """The match of the form, and who its people are."""
    fields: Mapping[str, list[str]] = parse_qs((await request.body()).decode("utf-8", "replace"))
    return fields.get("code", [""])[0], receiving.who_is(fields.get("who", []))


def _look(text: str) -> str:
    with dry_run_of(None) as records:
        return share_page.html(import_script(records, handover.unpacked(text)).match)


def _read(context: ServerContext, text: str, who: Mapping[str, str]) -> list[Json]:
    look = element("button", gettext("Only look"), class_="btn", formaction="handover/look")
    may_keep = context.principal.has_role("recorder")
    with dry_run_of(None) as empty:
        emblems, faces = emblems_of(context.records).emblem, faces_of(context.records)
        answers = who if may_keep else None
        return receiving.answer(text, context.host.index, context.records, empty, emblems, faces, answers, look)


def _page(request: Request, title: str, parts: list[Json] | None) -> Response:
    drawn = "" if parts is None else json.dumps(parts).replace("<", "\\u003c")
    body = f"""<nav class="nav" aria-label="{escape(gettext("Pages"))}"><div>
<a class="brand" href="./">{icons.MARK}Partie</a><a class="to" href="./">{escape(gettext("Plays"))}</a>
<a class="to" href="people">{escape(gettext("People"))}</a></div></nav>
<form id="handover" method="post" data-copied="{escape(gettext("Copied"))}"><input type="hidden" name="code">
<main class="handed"><h1>{escape(title)}</h1>
<noscript><p>{escape(gettext("Partie needs scripts to show this page."))}</p></noscript></main>
</form>
<script type="application/json" id="parts">{drawn}</script>
<script type="module" src="{scripts.address("handover/page.js")}"></script>"""
    return html_page(request, f"{title} · Partie", body, _HEAD)
