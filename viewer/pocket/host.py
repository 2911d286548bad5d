"""The phone in place of a server: its store, the one person who uses it, its languages and dates."""

import gc
import importlib.metadata
import json
import traceback
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta, timezone
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from core import games
from core.errors import GameFails
from eventstore.access.grants import LOCAL, NotAllowed
from eventstore.answers.context import RequestContext
from eventstore.answers.host import AnswerHost
from eventstore.answers.problems import problem
from eventstore.answers.values import Request, Response, as_response
from eventstore.formats import script
from eventstore.formats.match_file import ScriptError
from eventstore.formats.script_import import import_script
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.sqlite_exclusive import ExclusiveStore
from eventstore.store.store import UnusableStore
from viewer import boards
from viewer.answers.dispatch import answer as answer_of
from viewer.locale import language
from viewer.locale.language import DatePattern, gettext, ngettext, translate
from viewer.pages.shared.pages import Pages
from viewer.pages.shared.showing import Show
from viewer.pages.trees import SHOWS, tree
from viewer.pocket import first_page, handover_page, keeping_page
from viewer.pocket.home import Home
from viewer.pocket.keeping_page import Room
from viewer.texts import rule_texts

_PAGES: Final = "/pages/"
_PLAYS: Final = "/plays"
"""The address to which a page sends a file of plays."""

_MAX_VISITORS: Final = 20


class Pocket:
    """The store of this device, open once, and the context of its requests: all are of the one person who uses it."""

    def __init__(self, path: Path, home: str) -> None:
        self.path: Final = path
        self.store: Final = ExclusiveStore(path)
        self.home: Final = Home(self.store, home)
        records = MatchRepository(self.store, by=LOCAL.by)
        index = MatchIndex(self.store, records)
        translated, ruled = language.translate, rule_texts.rule_address
        self.context: Final = RequestContext(
            AnswerHost(records, index, tokens_required=False, translate=translated, rule_page=ruled), LOCAL
        )

    def size(self) -> int:
        """The bytes of the store, with what is in its journal."""
        files = (self.path, Path(f"{self.path}-wal"))
        return sum(file.stat().st_size for file in files if file.exists())


_open: list[Pocket] = []
"""None in a memory snapshot, which is made before a store is open."""

_visitors: Final = OrderedDict[str, dict[str, Any]]()
"""The state of the pages of each tab."""


def open_store(path: str, write_date: Callable[[str, str, str], str], home: str) -> Home:
    """Open the store; returns its home, of which `home` is kept.

    `write_date` writes a day in a form of the browser, which is JSON, and a language.
    """
    language.write_dates(
        lambda day, pattern, tongue: write_date(day.isoformat()[:10], json.dumps(DATE_FORMS[pattern]), tongue)
    )
    _open[:] = [Pocket(Path(path), home)]
    return _open[0].home


def empty_journal() -> None:
    """Move everything into the one file that is the store."""
    _open[0].store._truncate_journal()


def preload() -> None:
    """Import and read what answers need, for a memory snapshot; afterwards no file is open."""
    for found in games.every():
        if found.game:
            boards.board_of(found.game)
    rule_texts.rule_address("")
    for tongue in language.LANGUAGES:
        language.translations(tongue)
    importlib.metadata.FastPath.__new__.cache_clear()  # type: ignore[attr-defined]  # Keeps archives of the path open.
    gc.collect()


def answer(method: str, address: str, headers: str, body: bytes | None) -> tuple[int, str, bytes]:
    """The status, the headers as JSON and the content of the answer to a request of a page.

    `address` is relative to the root of the pocket. The console has a defect, and the page says that it is one.
    """
    request = Request.to(method, f"/{address}", json.loads(headers), bytes(body or b""))
    try:
        if request.path == _PLAYS:
            language.set_language(_language(request))
            response = as_response(_take_plays(_open[0].context.host.records, request.body))
        elif request.path.startswith(_PAGES):
            response = _page(request)
        else:
            response = answer_of(_open[0].context, request)
    except UnusableStore as error:
        response = problem(507 if "full" in str(error) else 503, translate(str(error)))
    except Exception as error:
        traceback.print_exception(error)
        response = problem(500, gettext("This did not work, by a mistake in Partie; nothing was changed."))
    return response.status, json.dumps(dict(response.headers)), response.body


