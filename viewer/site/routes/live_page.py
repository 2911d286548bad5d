"""The live page: a match to record or follow without Streamlit, installable, also as a large screen without controls.

Other sites may link to it. A service worker keeps its shell, a page without a match in it, which is shown while the
server is away.
"""

import json
import re
from html import escape
from typing import Final

from fastapi import APIRouter, HTTPException, Request, Response
from starlette.responses import RedirectResponse

from core.game import facts_of
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.projection import MatchRow
from eventstore.service.context import Context, ServerContext
from viewer.components.lib import font
from viewer.components.lib.scripts import address, addresses
from viewer.components.live import component as live
from viewer.components.play.context import MatchPage
from viewer.components.play.head import name_and_facts
from viewer.locale import language
from viewer.locale.language import gettext, translate
from viewer.locale.plain_text import plain
from viewer.pages.shared.faces import emblems_of, faces_of
from viewer.site.routes import icons, live_files
from viewer.site.routes.html_page import PageRoute, html_page
from viewer.site.routes.scripts import IMMUTABLE, other_version
from viewer.texts.own_words import own_title

PREFIX: Final = "/live"
"""Path of the pages, and the scope of the installed app."""

MAX_MATCHES: Final = 20
"""Maximum number of open matches on the start page."""

_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
_NO_CACHE: Final = {"Cache-Control": "no-cache"}
_ENTRY: Final = "live/page.js"
_ALWAYS: Final = f'<link rel="stylesheet" href="live/files/{live_files.STYLE.name}">'
_HEAD: Final = "\n".join((_ALWAYS, *(f'<link rel="modulepreload" href="{script}">' for script in addresses(_ENTRY))))
_LOOK: Final = f'<link rel="stylesheet" href="{address("lib/look.css")}">'
"""Before the style of the page, for the page of a sheet."""

_MANIFEST: Final = "live/manifest.webmanifest"
_HELD_WRITES: Final = '<div class="held-writes"></div>'
_WORKER_POLICY: Final = {"Content-Security-Policy": "default-src 'none'; connect-src 'self'"}


class _LiveRoute(PageRoute):
    head = _ALWAYS

    @staticmethod
    def foot() -> str:
        return _HELD_WRITES + _script()


router = APIRouter(prefix=PREFIX, route_class=_LiveRoute, include_in_schema=False)


@router.get("")
def start_of_the_app() -> Response:
    return RedirectResponse("live/", 308)


@router.get("/")
def start(request: Request, context: Context) -> Response:
    """The open matches that the principal may list, the newest first."""
    wanted = MatchFilter(state="open", ids=context.host.access.grants().listed_matches(context.principal))
    rows = context.host.index.matches(limit=MAX_MATCHES, **wanted)
    matches = "".join(map(_item, rows)) or f"<li>{escape(gettext('No match is open.'))}</li>"
    ways = {"new": gettext("New match")} if context.principal.has_role("recorder") else {}
    if context.principal.role is None:
        ways["login?to=live/"] = gettext("Log in")
    listed = "".join(f'<a href="{address}">{escape(label)}</a>' for address, label in ways.items())
    body = f"""{_bar()}
<main class="start"><h1>{escape(gettext("Open matches"))}</h1>
{_HELD_WRITES}
<ul class="matches">{matches}</ul>{listed}</main>
{_script()}"""
    page = html_page(request, f"{gettext('Open matches')} · Partie", body, _HEAD, manifest=_MANIFEST)
    page.headers["Cache-Control"] = context.cache_control(None)
    return page


@router.get("/shell.html")
def live_shell(request: Request) -> Response:
    return _page(request)


@router.get("/manifest.webmanifest")
def manifest() -> Response:
    return icons.manifest(gettext("Record and follow a match at the table."), "files/")


@router.get("/worker.js")
def worker() -> Response:
    """The service worker: its text changes with everything that it keeps, so that browsers replace an older one."""
    asked = f"?lang={language.current()}"
    scripts = (address(font.PATH), *addresses(_ENTRY))
    shell = {
        "cache": "partie-live-"
        + live_files.digest(icons.head(_MANIFEST), _HEAD, *(_body(screen=screen) for screen in (False, True))),
        "pages": [f"shell.html{asked}", f"files/screen.html{asked}"],
        "files": [
            *(f"files/{name}" for name in live_files.TEXTS),
            *(f"../{script}" for script in scripts),
        ],
    }
    script = f"const SHELL = {json.dumps(shell)};\n{live_files.WORKER}"
    return Response(script, media_type="text/javascript", headers=_NO_CACHE | _WORKER_POLICY)


