"""The page of a phone that reads a match behind the `#` of its address, of a link or of a code, and keeps it."""

from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from core.errors import InvalidInput
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.sqlite_exclusive import ExclusiveStore
from viewer import surface
from viewer.boards.scene import Json
from viewer.components.handover import receiving
from viewer.components.html_block import html_block, pressed
from viewer.locale.language import gettext
from viewer.look.element import element, field_form
from viewer.look.icons import icon
from viewer.pages.shared.faces import emblems_of, faces_of

CODE: Final = "handover-code"
"""The match that is read, in the state of the visitor."""

_KEY: Final = "handover-phone"
_WHO: Final = "handover-who"
"""In the state of the visitor: the answers who people are, by the match that is read."""


def show(index: MatchIndex, matches: MatchRepository) -> None:
    """Show the match, and keep it at a tap; below it a field for a link, and the button that scans a code.

    What `shell/scan.js` reads comes as if it had been sent by the form.
    """
    state, sent = surface.state(), pressed(_KEY)
    if sent and sent.name == "read":
        state[CODE] = sent.value
    code = state.get(CODE, "")
    said = state.setdefault(_WHO, {}).setdefault(code, [])
    if sent and sent.name == "who":
        said.append(sent.value)
    who = receiving.who_is(said)
    if sent and sent.name == "keep":
        with suppress(InvalidInput):  # Nothing is kept then, and the page says why.
            receiving.keep(code, matches, who)
    parts = _read(code, index, matches, who) if code else [element("h1", gettext("A match for you"), class_="h24")]
    html_block(element("div", *parts, _form(), class_="handed"), key=_KEY)


def scan_button() -> Json:
    return element("button", icon("scan"), gettext("Scan a code"), type="button", class_="btn", data_shell="scan")


def _read(code: str, index: MatchIndex, matches: MatchRepository, who: Mapping[str, str]) -> list[Json]:
    leave = element("a", gettext("Not now"), class_="btn", href=".")
    with (
        TemporaryDirectory(prefix="partie-") as folder,
        closing(ExclusiveStore(Path(folder) / "read.db", synchronous="OFF")) as store,
    ):
        emblems, faces = emblems_of(matches).emblem, faces_of(matches)
        return receiving.answer(code, index, matches, MatchRepository(store), emblems, faces, who, leave)


def _form() -> Json:
    """The field for a link that somebody sent."""
    label = gettext("Link of a match")
    send = element("button", gettext("Read it"), type="submit", class_="btn")
    return field_form("read", label, send, scan_button())
