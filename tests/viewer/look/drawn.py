"""Elements of a chart, found by their class."""

from collections.abc import Iterator
from typing import Any

from viewer.boards.scene import Json
from viewer.statistics.figure import Figure


def drawn(figure: Figure, kind: str) -> list[dict[str, Any]]:
    """The attributes of the elements of a class in the wide drawing of a figure, in their order."""
    assert isinstance(figure.picture, list)
    return [*_within(figure.picture[2][0], kind)]


def _within(part: Json, kind: str) -> Iterator[dict[str, Any]]:
    if isinstance(part, list):
        _, attributes, children = part
        if kind in str(attributes.get("class", "")).split():
            yield attributes
        for child in children:
            yield from _within(child, kind)
