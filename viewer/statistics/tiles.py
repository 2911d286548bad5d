"""Key figures as tiles, and on demand how sure they are."""

from collections.abc import Sequence

from viewer.boards.scene import Json
from viewer.html_block import element
from viewer.language import gettext


def tiles(figures: Sequence[tuple[str, str, str]]) -> Json:
    """Figures with their name, their value and a sentence about it; figures without a sentence need none."""
    shown = [element("div", element("dt", name), element("dd", value, class_="value")) for name, value, _ in figures]
    more = [f"{name}: {sentence}" for name, _, sentence in figures if sentence]
    return element("div", element("dl", *shown, class_="figures"), *([how_sure(more)] if more else []))


def how_sure(sentences: Sequence[str]) -> Json:
    """Intervals and counts, closed at first."""
    summary = element("summary", gettext("How sure are these figures?"))
    return element("details", summary, element("ul", *(element("li", each) for each in sentences)), class_="sure")
