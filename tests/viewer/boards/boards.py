"""What the tests of all boards share: simulated matches, patches as a browser applies them, scene forms."""

import gzip
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from core.game import CHANCE, AnyGame
from viewer.boards import Board
from viewer.boards.scene import Panel, Patch, Scene, Shape, patch_to_json, patches, to_json


@dataclass(frozen=True)
class Played:
    """A simulated match: `states` is one longer than `events`."""

    states: tuple[Any, ...]
    events: tuple[Any, ...]


def play(game: AnyGame, seats: int, options: object, seed: int, limit: int = 400) -> Played:
    """A match by the game's own choices and deals, stopped after `limit` events."""
    rng = Random(seed)
    states: list[Any] = [game.setup(seats, options)]
    events: list[Any] = []
    while (turn := game.turn(states[-1])) is not None and len(events) < limit:
        event = game.deal(states[-1], rng) if turn == CHANCE else game.choose(states[-1], rng)
        events.append(event)
        states.append(game.evolve(states[-1], event))
    return Played(tuple(states), tuple(events))


def patched(scene: Scene, changes: tuple[Patch, ...]) -> Scene:
    """What a browser shows after the patches: changed shapes keep their place, added ones come last."""
    by_panel = {patch.panel: patch for patch in changes}
    return Scene(tuple(_patched(panel, by_panel.get(panel.id)) for panel in scene.panels))


def _patched(panel: Panel, patch: Patch | None) -> Panel:
    if patch is None:
        return panel
    shapes = {shape.id: shape for shape in panel.shapes if shape.id not in patch.gone}
    shapes |= {shape.id: shape for shape in patch.put}
    width, height = patch.size or (panel.width, panel.height)
    return Panel(panel.id, panel.title, width, height, tuple(shapes.values()), panel.seat, panel.hero)


def places(scene: Scene) -> dict[str, dict[str, Shape]]:
    """Shapes by panel and id, without the order of drawing."""
    return {panel.id: {shape.id: shape for shape in panel.shapes} for panel in scene.panels}


def sizes(scene: Scene) -> list[tuple[float, float]]:
    return [(panel.width, panel.height) for panel in scene.panels]


def packed_size(board: Board, match: Played, names: Sequence[str]) -> int:
    """Bytes, gzipped, of all a browser gets: the first scene, a patch and a sentence per event."""
    scenes = [board.scene(state, names) for state in match.states]
    whole = {
        "scene": to_json(scenes[0]),
        "steps": [[patch_to_json(patch) for patch in patches(*pair)] for pair in pairwise(scenes)],
        "moves": [board.sentence(*move, names) for move in zip(match.states, match.events, strict=False)],
    }
    return len(gzip.compress(json.dumps(whole, separators=(",", ":")).encode()))


def assert_well_formed(scene: Scene, symbols: str, style: str) -> None:
    """Ids are unique in a panel, JSON keeps all attributes, symbols and classes exist, nothing sticks out."""
    for panel in scene.panels:
        assert_well_formed_panel(panel, symbols, style)


def assert_well_formed_panel(panel: Panel, symbols: str, style: str, *, least: float = 0) -> None:
    ids = set(re.findall(r'id="([^"]+)"', symbols))
    classes = set(re.findall(r"\.([a-z][\w-]*)", style))
    assert len({shape.id for shape in panel.shapes}) == len(panel.shapes)
    for shape in panel.shapes:
        attributes = dict(shape.attributes)
        assert json.loads(json.dumps(attributes)) == attributes
        assert shape.tag in {"rect", "circle", "path", "text", "use"}
        if "href" in attributes:
            assert str(attributes["href"]).removeprefix("#") in ids
        assert set(str(attributes.get("class", "")).split()) <= classes
        assert least <= float(attributes.get("x", 0)) <= panel.width
        assert least <= float(attributes.get("y", 0)) <= panel.height
