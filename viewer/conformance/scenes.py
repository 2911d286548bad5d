"""Scenes as the laws of boards compare them: after patches as a browser applies them, and in good form or not."""

import json
import re

from viewer.boards.scene import Panel, Patch, Scene, Shape


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
