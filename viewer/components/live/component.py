"""The live record component: the current table with the tap targets highlighted; it reads and writes over HTTP.

The replay contains this component for explored moves.
"""

from importlib.resources import files
from typing import Final, TypedDict

from viewer import surface
from viewer.boards.scene import Json
from viewer.boards.svg import board_css
from viewer.locale import language
from viewer.surface.host import Component

_folder = files(__package__)

HTML: Final = _folder.joinpath("live_record.html").read_text("utf-8")
CSS: Final = board_css() + "".join(
    folder.joinpath(name).read_text("utf-8")
    for folder, name in (
        (_folder, "live_record.css"),
        (files("viewer.components.lib"), "number_pad.css"),
        (files("viewer.components.lib"), "who_won.css"),
        (_folder, "sheet.css"),
        (files("viewer.components.play"), "editing.css"),
        (files("viewer.components.held_writes"), "held_writes.css"),
    )
)

_live_record = Component("partie_live_record", html=HTML, css=CSS, script="live/component.js")


class LiveMatchData(TypedDict):
    """The rest comes from the server. A sheet has the head of its play, the faces of its people by seat, and what was
    `before`.
    """

    match: str
    head: list[Json]
    faces: list[Json]
    before: list[Json]
    catalog: language.CatalogJson


def live_record(match: str, head: list[Json], faces: list[Json], before: list[Json]) -> None:
    """Show the live record of this match; the component fetches the payload and follows the match itself."""
    catalog = language.js_catalog("viewer/components/live", "viewer/components/play", "viewer/components/held_writes")
    data: LiveMatchData = {"match": match, "head": head, "faces": faces, "before": before, "catalog": catalog}
    surface.mount(_live_record, data, key=f"table-{match}", sends=["changed"])
