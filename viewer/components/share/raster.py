"""SVG to pixels with the bundled font, so that a picture looks the same on every machine.

The pictures of a match repeat most shapes. `Film` splits every panel into runs of shapes, in drawing order, that stay
or change together; every run is drawn once and composited over the ones below it. A low-resolution sketch measures
the bounding box of a run first, because the drawing cost grows with the number of pixels.
"""

import io
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, chain, compress, groupby, pairwise
from typing import Final, NamedTuple, TypeAlias

import fontpkg
import resvg_py
from PIL import Image

from viewer.boards.scene import Panel, Shape
from viewer.boards.svg import element, stylesheet
from viewer.components.share.drawing import FONT

_FOREIGN: Final = re.compile("[^\0-\u058f–—‘’“”•…−]")
"""Characters that the font lacks; system fonts are used for them."""

_AT_ONCE: Final = 24
"""Runs drawn at once: enough to share the cost of parsing the style, few enough to keep the sheet small."""

_SKETCH: Final = 4.0
"""Pixels per tile in the sketch that locates a run."""

Run: TypeAlias = str
"""Shapes as SVG without invisible parts: the same drawing with another title is the same run."""

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""


def rasterized(svg: str, width: int | None = None) -> Image.Image:
    """Render an SVG at its own size, or `width` pixels wide; the background is transparent."""
    png = resvg_py.svg_to_bytes(
        svg_string=re.sub("font-family: [^;]*", f"font-family: '{FONT}'", svg, count=1),
        width=width,
        font_files=[_font()],
        skip_system_fonts=_FOREIGN.search(svg) is None,
    )
    return Image.open(io.BytesIO(bytes(png)))


def png(svg: str) -> bytes:
    """The pixels of a `drawing.document`."""
    out = io.BytesIO()
    rasterized(svg).convert("RGB").save(out, "PNG")
    return out.getvalue()


@cache
def _font() -> str:
    return str(fontpkg.path(FONT))


class Layer(NamedTuple):
    """The pixels of a run, and the position of their top left corner in the panel."""

    image: Image.Image
    x: int
    y: int


class Film:
    """All versions of one panel in display order, in light colors, with `pixels` per tile.

    `changes` holds for each version whether it differs from the one before; True for the first.
    """

    def __init__(self, panels: Sequence[Panel], symbols: str, ground: str, pixels: float) -> None:
        self._symbols, self._ground, self._pixels = symbols, ground, pixels
        self._width = max(panel.width for panel in panels)
        self._height = max(panel.height for panel in panels)
        self.changes = [True, *(one != other for one, other in pairwise(panels))]
        different = [frozenset(panel.shapes) for panel in compress(panels, self.changes)]
        lasting = different[0].intersection(*different)
        runs: list[tuple[Run, ...]] = []
        for panel, changes in zip(panels, self.changes, strict=True):
            runs.append(tuple(_runs(panel, lasting)) if changes else runs[-1])
        layers = self._drawn(dict.fromkeys(chain.from_iterable(compress(runs, self.changes))))
        self._versions = [[layer for run in version if (layer := layers.get(run))] for version in runs]

    def image(self, version: int) -> Image.Image:
        """A version, from 0, on the background color; its size is that of the largest version."""
        image = Image.new("RGB", self._size(self._pixels), self._ground)
        for layer in self._versions[version]:
            image.paste(layer.image, (layer.x, layer.y), layer.image)
        return image

    def _size(self, pixels: float) -> tuple[int, int]:
        return round(self._width * pixels), round(self._height * pixels)

    def _drawn(self, runs: Iterable[Run]) -> dict[Run, Layer]:
        """Every run that is not empty."""
        whole = (0, 0, *self._size(_SKETCH))
        sketched = self._pictures([(run, whole) for run in runs], _SKETCH)
        boxed = [(run, self._box(box)) for run, picture in sketched if (box := picture.getbbox())]
        boxed.sort(key=lambda each: each[1][0] - each[1][2])  # Widest first: sheets waste less space.
        pictures = self._pictures(boxed, self._pixels)
        return {run: Layer(picture, box[0], box[1]) for (run, box), (_, picture) in zip(boxed, pictures, strict=True)}

    def _box(self, sketched: Box) -> Box:
        """The box of a run, scaled from its sketch, with a margin, because a sketch misses fine or faint parts."""
        scale, (width, height) = self._pixels / _SKETCH, self._size(self._pixels)
        left, top, right, bottom = sketched
        corner = max(0, math.floor((left - 1) * scale)), max(0, math.floor((top - 1) * scale))
        return *corner, min(width, math.ceil((right + 1) * scale)), min(height, math.ceil((bottom + 1) * scale))

    def _pictures(self, boxed: Sequence[tuple[Run, Box]], pixels: float) -> Iterator[tuple[Run, Image.Image]]:
        """The content of each run's box, drawn one below the other on sheets of `_AT_ONCE` runs."""
        for first in range(0, len(boxed), _AT_ONCE):
            some = boxed[first : first + _AT_ONCE]
            tops = [0, *accumulate(bottom - top for _, (_, top, _, bottom) in some)]
            sheet = rasterized(self._sheet(some, tops, pixels))
            for (run, (left, _, right, _)), top, bottom in zip(some, tops, tops[1:], strict=False):
                yield run, sheet.crop((0, top, right - left, bottom))

    def _sheet(self, boxed: Sequence[tuple[Run, Box]], tops: Sequence[int], pixels: float) -> str:
        width, height = max(right - left for _, (left, _, right, _) in boxed), tops[-1]
        groups = "".join(
            f'<g transform="translate({-left / pixels} {(place - top) / pixels})">{run}</g>'
            for (run, (left, top, _, _)), place in zip(boxed, tops, strict=False)
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
            f' viewBox="0 0 {width / pixels} {height / pixels}"><style>{stylesheet("light")}</style>'
            f"<defs>{self._symbols}</defs>{groups}</svg>"
        )


def _runs(panel: Panel, lasting: frozenset[Shape]) -> Iterator[Run]:
    """Runs of shapes that no version changes, and between them runs of one place, which change together."""
    for _, run in groupby(panel.shapes, key=lambda shape: shape in lasting or shape.id.split("/")[:3]):
        yield "".join(map(_bare, run))


@lru_cache(4096)
def _bare(shape: Shape) -> str:
    return element(shape, named=False)
