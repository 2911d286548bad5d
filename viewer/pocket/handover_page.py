"""The page of a phone that reads a match behind the `#` of its address, or of a link that is pasted, and keeps it."""

from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from core.errors import InvalidInput
from eventstore.formats import handover
from eventstore.formats.script_import import import_script
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.sqlite_exclusive import ExclusiveStore
from viewer import surface
from viewer.boards.scene import Json
from viewer.components.handover import receiving
from viewer.components.html_block import html_block, pressed
from viewer.locale.language import gettext
from viewer.look.element import element, field_form
from viewer.pages.shared.faces import emblems_of, faces_of

CODE: Final = "handover-code"
"""The match that is read, in the state of the visitor."""

_KEY: Final = "handover-phone"


def show(index: MatchIndex, matches: MatchRepository) -> None:
    """Show the match, and keep it at a tap; without one a field for its link."""
    state, sent = surface.state(), pressed(_KEY)
    if sent and sent.name == "read":
        state[CODE] = sent.value
    code = state.get(CODE, "")
    if sent and sent.name == "keep":
        with suppress(InvalidInput):  # Nothing is kept then, and the page says why.
            import_script(matches, handover.unpacked(code))
    parts = _read(code, index, matches) if code else [element("h1", gettext("A match for you"), class_="h24")]
    html_block(element("div", *parts, _form(), class_="handed"), key=_KEY)


def _read(code: str, index: MatchIndex, matches: MatchRepository) -> list[Json]:
    leave = element("a", gettext("Not now"), class_="btn", href=".")
    with (
        TemporaryDirectory(prefix="partie-") as folder,
        closing(ExclusiveStore(Path(folder) / "read.db", synchronous="OFF")) as store,
    ):
        emblems, faces = emblems_of(matches).emblem, faces_of(matches)
        return receiving.answer(code, index, matches, MatchRepository(store), emblems, faces, leave)


def _form() -> Json:
    """The field for a link that somebody sent."""
    label = gettext("Link of a match")
    return field_form("read", label, element("button", gettext("Read it"), type="submit", class_="btn"))
