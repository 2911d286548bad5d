"""Lines of a page: points after each round or period as steps, a rating after each contest with its interval."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from viewer.boards.scene import Json
from viewer.locale.plain_text import fit, number
from viewer.look.element import element

_DASHES: Final = ("", "6 3", "2 3", "8 3 2 3")

MAX_MARKS: Final = 60
"""Most values of a curve that have a mark each; of more there is the line alone."""

MAX_STOPS: Final = 400
"""Most values that a curve goes through; of more it goes through every second, third or so on."""


@dataclass(frozen=True, slots=True)
class StepLine:
    """The values of a person after each step, from the first on; `meant` has the accent. None: unknown."""

    label: str
    values: tuple[float, ...]
    meant: bool = False


def lines(series: Sequence[StepLine], ticks: Sequence[str], label: str, *, low: int = 240) -> Json:
    """Lines as steps over rounds, at most as wide as the page, names and last values at their ends.

    Rounds to come may be among the ticks. `label` says the chart in one sentence. Drawn twice: phones have another
    shape, `low` pixels high.
    """
    wide = _lines(series, ticks, label, 776, 260, "only-l")
    return element("div", wide, _lines(series, ticks, label, 358, low, "only-s"), class_="lines")


@dataclass(frozen=True, slots=True)
class _Frame:
    """The place of the lines: the edges in pixels, and the values at the bottom and the top."""

    left: float
    right: float
    top: float
    bottom: float
    low: float
    high: float
    step: float
    unit: str = ""

    def x(self, place: float) -> float:
        """The middle of a place, counted from 1."""
        return round(self.left + (place - 0.5) * self.step, 1)

    def y(self, value: float) -> float:
        share = (value - self.low) / ((self.high - self.low) or 1)
        return round(self.bottom - share * (self.bottom - self.top), 1)


def _lines(series: Sequence[StepLine], ticks: Sequence[str], label: str, width: int, height: int, kind: str) -> Json:
    values = [value for line in series for value in line.values]
    low, high = min(0.0, *values, 0.0), max(0.0, *values, 0.0)
    grid = list(levels(low, high))
    left, rounds = 34, max([1, *(len(line.values) for line in series)])
    step = min((width - 2 - left) / max(1, len(ticks)), (width - 92 - left) / rounds)
    frame = _Frame(left, left + rounds * step, 10, height - 26, min(grid[0], low), max(grid[-1], high), step)
    others = [line for line in series if not line.meant]
    paths = [_path(line, place, frame) for place, line in enumerate(others)]
    paths += [_path(line, 0, frame) for line in series if line.meant]
    whole = replace(frame, right=left + max(1, len(ticks)) * step)
    parts = [*_bands(ticks, frame), *_levels(grid, whole), *paths]
    place: dict[str, float] = {"data_left": left, "data_step": step, "data_top": frame.top, "data_bottom": frame.bottom}
    cursor = element("path", class_="cursor", **place)
    box = f"0 0 {width} {height}"
    return element(
        "svg", *parts, cursor, *_ends(series, frame), viewBox=box, class_=f"steps {kind}", role="img", aria_label=label
    )


def _bands(ticks: Sequence[str], frame: _Frame) -> Iterator[Json]:
    every = 1 if len(ticks) <= 12 else math.ceil(len(ticks) / 10)
    for place, tick in enumerate(ticks):
        x = round(frame.left + place * frame.step, 1)
        if place % 2 == 0:
            height = frame.bottom - frame.top
            yield element("rect", x=x, y=frame.top, width=round(frame.step, 1), height=height, class_="band")
        if place % every == 0:
            middle = round(x + frame.step / 2, 1)
            yield element("text", tick, x=middle, y=frame.bottom + 18, text_anchor="middle", class_="ax")


def _levels(values: Sequence[float], frame: _Frame) -> Iterator[Json]:
    for value in values:
        y = frame.y(value)
        yield element("path", d=f"M{frame.left} {y}H{frame.right}", class_="grid" if value else "grid zero")
        yield element(
            "text", f"{shortest(value)}{frame.unit}", x=frame.left - 6, y=y + 4, text_anchor="end", class_="ax"
        )


def _path(line: StepLine, place: int, frame: _Frame) -> Json:
    steps = (
        f"H{round(frame.left + (n + 0.5) * frame.step, 1)}V{frame.y(value)}" for n, value in enumerate(line.values)
    )
    path = f"M{frame.left} {frame.y(0)}{''.join(steps)}H{frame.right}"
    dash = "" if line.meant else _DASHES[place % len(_DASHES)]
    return element(
        "path", d=path, stroke_dasharray=dash, class_="line meant" if line.meant else f"line n{place // 2 % 2}"
    )


def _ends(series: Sequence[StepLine], frame: _Frame) -> Iterator[Json]:
    """Names and last values at the ends of the lines, pushed apart to 16 pixels."""
    ended = sorted((frame.y(line.values[-1]), place) for place, line in enumerate(series) if line.values)
    at: list[float] = []
    for end, _ in ended:
        at.append(max(end, at[-1] + 16 if at else frame.top))
    limit = frame.bottom
    for place in reversed(range(len(at))):
        at[place] = min(at[place], limit)
        limit = at[place] - 16
    for (end, place), text_at in zip(ended, at, strict=True):
        line = series[place]
        words = f"{fit(line.label, 10)} {shortest(line.values[-1])}{frame.unit}"
        yield element("path", d=f"M{frame.right} {end}L{frame.right + 7} {round(text_at, 1)}", class_="lead")
        kind = "end meant" if line.meant else "end"
        yield element("text", words, x=frame.right + 10, y=round(text_at + 5, 1), class_=kind)


def shortest(value: float) -> str:
    """A number at an axis."""
    return f"{value:g}".replace("-", "−")


def levels(low: float, high: float, parts: int = 4) -> Iterator[float]:
    """Round values from at most `low` to at most `high`, about as many as `parts`."""
    raw = (high - low) / parts or 1
    size = 10 ** math.floor(math.log10(raw))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= raw)
    value = math.floor(low / step) * step
    while value <= high:
        yield value
        value += step


@dataclass(frozen=True, slots=True)
class CurveMark:
    """A value at a place, counted from 1; `low` and `high` bound its interval.

    `says` is shown to those who point at it, `href` is the address of what is behind it.
    """

    place: float
    value: float
    says: str = ""
    href: str = ""
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Curve:
    """Values joined by a line, or single ones as rings without it; `meant` has the accent.

    Intervals are bars, or a band around the line.
    """

    label: str
    marks: tuple[CurveMark, ...]
    meant: bool = True
    is_joined: bool = True
    is_band: bool = True


def curves(
    series: Sequence[Curve],
    label: str,
    axis: str,
    *,
    usual: float | None = None,
    reach: tuple[float, float] | None = None,
    unit: str = "",
) -> Json:
    """`axis` is the heading of the places, `usual` a value to compare with, `reach` the bottom and the top, `unit`
    stands after values.

    Drawn twice, as `lines`.
    """
    if reach is None:
        ends = [end for one in series for own in one.marks for end in (own.value, own.low, own.high) if end is not None]
        reach = min(ends), max(ends)
    sizes = ((776, 270, "only-l"), (358, 250, "only-s"))
    return element("div", *(_curves(series, label, axis, usual, reach, unit, size) for size in sizes), class_="lines")


def _curves(
    series: Sequence[Curve],
    label: str,
    axis: str,
    usual: float | None,
    reach: tuple[float, float],
    unit: str,
    size: tuple[int, int, str],
) -> Json:
    width, height, kind = size
    grid = [*levels(*reach)]
    last = round(max(own.place for one in series for own in one.marks))
    step = (width - 34 - 92) / max(1, last)
    frame = _Frame(34, width - 92, 10, height - 50, min(grid[0], reach[0]), max(grid[-1], reach[1]), step, unit)
    parts = [*_levels(grid, frame)]
    if usual is not None:
        parts.append(element("path", d=f"M{frame.left} {frame.y(usual)}H{frame.right}", class_="usual"))
    every = math.ceil(last / 10)
    for place in range(1, last + 1, every):
        parts.append(element("text", number(place), x=frame.x(place), y=height - 32, text_anchor="middle", class_="ax"))
    middle = (frame.left + frame.right) / 2
    parts.append(element("text", axis, x=middle, y=height - 14, text_anchor="middle", class_="ax"))
    parts += [part for one in series for part in _curve(one, frame)]
    named = [
        StepLine(one.label, (round(one.marks[-1].value, 1),), one.meant) for one in series if one.label and one.marks
    ]
    return element(
        "svg", *parts, *_ends(named, frame), viewBox=f"0 0 {width} {height}", class_=f"steps {kind}", role="img",
        aria_label=label,
    )  # fmt: skip


def _curve(curve: Curve, frame: _Frame) -> Iterator[Json]:
    every = math.ceil(len(curve.marks) / MAX_STOPS) or 1
    marks = curve.marks[::-every][::-1]  # The last one is among them.
    kind = "line meant" if curve.meant else "line n0"
    bounded = [own for own in marks if own.low is not None and own.high is not None]
    if curve.is_band and len(bounded) > 1:
        upper = [f"{frame.x(own.place)} {frame.y(own.high or 0)}" for own in bounded]
        lower = [f"{frame.x(own.place)} {frame.y(own.low or 0)}" for own in reversed(bounded)]
        yield element("path", d=f"M{'L'.join([*upper, *lower])}Z", class_="between")
    else:
        for own in bounded:
            ends = f"M{frame.x(own.place)} {frame.y(own.low or 0)}V{frame.y(own.high or 0)}"
            yield element("path", d=ends, class_=kind)
    if curve.is_joined:
        through = "L".join(f"{frame.x(own.place)} {frame.y(own.value)}" for own in marks)
        yield element("path", d=f"M{through}", class_=kind, stroke_dasharray="" if curve.meant else "6 3")
    for own in marks if len(marks) <= MAX_MARKS else ():
        at = {"cx": frame.x(own.place), "cy": frame.y(own.value)}
        says = element("title", own.says)
        if not curve.is_joined:
            yield element("circle", **at, r=2.5, class_="ring")
        elif not curve.meant:
            yield element("rect", says, x=at["cx"] - 4, y=at["cy"] - 4, width=8, height=8, class_="mark")
        else:
            drawn = element("circle", says, **at, r=4, class_="mark meant")
            yield element("a", drawn, href=own.href) if own.href else drawn
