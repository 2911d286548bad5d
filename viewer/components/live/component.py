"""The live record component: the current table with the tap targets highlighted; it reads and writes over HTTP.

The replay contains this component for explored moves.
"""

from typing import Final, TypedDict

from viewer import surface
from viewer.boards.scene import Json
from viewer.boards.svg import board_css
from viewer.components.lib.text_files import text_of
from viewer.components.live.payload import LiveRecordData
from viewer.locale import language
from viewer.surface.host import Component

HTML: Final = text_of("live/live_record.html")
CSS: Final = board_css() + text_of(
    "live/live_record.css",
    "lib/number_pad.css",
    "lib/who_won.css",
    "live/sheet.css",
    "play/editing.css",
    "held_writes/held_writes.css",
)

_live_record = Component("partie_live_record", html=HTML, css=CSS, script="live/component.js")


class LiveMatchData(TypedDict):
    """The rest comes from the server. A sheet has the head of its play, the faces of its people by seat, and what was
    `before`; `table` is that of a match that begins with the first entry.
    """

    match: str
    head: list[Json]
    faces: list[Json]
    before: list[Json]
    table: LiveRecordData | None
    principal: str
    catalog: language.CatalogJson


def live_record(
    match: str,
    head: list[Json],
    faces: list[Json],
    before: list[Json],
    table: LiveRecordData | None = None,
    principal: str = "",
) -> None:
    """Show the live record of this match; the component fetches the payload and follows the match itself."""
    catalog = language.js_catalog("viewer/components/live", "viewer/components/play", "viewer/components/held_writes")
    data: LiveMatchData = {
        "match": match, "head": head, "faces": faces, "before": before, "table": table, "principal": principal,
        "catalog": catalog,
    }  # fmt: skip
    surface.mount(_live_record, data, key=f"table-{match}", sends=["changed", "begin"])


def is_begun(match: str) -> bool:
    """Whether something was entered on the sheet of a match that was not written yet."""
    return bool((surface.state().get(f"table-{match}") or {}).get("begin"))
