"""The year in review as one picture to share: SVG, and the same as PNG."""

import datetime
import io
from collections.abc import Sequence
from html import escape
from typing import Final

from babel.dates import format_date

from eventstore.statistics.overview import Count
from eventstore.statistics.year import Year
from viewer.boards.svg import Theme
from viewer.boards.text import fit, plain
from viewer.language import current, gettext, ngettext, number, translate
from viewer.share.raster import rasterized
from viewer.statistics import words
from viewer.statistics.figures import ACCENT, INK

WIDTH: Final = 1080
HEIGHT: Final = 1350
"""Portrait, 4 to 5: the largest format that photo apps show whole."""

_PAPER: Final[dict[Theme, str]] = {"light": "#fffdf9", "dark": "#1d1a1a"}
_SOFT: Final[dict[Theme, str]] = {"light": "#6b605a", "dark": "#b5aaa2"}
_LEFT: Final = 80
_RIGHT: Final = WIDTH - 80
_LISTED: Final = 5


def svg(found: Year, who: str, theme: Theme = "light") -> str:
    """The picture; `who` is the name of the person of the year, or empty."""
    title = gettext("{name}: {year} at the table", name=fit(who, 20), year=found.year) if who else _title(found)
    parts = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_PAPER[theme]}"/>',
        f'<rect width="16" height="{HEIGHT}" fill="{ACCENT[theme]}"/>',
        _text(title, _LEFT, 130, 58, INK[theme], bold=True),
        *_figures(found, theme),
        *_months(found, theme),
        *_list(gettext("Most played"), found.games, _LEFT, theme),
        *_list(gettext("With"), found.people, 580, theme),
        _text("Partie", _RIGHT, HEIGHT - 60, 26, _SOFT[theme], anchor="end"),
    ]
    if found.new:
        new = ngettext("{number} new game", "{number} new games", len(found.new))
        first = fit(plain(translate(found.new[0].name)), 40)
        parts.append(_text(f"{new}: {first}" + (" …" if found.new[1:] else ""), _LEFT, HEIGHT - 60, 28, _SOFT[theme]))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' role="img" aria-label="{escape(title)}"><style>text {{ font-family: \'Open Sans\', sans-serif; }}</style>'
        f"{''.join(parts)}</svg>"
    )


def png(found: Year, who: str, theme: Theme = "light") -> bytes:
    out = io.BytesIO()
    rasterized(svg(found, who, theme), WIDTH).convert("RGB").save(out, "PNG")
    return out.getvalue()


def _title(found: Year) -> str:
    return gettext("{year} at the table", year=found.year)


def key_figures(found: Year) -> list[tuple[str, str]]:
    """The four or five numbers of the year, with their names."""
    figures = [
        (gettext("Matches"), number(found.plays)),
        (gettext("Games"), number(len(found.games))),
        (gettext("Days"), number(found.days)),
    ]
    if found.timed:
        figures.append((gettext("At the table"), words.hours(found.minutes / 60)))
    if found.person and found.decided:
        figures.append((gettext("Wins"), number(found.wins)))
    return figures


def month_names() -> list[str]:
    """The months in the reader's language, short."""
    return [format_date(datetime.date(2024, month, 1), "LLL", locale=current()) for month in range(1, 13)]


def _figures(found: Year, theme: Theme) -> list[str]:
    figures = key_figures(found)[:4] if not found.person else [*key_figures(found)[:3], key_figures(found)[-1]]
    step = (_RIGHT - _LEFT) / len(figures)
    parts = []
    for place, (name, value) in enumerate(figures):
        x = _LEFT + place * step
        parts += [_text(value, x, 280, 84, ACCENT[theme], bold=True), _text(name, x, 325, 30, _SOFT[theme])]
    return parts


def _months(found: Year, theme: Theme) -> list[str]:
    """The plays of each month as columns on a line."""
    top, base = 420, 640
    most, step = max(found.months) or 1, (_RIGHT - _LEFT) / 12
    parts = [f'<line x1="{_LEFT}" x2="{_RIGHT}" y1="{base}" y2="{base}" stroke="{_SOFT[theme]}" stroke-width="2"/>']
    for place, (plays, name) in enumerate(zip(found.months, month_names(), strict=True)):
        x, height = _LEFT + place * step, (base - top) * plays / most
        parts.append(
            f'<rect x="{x + 8:.1f}" y="{base - height:.1f}" width="{step - 16:.1f}" height="{height:.1f}" rx="4"'
            f' fill="{ACCENT[theme]}"/>'
        )
        parts.append(_text(name, x + step / 2, base + 36, 24, _SOFT[theme], anchor="middle"))
        if plays:
            label = _text(number(plays), x + step / 2, base - height - 10, 24, INK[theme], anchor="middle")
            parts.append(label)
    return parts


def _list(title: str, counts: Sequence[Count], x: float, theme: Theme) -> list[str]:
    """The first names of a ranking with their plays."""
    if not counts:
        return []
    parts = [_text(title, x, 790, 34, INK[theme], bold=True)]
    for place, count in enumerate(counts[:_LISTED]):
        y = 850 + 62 * place
        parts.append(_text(fit(plain(translate(count.name)), 20), x + 76, y, 32, INK[theme]))
        parts.append(_text(number(count.plays), x + 58, y, 32, ACCENT[theme], bold=True, anchor="end"))
    return parts


def _text(text: str, x: float, y: float, size: int, color: str, *, bold: bool = False, anchor: str = "start") -> str:
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{color}" text-anchor="{anchor}"{weight}>'
        f"{escape(text)}</text>"
    )