@router.get("/{id}")
def live_page(request: Request, context: Context, id: str) -> Response:
    """The match to record, or to follow for readers who may not record it."""
    return _match_page(request, context, id)


@router.get("/{id}/screen")
def screen(request: Request, context: Context, id: str) -> Response:
    """Boards, points and the latest moves, large; with `?transparent=1` without a background."""
    return _match_page(request, context, id, screen=True)


@router.get("/files/screen.html")
def screen_shell(request: Request) -> Response:
    return _page(request, screen=True)


@router.get("/files/{name}")
def file(name: str) -> Response:
    found = live_files.find(name)
    if found is None:
        raise other_version()
    return Response(found.body, media_type=found.media_type, headers={"Cache-Control": IMMUTABLE})


def _match(context: ServerContext, id: str) -> Match:
    if _ID.fullmatch(id) is None:
        raise HTTPException(404)
    return context.match(id)


def _match_page(request: Request, context: ServerContext, id: str, *, screen: bool = False) -> Response:
    page = _page(request, _match(context, id), screen=screen, matches=context.records)
    page.headers["Cache-Control"] = context.cache_control(id)
    return page


def _page(
    request: Request, match: Match | None = None, *, screen: bool = False, matches: MatchRepository | None = None
) -> Response:
    title = "Partie" if match is None else _title(match)
    kind, head = "screen" if screen else "", _HEAD
    is_sheet = bool(match and not screen and not facts_of(match.game).records_moves)
    body = _body(title, screen=screen, play=gettext("The play") if is_sheet else "")
    if match and matches and is_sheet:
        head, body = _LOOK + head, body + _about(match, matches)
    return html_page(request, title, body, head, kind=kind, manifest=_MANIFEST)


def _about(match: Match, matches: MatchRepository) -> str:
    """The head of a sheet and the faces of its people, as on the page of its play."""
    faces = faces_of(matches)
    page, emblem = MatchPage(match, faces, is_editable=False), emblems_of(matches).emblem(match.game_title)
    about = {"head": name_and_facts(page, emblem), "faces": [faces.face(name, 28) for name in match.names]}
    return f'<script type="application/json" id="about">{_json(about)}</script>'


def _title(match: Match) -> str:
    game = own_title(match) or plain(translate(match.game_title))
    return f"{' – '.join(map(plain, match.names))}, {game}"


def _bar(links: str = "") -> str:
    """The navigation in the look of all pages."""
    return f"""<nav class="pages" aria-label="{escape(gettext("Pages"))}">
<a class="brand" href="./">{icons.MARK}Partie</a>
<a href="./">{escape(gettext("Plays"))}</a>
{links}
</nav>"""


def _body(title: str = "Partie", *, screen: bool, play: str = "") -> str:
    """The component with its texts; the script fills in the match, also into the addresses that hold a star."""
    links = f"""<a data-address="replay?match=*">{escape(play or gettext("Replay"))}</a>
<a data-address="live/*/screen">{escape(gettext("Screen"))}</a>"""
    return f"""{"" if screen else _bar(links)}
<main id="match"><h1 class="unseen">{escape(title)}</h1>{"" if screen else live.HTML}</main>
<noscript>{escape(gettext("Enable scripts to see the moves."))}</noscript>
{_script()}"""


def _script() -> str:
    catalog = language.js_catalog("viewer/components/live", "viewer/components/held_writes")
    return f"""<script type="application/json" id="catalog">{_json(catalog)}</script>
<script type="module" src="{address(_ENTRY)}"></script>"""


def _json(content: object) -> str:
    return json.dumps(content).replace("<", "\\u003c")


def _item(row: MatchRow) -> str:
    names = escape(" – ".join(map(plain, row.players)))
    facts = [
        plain(row.title or "") or plain(translate(row.game_title)),
        language.date(row.played_on) if row.played_on else "",
    ]
    return f'<li><a href="live/{row.id}">{names} <small>{escape(", ".join(filter(None, facts)))}</small></a></li>'
