"""Small charts of a page: bars, columns, days of a year, dots of results; drawn in Python, without a script.

Charts have ink and one accent. Each stands below the sentence that says what it shows.
"""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from viewer.boards.scene import Json
from viewer.boards.svg import Theme
from viewer.locale.language import month_initial
from viewer.look.element import element

ACCENT: Final[dict[Theme, str]] = {"light": "#17705a", "dark": "#3ecf9f"}
INK: Final[dict[Theme, str]] = {"light": "#2b2320", "dark": "#f3ece4"}

MAX_BARS: Final = 10
"""Most bars of a chart; its table has all rows."""

_WEEK: Final = 7
_HEATS: Final = 4
"""Number of plays from which a day has the strongest color."""


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
                initial = month_initial(day)
                cells.append(element("text", initial, x=x, y=60, class_="ax"))
    return element(
        "svg", *cells, viewBox=f"0 0 {weeks * 7 - 1} 62", class_="calendar", role="img", aria_label=label
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class ChartColumn:
    """A value with its figure above it; `short` is the label where there is little room."""

    label: str
    short: str
    value: float
    text: str
    meant: bool = False


def columns(items: Sequence[ChartColumn], label: str) -> Json:
    """`label` says the chart in one sentence. Drawn twice: phones have another shape."""
    wide = _columns([item.label for item in items], items, (776, 176), 0.62, label, "only-l")
    narrow = _columns([item.short for item in items], items, (358, 160), 0.73, label, "only-s")
    return element("div", wide, narrow, class_="columns")


def _columns(
    labels: Sequence[str], items: Sequence[ChartColumn], size: tuple[int, int], share: float, label: str, kind: str
) -> Json:
    """`share` is the part of its place that a column takes."""
    width, height = size
    base = height - 22.5
    line = element("path", d=f"M0 {base}H{width}", stroke="var(--line)")
    parts = _parts(labels, items, width / len(items), share, base)
    return element(
        "svg", line, *parts, viewBox=f"0 0 {width} {height}", class_=f"chart {kind}", role="img", aria_label=label
    )


def _parts(
    labels: Sequence[str], items: Sequence[ChartColumn], step: float, share: float, base: float
) -> Iterator[Json]:
    most = max((item.value for item in items), default=0) or 1
    for place, (name, item) in enumerate(zip(labels, items, strict=True)):
        middle = round((place + 0.5) * step, 1)
        high = round((base - 32) * item.value / most, 1)
        yield element("text", name, x=middle, y=base + 18.5, text_anchor="middle", class_="ax")
        if item.value:
            x, wide = round(middle - step * share / 2, 1), round(step * share, 1)
            fill = "var(--accent)" if item.meant else "var(--stone)"
            yield element("rect", x=x, y=base - high, width=wide, height=high, rx=3, fill=fill)
            kind = "axi meant" if item.meant else "axi"
            yield element("text", item.text, x=middle, y=base - high - 7, text_anchor="middle", class_=kind)


@dataclass(frozen=True, slots=True)
class Versus:
    """The times that the one and the other were ahead, and neither; `meant` (0 or 1) is the one with the accent.

    `href` is the address of the label. `sure` says more of the row that is pointed at, or has the focus.
    """

    label: str
    one: int
    other: int
    ties: int = 0
    meant: int | None = None
    href: str = ""
    picture: Json = ""
    sure: str = ""


def versus(items: Sequence[Versus], heads: Sequence[str] = ()) -> Json:
    """A row for each item; `heads` names the two, `meant` (0 or 1) is the one with the accent."""
    head = (
        [element("li", element("span"), *(element("span", name) for name in heads), class_="vs heads")] if heads else []
    )
    return element("ul", *head, *map(_row, items), class_="versus")


def versus_bar(item: Versus) -> Json:
    """The bar alone."""
    total = item.one + item.other + item.ties or 1
    parts = [
        element("i", style=f"width: {count / total * 100:.2f}%", class_=kind)
        for count, kind in (
            (item.one, "meant" if item.meant == 0 else "other"),
            (item.ties, "tie"),
            (item.other, "meant" if item.meant == 1 else "other"),
        )
        if count
    ]
    return element("span", *parts, class_="vs-track", aria_hidden="true")


def _row(item: Versus) -> Json:
    label = element("a", item.label, href=item.href) if item.href else element("span", item.label)
    picture = [item.picture] if item.picture else []
    one, other = (
        element("b", str(count), class_="meant" if place == item.meant else "")
        for place, count in enumerate((item.one, item.other))
    )
    more = [element("span", item.sure, class_="sure")] if item.sure else []
    extra: dict[str, str | float] = {"tabindex": 0} if item.sure else {}
    return element(
        "li", element("span", *picture, label, class_="label"), one, versus_bar(item), other, *more,
        class_="vs", **extra,
    )  # fmt: skip
