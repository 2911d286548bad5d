"""Small charts of a page: bars, lines over rounds, days of a year, dots of results; drawn in Python, without a script.

Charts have ink and one accent. Each stands below the sentence that says what it shows.
"""

import datetime
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from babel.dates import format_date

from viewer.boards.scene import Json
from viewer.locale.language import current
from viewer.locale.plain_text import fit
from viewer.look.element import element

MAX_BARS: Final = 10
"""Most bars of a chart; its table has all rows."""

_WEEK: Final = 7
_HEATS: Final = 4
"""Number of plays from which a day has the strongest color."""

_DASHES: Final = ("", "6 3", "2 3", "8 3 2 3")


@dataclass(frozen=True, slots=True)
class Bar:
    """A value with its label. `text` is the formatted value; `low` and `high` bound its interval, in words `sure`.

    `meant` bars have the accent, others are context. `href` is the address of the label.
    """

    label: str
    value: float
    text: str
    href: str = ""
    meant: bool = False
    low: float | None = None
    high: float | None = None
    sure: str = ""
    picture: Json = ""


def bars(items: Sequence[Bar]) -> Json:
    """Horizontal bars from zero, the figure after the end of each; the first `MAX_BARS` items.

    Values may be negative. The interval of the row that is pointed at, or has the focus, is drawn.
    """
    drawn = items[:MAX_BARS]
    ends = [end for bar in drawn for end in (bar.value, bar.low, bar.high) if end is not None]
    low, high = min(0.0, *ends, 0.0), max(0.0, *ends, 0.0)
    span = (high - low) or 1.0
    zero = (0 - low) / span * 100
    return element("ul", *(_bar(bar, low, span, zero) for bar in drawn), class_=f"bars{' signed' if low < 0 else ''}")


