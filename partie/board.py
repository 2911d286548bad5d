"""Drawing a board: shapes and panels of a scene, the card of a seat, and text that is safe to show.

A board is a module with the functions of `Board`, and those of `Tappable`, `Guiding`, `Spotted` and `Drawable` if it
can be recorded on by tapping. Its package names it by an entry point of the group `partie.boards` under the key of the
game. Where it fails, the plain board takes its place.
"""

from viewer.boards import Board, Drawable, Guiding, Spotted, Tappable
from viewer.boards.chance_input import Draws, Kind, Slot, Tapped
from viewer.boards.scene import Panel, Patch, Scene, Shape, shape
from viewer.boards.seat import HEADER, boxed_mark, frame, label, seat_mark
from viewer.locale.language import gettext, listed, ngettext, translate
from viewer.locale.plain_text import fit, number, pad, plain, width

__all__ = [
    "HEADER",
    "Board",
    "Drawable",
    "Draws",
    "Guiding",
    "Kind",
    "Panel",
    "Patch",
    "Scene",
    "Shape",
    "Slot",
    "Spotted",
    "Tappable",
    "Tapped",
    "boxed_mark",
    "fit",
    "frame",
    "gettext",
    "label",
    "listed",
    "ngettext",
    "number",
    "pad",
    "plain",
    "seat_mark",
    "shape",
    "translate",
    "width",
]
