"""The phone in place of a server: its store, the one person who uses it, its clock and language, the secret of draws."""

import gc
import importlib.metadata
import json
import traceback
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Mapping
from datetime import date, timedelta, timezone
from pathlib import Path
from typing import Any, Final

from core import games
from core.errors import GameFails
from eventstore.access.grants import LOCAL, NotAllowed
from eventstore.store.sqlite_exclusive import ExclusiveStore
from eventstore.store.store import UnusableStore
from viewer import boards
from viewer.locale import language
from viewer.locale.language import DatePattern, gettext, translate
from viewer.pages.trees import SHOWS, tree
from viewer.texts import rule_texts

PAGES: Final = "pages/"

_MAX_VISITORS: Final = 20

_open: list[ExclusiveStore] = []
"""The store, once it is open; a memory snapshot is made before."""

_visitors: Final = OrderedDict[str, dict[str, Any]]()
"""The state of the pages of each tab."""


def open_store(path: str) -> None:
    language.write_dates(_by_browser)
    _open[:] = [ExclusiveStore(Path(path))]


def empty_journal() -> None:
    """Move everything into the one file that is the store."""
    _open[0]._truncate_journal()


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


def answer(method: str, path: str, headers: str, body: bytes | None) -> tuple[int, str, bytes]:
    """The status, the headers as JSON and the content of the answer to a request of a page."""
    fields = {name.lower(): value for name, value in json.loads(headers).items()}
    language.set_language(language.preferred(*fields.get("accept-language", "").split(",")))
    if path.startswith(PAGES):
        status, content = _page(path.removeprefix(PAGES).partition("?")[0] or ".", json.loads(bytes(body or b"{}")))
        return status, json.dumps({"Content-Type": "application/json"}), json.dumps(content).encode()
    raise NotImplementedError(path)


def _page(path: str, asked: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
    """The tree of a page with the navigation above it; of a page that cannot be shown, why."""
    name = "matches" if path == "." else path
    if name not in SHOWS:
        return 404, {"detail": gettext("This page is not on this phone; it is at home.")}
    state = _visitors.setdefault(asked["visitor"], {})
    _visitors.move_to_end(asked["visitor"])
    while len(_visitors) > _MAX_VISITORS:
        _visitors.popitem(last=False)
    zone = timezone(timedelta(minutes=asked["zone"]))
    try:
        drawn = tree(
            path,
            _open[0],
            LOCAL,
            asked["address"],
            state=state,
            events=asked["events"],
            theme=asked["theme"],
            zone=zone,
        )
    except (NotAllowed, UnusableStore) as error:
        return 409, {"detail": translate(str(error))}
    except GameFails as error:
        return 409, {"detail": translate(error.why)}
    except Exception:
        traceback.print_exc()
        return 500, {"detail": gettext("This page could not be shown; nothing was changed.")}
    files = [{"name": file["name"], "content": _base64(file["content"])} for file in drawn["downloads"]]
    return 200, {**drawn, "downloads": files, "navigation": _navigation(name)}


def _base64(content: str | bytes) -> str:
    return b64encode(content.encode() if isinstance(content, str) else content).decode()


_PARENTS: Final = {"person": "people", "people": "people", "game": "game"}
"""The page in the bar of a page; of all others Plays."""


def _navigation(here: str) -> dict[str, Any]:
    words = {"matches": gettext("Plays"), "people": gettext("People"), "game": gettext("Games")}
    current = _PARENTS.get(here, "matches")
    links = [
        {"href": "." if name == "matches" else name, "label": label, "is_here": name == current}
        for name, label in words.items()
    ]
    return {
        "cookie": "partie-language",
        "languages": dict(language.LANGUAGES),
        "words": links,
        "more": [],
        "catalog": language.js_catalog("viewer/components/navigation"),
    }


_FORMS: Final[Mapping[DatePattern, Mapping[str, str]]] = {
    "medium": {"year": "numeric", "month": "short", "day": "numeric"},
    "LLLL": {"month": "long"},
    "yMMMM": {"year": "numeric", "month": "long"},
    "yMMMEd": {"year": "numeric", "month": "short", "day": "numeric", "weekday": "short"},
    "MMMEd": {"month": "short", "day": "numeric", "weekday": "short"},
    "MMMd": {"month": "short", "day": "numeric"},
}


def _by_browser(day: date, pattern: DatePattern, tongue: str) -> str:
    """A date as the browser writes it, which knows all languages."""
    from js import Date, Intl, Object
    from pyodide.ffi import to_js

    form = Intl.DateTimeFormat.new(tongue, to_js({**_FORMS[pattern], "timeZone": "UTC"}, dict_converter=Object.fromEntries))
    return str(form.format(Date.new(f"{day.isoformat()[:10]}T12:00:00Z")))
