"""The page of a play as a component: drawn in Python as elements, with photos, notes and editing in the browser."""

from importlib.resources import files
from typing import Final, TypedDict

from viewer import surface
from viewer.boards.scene import Json
from viewer.components.photos import GalleryData
from viewer.components.play.editing import EditingData
from viewer.components.replay.notes import NoteJson
from viewer.locale import language
from viewer.surface.host import Component

_folder = files(__name__)
_photos = files("viewer.components.photos")

_STYLES: Final = ("play", "sheet", "rounds", "notes", "editing")

_play = Component(
    "partie_play",
    html=f'<div class="play"></div><div class="gallery">{_photos.joinpath("gallery.html").read_text("utf-8")}</div>',
    css="".join(_photos.joinpath(f"{name}.css").read_text("utf-8") for name in ("view", "gallery"))
    + "".join(_folder.joinpath(f"{name}.css").read_text("utf-8") for name in _STYLES)
    + files("viewer.components.lib").joinpath("number_pad.css").read_text("utf-8"),
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
