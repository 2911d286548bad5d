"""The page of a play as a component: drawn in Python as elements, with photos, notes and editing in the browser."""

from typing import Final, TypedDict

from viewer import surface
from viewer.boards.scene import Json
from viewer.components.lib.text_files import text_of
from viewer.components.photos import GalleryData
from viewer.components.play.editing import EditingData
from viewer.components.replay.notes import NoteJson
from viewer.locale import language
from viewer.surface.host import Component

_play = Component(
    "partie_play",
    html=f'<div class="play"></div><div class="gallery">{text_of("photos/gallery.html")}</div>',
    css=text_of("photos/view.css", "photos/gallery.css")
    + text_of(*(f"play/{name}.css" for name in ("play", "sheet", "rounds", "notes", "editing")), "lib/number_pad.css"),
    script="play/component.js",
)


class PlayData(TypedDict):
    """`version` is that of the last event; `writes`: the reader may write notes.

    `photos` are None where there are none and the reader adds none, `editing` for a reader who may not change the play;
    `result` is shown after it is saved.
    """

    match: str
    version: int
    principal: str
    parts: list[Json]
    photos: GalleryData | None
    notes: list[NoteJson]
    writes: bool
    editing: EditingData | None
    catalog: language.CatalogJson
    result: str


FOLDERS: Final = ("viewer/components/play", "viewer/components/photos")
"""The folders with the words of the component."""


def show_play(data: PlayData) -> str:
    """Show the play; returns what the reader asked for in this run: `share`, `withdraw`, or nothing."""
    result = surface.mount(_play, data, key=f"play-{data['match']}", sends=["changed", "sent"])
    return str(result.get("sent") or "")
