"""The picture of a play to share: what its page shows first, as SVG in light colors."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

from core.games.scoresheet.events import PointsNoted
from core.games.scoresheet.standing import ScoredSide
from core.games.scoresheet.state import FINAL
from core.ranking import sum_of
from eventstore.matches.match import Match
from eventstore.statistics.play_changes import PlayPast
from viewer.boards.scene import Json
from viewer.components.share import drawing
from viewer.components.share.drawing import text
from viewer.locale.language import day_of_week, gettext, length, translate
from viewer.locale.plain_text import fit, number, plain
from viewer.look.element import element
from viewer.look.emblem import Faces, emblem, letter_of
from viewer.look.icons import CROWN, mark
from viewer.texts.play_story import ToldPlay, play_of, story

WIDTH: Final = 1080
_LEFT: Final = 64
_RIGHT: Final = WIDTH - _LEFT
_ROW: Final = 88
_LINE: Final = 52
MAX_LINES: Final = 16
MAX_COLUMNS: Final = 5
"""Most lines and columns of a sheet in the picture; larger ones are left out."""

_CHARACTERS: Final = 62
"""Characters of the story in a line."""

_LABELS: Final = 300
"""Width of the column of labels."""


def svg(match: Match) -> str:
    play, faces = play_of(match), Faces(match.people.current_names().values())
    parts, y = [*_head(play)], 216.0
    for line in wrap(story(play, PlayPast()), _CHARACTERS)[:4]:
        parts.append(text(line, _LEFT, y, 34))
        y += 46
    for side in play.sides:
        parts += _side(play, side, faces, y)
        y += _ROW
    parts.append(_rule(y))
    if lines := _lines(play):
        parts += _sheet(play, lines, y + 24)
        y += 24 + _LINE * (len(lines) + 2)
    height = round(y + 96)
    parts += [
        element("g", mark(), transform=f"translate({_LEFT} {height - 62}) scale(1.4)"),
        text("Partie", _LEFT + 42, height - 39, 28, bold=True),
    ]
    return drawing.document(parts, WIDTH, height)


def _rule(y: float) -> Json:
    return element("rect", x=_LEFT, y=y, width=_RIGHT - _LEFT, height=2, fill="var(--line)")


def _head(play: ToldPlay) -> Iterator[Json]:
    match, header = play.match, play.match.header
    facts = [
        day_of_week(header.played_on) if header.played_on else "",
        plain(header.place or ""),
        length(header.minutes) if header.minutes else "",
    ]
    yield element("g", emblem(match.game_title, 40), transform=f"translate({_LEFT} 56) scale(2.2)")
    yield text(fit(translate(match.game_title), 34), _LEFT + 116, 102, 48, bold=True)
    yield text(fit("  ·  ".join(filter(None, facts)), 60), _LEFT + 116, 142, 28, soft=True)


def _side(play: ToldPlay, side: ScoredSide, faces: Faces, y: float) -> Iterator[Json]:
    """A row: rank, the first letters, the names, the points; the winner's is marked."""
    middle, name = y + _ROW / 2, fit(play.name(side), 36)
    yield _rule(y)
    if side.won:
        yield element("rect", x=_LEFT - 16, y=y + 14, width=6, height=_ROW - 28, rx=3, fill="var(--gold-mark)")
    if side.rank and len(play.sides) > 1:
        yield text(str(side.rank), _LEFT, middle + 9, 26, soft=True)
    first = play.match.names[side.seats[0]]
    pair = faces.pair(first)
    yield element("circle", cx=_LEFT + 66, cy=middle, r=26, fill=f"var(--e{pair}a)")
    yield element(
        "text",
        letter_of(first),
        x=_LEFT + 66,
        y=middle + 9,
        font_size=26,
        font_weight=600,
        text_anchor="middle",
        fill=f"var(--e{pair}b)",
    )
    yield text(name, _LEFT + 108, middle + 12, 34, bold=bool(side.won))
    points = number(side.points) if side.points is not None else ""
    yield text(points, _RIGHT, middle + 17, 48, bold=bool(side.won), anchor="end")
    if side.won:
        x = _RIGHT - 28 * len(points) - 52
        yield element("g", CROWN, fill="var(--gold-mark)", transform=f"translate({x} {middle - 13}) scale(2.4)")


def _lines(play: ToldPlay) -> list[PointsNoted]:
    lines = [line for line in play.sheet.noted if line.label != FINAL]
    return lines if len(lines) <= MAX_LINES and len(play.sides) <= MAX_COLUMNS else []


def _sheet(play: ToldPlay, lines: Sequence[PointsNoted], y: float) -> Iterator[Json]:
    """The lines by side, in the order of the standing; the total of the winner is gold."""
    if not lines:
        return
    wide = (_RIGHT - _LEFT - _LABELS) / len(play.sides)
    for place, side in enumerate(play.sides):
        right, bottom = _LEFT + _LABELS + wide * (place + 1), y + _LINE * (len(lines) + 2)
        if side.won:
            yield element("rect", x=right - wide, y=y, width=wide, height=bottom - y, rx=12, fill="var(--gold-tint)")
            yield element("rect", x=right - wide, y=bottom - _LINE, width=wide, height=_LINE, rx=12, fill="var(--gold)")
        yield text(fit(play.name(side), int(wide / 15)), right - 14, y + 34, 24, soft=not side.won, anchor="end")
        for row, line in enumerate(lines, 1):
            own = sum_of(line.points[seat] for seat in side.seats)
            yield text(number(own), right - 14, y + _LINE * row + 36, 28, anchor="end")
        yield text(number(side.points), right - 14, bottom - 15, 32, bold=True, anchor="end")
    for row, line in enumerate(lines, 1):
        yield _rule(y + _LINE * row)
        yield text(fit(plain(line.label), 19), _LEFT, y + _LINE * row + 36, 28)
    yield _rule(y + _LINE * (len(lines) + 1))
    yield text(gettext("Total"), _LEFT, y + _LINE * (len(lines) + 1) + 36, 30, bold=True)