def _page(request: Request) -> Response:
    """The tree of a page with the navigation above it; of a page that cannot be shown, why."""
    language.set_language(_language(request))
    path, asked = request.path.removeprefix(_PAGES) or ".", json.loads(request.body)
    name = "matches" if path == "." else path
    own = _own_pages(_open[0], asked.get("room", {}))
    if name not in SHOWS and name not in own:
        return problem(404, gettext("This page is not on this phone; it is at home."))
    state = _visitors.setdefault(asked["visitor"], {})
    _visitors.move_to_end(asked["visitor"])
    while len(_visitors) > _MAX_VISITORS:
        _visitors.popitem(last=False)
    zone, about = timezone(timedelta(minutes=asked["zone"])), (asked["address"],)
    looks = {"state": state, "events": asked["events"], "theme": asked["theme"], "zone": zone}
    kept = handover_page.CODE if name == "handover" else keeping_page.CODE
    if (code := asked.get("code")) and (asked.get("isOpened", True) or kept not in state):
        state[kept] = code
    home = _open[0].home
    home.is_news = home.is_news and name == "matches"
    pages = Pages(LOCAL, stand=keeping_page.stand(home, datetime.now(zone)), only_here=frozenset(home.waiting()))
    try:
        drawn = tree(path, _open[0].store, LOCAL, *about, **looks, pages=pages, own=own)
    except NotAllowed as error:
        return problem(403, translate(str(error)))
    except GameFails as error:
        return problem(409, translate(error.why))
    files = [{"name": file["name"], "content": _base64(file["content"])} for file in drawn["downloads"]]
    is_first = any(node.get("key") == "first-page" for node in drawn["nodes"])
    return as_response({**drawn, "downloads": files, "navigation": _navigation(name, is_first=is_first)})


def _language(request: Request) -> str:
    return language.preferred(*request.header("accept-language").split(","))


def _own_pages(pocket: Pocket, room: Mapping[str, Any]) -> dict[str, Show]:
    """The pages that a phone has in place of those of a desk."""

    def keeping(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
        keeping_page.show(index, matches, pocket.home, Room.of(room), pocket.size())

    def received(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
        handover_page.show(index, matches)

    index = pocket.context.host.index
    is_empty = not pocket.home.is_paired and not index.count() and not index.count(withdrawn=True)
    first: dict[str, Show] = {"matches": lambda index, matches, pages: first_page.show()} if is_empty else {}
    return {"keeping": keeping, "handover": received} | first


def _base64(content: str | bytes) -> str:
    return b64encode(content.encode() if isinstance(content, str) else content).decode()


_PARENTS: Final = {"person": "people", "people": "people", "game": "game", "keeping": "keeping"}
"""The page in the bar of a page; of all others Plays."""


def _navigation(here: str, *, is_first: bool) -> dict[str, Any]:
    """The bar above a page.

    There is none above the first one, and at the table of a game with moves, which is used in one hand.
    """
    words = {"matches": gettext("Plays"), "people": gettext("People"), "game": gettext("Games")}
    words["keeping"] = gettext("Keeping")
    current = _PARENTS.get(here, "matches")
    links = [
        {"href": "." if name == "matches" else name, "label": label, "is_here": name == current}
        for name, label in words.items()
        if here != "table" and not is_first
    ]
    return {
        "cookie": "partie-language",
        "languages": dict(language.LANGUAGES),
        "words": links,
        "more": [],
        "catalog": language.js_catalog("viewer/components/navigation"),
    }


DATE_FORMS: Final[Mapping[DatePattern, Mapping[str, str]]] = {
    "medium": {"year": "numeric", "month": "short", "day": "numeric"},
    "LLLL": {"month": "long"},
    "LLLLL": {"month": "narrow"},
    "EEEE": {"weekday": "long"},
    "MMMMd": {"month": "long", "day": "numeric"},
    "yMMMM": {"year": "numeric", "month": "long"},
    "yMMMEd": {"year": "numeric", "month": "short", "day": "numeric", "weekday": "short"},
    "MMMEd": {"month": "short", "day": "numeric", "weekday": "short"},
    "MMMd": {"month": "short", "day": "numeric"},
}
"""The forms of a date as `Intl.DateTimeFormat` has them, which knows all languages."""


def _take_plays(matches: MatchRepository, content: bytes) -> dict[str, str]:
    """Record what is new in a file; returns the page to open and the sentence about it."""
    taken, changed, why = list[str](), 0, ""
    for found in script.read(BytesIO(content)):
        try:
            if isinstance(found, ScriptError):
                raise found
            result = import_script(matches, found)
        except ScriptError as error:
            why = why or translate(error.sentence)
        else:
            taken.append(result.match.id)
            changed += result.what != "unchanged"
    if not taken:
        other = gettext("This is no file of Partie. Files of other programs are read by Partie on a computer.")
        return {"href": "", "said": other if not content.lstrip().startswith((b"{", b"[")) else why or other}
    said = ngettext("{number} play was added.", "{number} plays were added.", changed)
    if not changed:
        said = gettext("All of it is here already.")
    return {"href": f"replay?match={taken[0]}" if len(taken) == 1 else ".", "said": f"{said} {why}".strip()}
