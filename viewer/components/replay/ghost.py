"""The ghost of a move: its pieces as the replay draws them over the board."""

from typing import NamedTuple

from core.record import Frame
from eventstore.matches.match import Match
from viewer.boards import board_of
from viewer.boards.scene import Shape, ShapeJson, patches, shape_to_json


class GhostJson(NamedTuple):
    """A piece of the better move, where it would lie or be taken from."""

    panel: str
    shape: ShapeJson
    arrives: bool


def ghost(match: Match, before: Frame, best: object) -> list[GhostJson]:
    """The pieces of the move where they would lie, and where they would be taken from.

    Where seats have boards of their own the pieces that reach one count; those of a hand that is only laid out anew
    keep id and look. Otherwise a piece that keeps its id was moved.
    """
    board = board_of(match.game)
    old = board.scene(before.state, match.names)
    new = board.scene(match.game.story(before.state, best)[0].state, match.names)
    changes = patches(old, new)
    seats = {panel.id for panel in old.panels if panel.seat is not None}
    lay = {(panel.id, shape.id): shape for panel in old.panels for shape in panel.shapes}
    arriving = {
        (patch.panel, shape.id): shape
        for patch in changes
        if patch.panel in seats or not seats
        for shape in patch.put
        if shape.tag == "use"
    }
    if seats:
        arriving = {id: shape for id, shape in arriving.items() if id not in lay or _look(lay[id]) != _look(shape)}
    kinds = {_look(shape) for shape in arriving.values()}
    gone = {(patch.panel, id) for patch in changes for id in patch.gone if _look(lay[patch.panel, id]) in kinds}
    moved = {id for id, shape in arriving.items() if id in lay and _place(lay[id]) != _place(shape)}
    pieces = [*((id, shape, True) for id, shape in arriving.items())]
    pieces += [(id, lay[id], False) for id in lay if id in gone | moved]
    return [GhostJson(panel, shape_to_json(shape), arrives) for (panel, _), shape, arrives in pieces]


def _look(shape: Shape) -> object:
    return dict(shape.attributes).get("href")


def _place(shape: Shape) -> object:
    attributes = dict(shape.attributes)
    return [attributes.get(name) for name in ("x", "y", "transform")]
