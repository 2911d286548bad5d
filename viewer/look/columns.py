"""Columns on a line, as the plays of each month; the highest one has the accent."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from viewer.boards.scene import Json
from viewer.look.element import element


@dataclass(frozen=True, slots=True)
class Column:
    """A value with its figure above it; `short` is the label where there is little room."""

    label: str
    short: str
    value: float
    text: str
    meant: bool = False


def columns(items: Sequence[Column], label: str) -> Json:
    """`label` says the chart in one sentence. Drawn twice: phones have another shape."""
    wide = _columns([item.label for item in items], items, (776, 176), 0.62, label, "only-l")
    narrow = _columns([item.short for item in items], items, (358, 160), 0.73, label, "only-s")
    return element("div", wide, narrow, class_="columns")


def _columns(
    labels: Sequence[str], items: Sequence[Column], size: tuple[int, int], share: float, label: str, kind: str
) -> Json:
    """`share` is the part of its place that a column takes."""
    width, height = size
    base = height - 22.5
    line = element("path", d=f"M0 {base}H{width}", stroke="var(--line)")
    parts = _parts(labels, items, width / len(items), share, base)
    return element(
        "svg", line, *parts, viewBox=f"0 0 {width} {height}", class_=f"chart {kind}", role="img", aria_label=label
    )


def _parts(labels: Sequence[str], items: Sequence[Column], step: float, share: float, base: float) -> Iterator[Json]:
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