def _bar(bar: Bar, low: float, span: float, zero: float) -> Json:
    start, end = sorted(((bar.value - low) / span * 100, zero))
    label = element("a", bar.label, href=bar.href) if bar.href else element("span", bar.label)
    marks = [element("i", class_="fill", style=f"left: {start:.2f}%; width: {end - start:.2f}%")]
    if bar.low is not None and bar.high is not None:
        left, right = ((side - low) / span * 100 for side in (bar.low, bar.high))
        marks.append(element("i", class_="reach", style=f"left: {left:.2f}%; width: {right - left:.2f}%"))
    figure_at = f"right: {100 - start:.2f}%" if bar.value < 0 else f"left: {end:.2f}%"
    figure = element("b", bar.text, class_="figure before" if bar.value < 0 else "figure", style=figure_at)
    track = element("span", element("i", class_="zero", style=f"left: {zero:.2f}%"), *marks, figure, class_="track")
    words = [element("span", bar.sure, class_="sure")] if bar.sure else []
    picture = [bar.picture] if bar.picture else []
    extra: dict[str, str | float] = {"tabindex": 0} if bar.sure else {}
    return element(
        "li", element("span", *picture, label, class_="label"), track, *words,
        class_="bar meant" if bar.meant else "bar", **extra,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class BarPair:
    """Two values to compare; the first has the accent. `texts` are the formatted values."""

    label: str
    values: tuple[float, float]
    texts: tuple[str, str]


def bar_pairs(items: Sequence[BarPair]) -> Json:
    """Two bars below each other for each label, from a common zero."""
    values = [value for pair in items for value in pair.values]
    low, high = min(0.0, *values, 0.0), max(0.0, *values, 0.0)
    span = (high - low) or 1.0
    rows = [element("li", *_pair(pair, low, span), class_="bar pair") for pair in items]
    return element("ul", *rows, class_=f"bars{' signed' if low < 0 else ''}")


def _pair(pair: BarPair, low: float, span: float) -> Iterator[Json]:
    zero = (0 - low) / span * 100
    yield element("span", element("span", pair.label), class_="label")
    for value, text, kind in zip(pair.values, pair.texts, ("track meant", "track"), strict=True):
        start, end = sorted(((value - low) / span * 100, zero))
        fill = element("i", class_="fill", style=f"left: {start:.2f}%; width: {end - start:.2f}%")
        at = f"right: {100 - start:.2f}%" if value < 0 else f"left: {end:.2f}%"
        figure = element("b", text, class_="figure", style=at)
        yield element("span", element("i", class_="zero", style=f"left: {zero:.2f}%"), fill, figure, class_=kind)


def dots(results: Sequence[bool | None], label: str) -> Json:
    """The last results of a person as dots, the newest at the right: won is filled. `label` says them in words."""
    marks = [element("i", class_="w" if won else "") for won in results]
    return element("span", *marks, class_="dots", role="img", aria_label=label)


def progress(share: float) -> Json:
    """A track that is filled up to `share`, 0 to 1."""
    return element("span", element("i", style=f"width: {min(1.0, max(0.0, share)) * 100:.1f}%"), class_="progress")


def calendar(plays: Mapping[datetime.date, int], first: datetime.date, last: datetime.date, label: str) -> Json:
    """The number of plays on each day: weeks as columns, Monday on top, months by their first letter."""
    monday = first - datetime.timedelta(days=first.weekday())
    weeks = (last - monday).days // _WEEK + 1
    cells: list[Json] = []
    for offset in range((last - monday).days + 1):
        day = monday + datetime.timedelta(days=offset)
        x, y = offset // _WEEK * 7, offset % _WEEK * 7
        if day >= first:
            heat = min(plays.get(day, 0), _HEATS)
            fill = f"var(--heat-{heat})" if heat else "var(--well)"
            cells.append(element("rect", x=x, y=y, width=6, height=6, rx=1, fill=fill))
            if day.day == 1 and offset // _WEEK < weeks - 1:
                initial = format_date(day, "LLLLL", locale=current())
                cells.append(element("text", initial, x=x, y=60, class_="ax"))
    return element(
        "svg", *cells, viewBox=f"0 0 {weeks * 7 - 1} 62", class_="calendar", role="img", aria_label=label
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Line:
    """The values of a person after each step, from the first on; `meant` has the accent. None: unknown."""

    label: str
    values: tuple[float, ...]
    meant: bool = False


def lines(series: Sequence[Line], ticks: Sequence[str], label: str) -> Json:
    """Lines as steps over rounds, at most as wide as the page, names and last values at their ends.

    `label` says the chart in one sentence. Drawn twice: phones have another shape.
    """
    wide = _lines(series, ticks, label, 776, 260, "only-l")
    return element("div", wide, _lines(series, ticks, label, 358, 240, "only-s"), class_="lines")


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where the lines are drawn: the edges in pixels, and the values at the bottom and the top."""

    left: float
    right: float
    top: float
    bottom: float
    low: float
    high: float
    step: float

    def y(self, value: float) -> float:
        share = (value - self.low) / ((self.high - self.low) or 1)
        return round(self.bottom - share * (self.bottom - self.top), 1)


def _lines(series: Sequence[Line], ticks: Sequence[str], label: str, width: int, height: int, kind: str) -> Json:
    values = [value for line in series for value in line.values]
    low, high = min(0.0, *values, 0.0), max(0.0, *values, 0.0)
    grid = list(_grid(low, high))
    left, right = 34, width - 92
    step = (right - left) / max(1, len(ticks))
    frame = _Frame(left, right, 10, height - 26, min(grid[0], low), max(grid[-1], high), step)
    others = [line for line in series if not line.meant]
    paths = [_path(line, place, frame) for place, line in enumerate(others)]
    paths += [_path(line, 0, frame) for line in series if line.meant]
    parts = [*_bands(ticks, frame), *_levels(grid, frame), *paths]
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
        yield element("text", _figure(value), x=frame.left - 6, y=y + 4, text_anchor="end", class_="ax")


def _path(line: Line, place: int, frame: _Frame) -> Json:
    steps = (
        f"H{round(frame.left + (n + 0.5) * frame.step, 1)}V{frame.y(value)}" for n, value in enumerate(line.values)
    )
    path = f"M{frame.left} {frame.y(0)}{''.join(steps)}H{frame.right}"
    dash = "" if line.meant else _DASHES[place % len(_DASHES)]
    return element(
        "path", d=path, stroke_dasharray=dash, class_="line meant" if line.meant else f"line n{place // 2 % 2}"
    )


def _ends(series: Sequence[Line], frame: _Frame) -> Iterator[Json]:
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
        words = f"{fit(line.label, 10)} {_figure(line.values[-1])}"
        yield element("path", d=f"M{frame.right} {end}L{frame.right + 7} {round(text_at, 1)}", class_="lead")
        kind = "end meant" if line.meant else "end"
        yield element("text", words, x=frame.right + 10, y=round(text_at + 5, 1), class_=kind)


def _figure(value: float) -> str:
    return f"{value:g}".replace("-", "−")


def _grid(low: float, high: float) -> Iterator[float]:
    """Round values from at most `low` to at most `high`, four to six of them."""
    raw = (high - low) / 4 or 1
    size = 10 ** math.floor(math.log10(raw))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= raw)
    value = math.floor(low / step) * step
    while value <= high:
        yield value
        value += step
