"""The year in review as one picture: on its page, and to share as SVG and PNG."""

import datetime
from collections.abc import Iterator
from typing import Final

from eventstore.statistics.year import Year
from viewer.boards.scene import Json
from viewer.components.share import drawing
from viewer.components.share.drawing import text
from viewer.locale.language import gettext, ngettext, number, translate
from viewer.locale.plain_text import fit, plain
from viewer.look.element import element
from viewer.look.icons import mark
from viewer.pages.shared.faces import Emblems
from viewer.statistics import words
from viewer.texts import year_words

WIDTH: Final = 1080
HEIGHT: Final = 1350
"""Portrait, 4 to 5: the largest format that photo apps show whole."""

_LEFT: Final = 64
_RIGHT: Final = WIDTH - _LEFT
_SMALL: Final = 38
"""Smallest size of a text: the page shows the picture at a third of its size."""

_LISTED: Final = 5
_EMBLEM: Final = 24
"""Size of an emblem before it is enlarged: with one letter, which can be read on the page."""

_HEATS: Final = 4
_DIGIT: Final = 0.5
"""Width of a digit, as a part of the size of its font."""


def shown(year: Year, who: str, emblems: Emblems) -> Json:
    """The picture in the colors of the page; `who` is the name of the person of the year, or empty."""
    box = f"0 0 {WIDTH} {HEIGHT}"
    label = year_words.summary(year, who)
    return element("svg", *_parts(year, who, emblems), viewBox=box, class_="picture", role="img", aria_label=label)


def svg(year: Year, who: str) -> str:
    """The file, with emblems alone: it cannot hold pictures from the store."""
    return drawing.document([*_parts(year, who, Emblems({}))], WIDTH, HEIGHT, year_words.summary(year, who))


def png(year: Year, who: str) -> bytes:
    return drawing.png(svg(year, who))


def _parts(year: Year, who: str, emblems: Emblems) -> Iterator[Json]:
    title = gettext("{name}: {year} at the table", name=fit(who, 22), year=year.year) if who else _title(year)
    yield element("g", mark(), transform=f"translate({_LEFT} 64) scale(2.6)")
    yield text(title, _LEFT + 76, 108, 50, bold=True)
    yield from _figures(year)
    yield from _days(year)
    yield from _games(year, emblems)


def _title(year: Year) -> str:
    return gettext("{year} at the table", year=year.year)


def _figures(year: Year) -> Iterator[Json]:
    plays = number(year.plays)
    games = ngettext("{number} game", "{number} games", len(year.games))
    people = ngettext("{number} person", "{number} people", len(year.people))
    yield text(plays, _LEFT - 6, 336, 200, bold=True)
    yield text(ngettext("play", "plays", year.plays), _LEFT + 200 * _DIGIT * len(plays) + 30, 336, 50, soft=True)
    if year.timed:
        yield text(words.hours(year.minutes / 60), _RIGHT, 286, 72, bold=True, anchor="end")
        yield text(gettext("at the table"), _RIGHT, 336, 40, soft=True, anchor="end")
    of = gettext("of {games} with {people}", games=games, people=people) if year.people else games
    if year.person and year.decided:
        of = gettext("{first}, {wins} of {decided} won", first=of, wins=year.wins, decided=year.decided)
    yield text(fit(of, 50), _LEFT, 418, 46)


def _days(year: Year) -> Iterator[Json]:
    """The days of the year: weeks as columns, Monday on top, months by their first letter."""
    first, last = datetime.date(int(year.year), 1, 1), datetime.date(int(year.year), 12, 31)
    step = (_RIGHT - _LEFT) / 54
    initials = year_words.month_names("LLLLL")
    for offset in range((last - first).days + 1):
        day = first + datetime.timedelta(days=offset)
        week, row = divmod(first.weekday() + offset, 7)
        heat = min(year.by_day.get(day.isoformat(), 0), _HEATS)
        fill = f"var(--heat-{heat})" if heat else "var(--well)"
        x, y, side = round(_LEFT + week * step, 1), round(468 + row * step, 1), round(step * 0.86, 1)
        yield element("rect", x=x, y=y, width=side, height=side, rx=3, fill=fill)
        if day.day == 1:
            yield text(initials[day.month - 1], x, 640, _SMALL, soft=True)


def _games(year: Year, emblems: Emblems) -> Iterator[Json]:
    """The most played games with their plays."""
    for place, game in enumerate(year.games[:_LISTED]):
        y = 700 + 122 * place
        yield element("g", emblems.emblem(game.name, _EMBLEM), transform=f"translate({_LEFT} {y}) scale(3.5)")
        name = fit(plain(translate(game.name)), 32)
        yield text(name, _LEFT + 112, y + 56, 48, bold=place == 0)
        yield text(number(game.plays), _RIGHT, y + 56, 48, bold=place == 0, anchor="end")
