"""Pictures of a match: one moment as PNG, a range of moments as an animated GIF."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import Final

from PIL import Image
from PIL.ImageColor import getrgb

from core.record import Frame
from eventstore.matches.match import Match
from viewer.boards import board_of
from viewer.boards.scene import Panel, Scene
from viewer.boards.seat import label
from viewer.boards.svg import GAP, board_css, sheet, svg, variables
from viewer.components.share.raster import Film, rasterized
from viewer.locale.plain_text import fit
from viewer.texts.match_sentences import facts, result, sentences
from viewer.texts.own_words import own_title

STEP: Final = 900
"""Duration of a step of the GIF in milliseconds."""

ROUND_END: Final = 2200
"""Duration of the last step of a round in milliseconds."""

END: Final = 5000
"""Duration of the last picture in milliseconds."""

_PNG: Final = (2000, 1600)
_GIF: Final = (960, 800)
"""Maximum width and height in pixels."""

_TILE: Final = 64.0
"""Maximum size of a tile in pixels; without it small tables would become needlessly large."""

_COLORS: Final = 255
"""One less than a GIF allows; the last color is reserved for unchanged pixels."""

_SAMPLES: Final = 6
"""Pictures sampled for the palette of the GIF."""

_CAPTION: Final = 2.6
"""Height of the caption in tiles."""

_NARROWEST: Final = 20.0
"""Minimum width of the caption in tiles, so that a sentence fits."""


def png(match: Match, index: int) -> bytes:
    """The table after frame `index`, with the sentence of its event."""
    board = board_of(match.game)
    table = board.scene(match.frames[index].state, match.names)
    columns, width, pixels = _layout(table, _PNG)
    scene = next(_captioned(match, [table], index, width))
    picture = svg(scene, board.symbols(), columns=columns)
    out = io.BytesIO()
    rasterized(picture, round(sheet(scene, columns).width * pixels)).convert("RGB").save(out, "PNG")
    return out.getvalue()


def gif(match: Match, first: int, last: int) -> bytes:
    """The table after each of the frames `first` to `last`, both included; it loops forever."""
    board, frames = board_of(match.game), match.frames[first : last + 1]
    tables = [board.scene(frame.state, match.names) for frame in frames]
    columns, width, pixels = _layout(_roomy(tables), _GIF)
    pictures = _played(list(_captioned(match, tables, first, width)), board.symbols(), columns, pixels)
    out = io.BytesIO()
    next(pictures).save(
        out, "GIF", save_all=True, append_images=pictures, duration=durations(frames), loop=0, optimize=True
    )
    return out.getvalue()


def durations(frames: Sequence[Frame]) -> list[int]:
    """Milliseconds for every frame: longer where a round ends, longest at the end."""
    following = [*(frame.round for frame in frames[1:]), None]
    stays = [STEP if frame.round == then else ROUND_END for frame, then in zip(frames, following, strict=True)]
    return [*stays[:-1], END]


def _layout(table: Scene, most: tuple[int, int]) -> tuple[int, float, float]:
    """The columns of seats that make the picture largest; the caption's width in tiles; the pixels per tile."""

    def laid_out(columns: int) -> tuple[float, float]:
        whole = sheet(table, columns)
        width = max(whole.width - 2 * GAP, _NARROWEST)
        return width, min(_TILE, most[0] / (width + 2 * GAP), most[1] / (whole.height + GAP + _CAPTION))

    columns = max(range(1, max(2, len(table.panels))), key=lambda columns: laid_out(columns)[1])
    return columns, *laid_out(columns)


def _captioned(match: Match, tables: Sequence[Scene], first: int, width: float) -> Iterator[Scene]:
    """The tables of the frames from `first` on, each with a caption: title, facts, and the event's sentence."""
    says, last = sentences(match), len(match.frames) - 1
    title = fit(own_title(match) or " – ".join(match.names), int(width / 0.42))
    for index, table in enumerate(tables, first):
        caption = f"{facts(match)}  ·  {result(match)}" if index == last and match.outcome else facts(match)
        shapes = (
            label("caption/title", 0.1, 0.75, title, "name"),
            label("caption/facts", 0.1, 1.45, fit(caption, int(width / 0.26)), "small"),
            label("caption/says", 0.1, 2.35, fit(says[index], int((width - 3) / 0.33)), "entry"),
            label("caption/place", width - 0.1, 2.35, f"{index} / {last}", "small end"),
        )
        yield Scene((Panel("caption", "Caption", width, _CAPTION, shapes), *table.panels))


def _roomy(scenes: Sequence[Scene]) -> Scene:
    """A scene with every panel at its maximum size."""
    return Scene(
        tuple(
            replace(panels[0], width=max(each.width for each in panels), height=max(each.height for each in panels))
            for panels in zip(*(scene.panels for scene in scenes), strict=True)
        )
    )


def _played(scenes: Sequence[Scene], symbols: str, columns: int, pixels: float) -> Iterator[Image.Image]:
    """One picture per scene, all with the same palette."""
    table = sheet(_roomy(scenes), columns)
    films = [Film(panels, symbols, _ground(), pixels) for panels in zip(*(s.panels for s in scenes), strict=True)]
    corners = [(round(placed.x * pixels), round(placed.y * pixels)) for placed in table.placed]
    picture = Image.new("RGB", (round(table.width * pixels), round(table.height * pixels)), _ground())
    samples = Image.new("RGB", (picture.width, picture.height * _SAMPLES))
    for sample in range(_SAMPLES):
        for film, corner in zip(films, corners, strict=True):
            picture.paste(film.image((len(scenes) - 1) * sample // (_SAMPLES - 1)), corner)
        samples.paste(picture, (0, sample * picture.height))
    colors = _colors(samples)

    picture = _in_colors(picture, colors)
    for version in range(len(scenes)):
        for film, corner in zip(films, corners, strict=True):
            if film.changes[version]:
                picture.paste(_in_colors(film.image(version), colors), corner)
        yield picture


def _in_colors(image: Image.Image, colors: Image.Image) -> Image.Image:
    return image.quantize(palette=colors, dither=Image.Dither.NONE)


def _colors(samples: Image.Image) -> Image.Image:
    """A palette with the boards' exact colors, which identify seats and tiles; the rest is for antialiasing."""
    own = {getrgb(color)[:3] for color in _variables().values() if color.startswith("#")}
    mixed = samples.quantize(_COLORS - len(own)).getpalette() or []
    colors = Image.new("P", (1, 1))
    colors.putpalette([*chain.from_iterable(sorted(own)), *mixed])
    return colors


def _ground() -> str:
    return _variables()["--ground"]


@cache
def _variables() -> dict[str, str]:
    return variables(board_css(), "light")
