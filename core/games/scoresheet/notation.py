"""The notation of a score sheet: one line of text per entry.

- `final: 52 47 -` points in seat order; `-` if not noted.
- `"1. Runde": 3.5 -2 0` a label that is more than words, or starts with a digit, stands in quotes as in JSON.
- `Roads = 12+7 3 -` what was written for a line, in seat order; `-` for nothing.
- `template {"title": "Carcassonne", ...}` the template of the sheet, as in a template file on one line.
- `wins 0 2` the winning seats, counted from 0; `wins nobody`.
- `ranks 1 3 2 -` the ranks in seat order where no points are known; `-` if unknown.
"""

import json
import math
import re
from typing import Final

from core.game import Points
from core.games.scoresheet import template_file
from core.games.scoresheet.arithmetic import normal_entry
from core.games.scoresheet.events import EntriesWritten, Event, PointsNoted, RanksNamed, TemplateChosen, WinnersNamed
from core.messages import message
from core.readable import is_readable

_BARE_LABEL: Final = re.compile(r"[^\W\d_](?:[\w .,'()/&+-]*[\w.,'()/&+-])?")
_POINTS_LINE: Final = re.compile(r'(?P<label>"(?:[^"\\]|\\.)*"|[^":]*):(?P<points>(?: +\S+)*)')
_ENTRIES_LINE: Final = re.compile(r'(?P<label>"(?:[^"\\]|\\.)*"|[^"=]*) =(?P<entries>(?: +\S+)*)')
_WINS_LINE: Final = re.compile(r"wins(?: nobody|(?P<seats>(?: +[0-9]{1,3})+))")
_RANKS_LINE: Final = re.compile(r"ranks(?P<ranks>(?: +(?:-|[0-9]{1,6}))+)")
_NUMBER: Final = re.compile(r"-?[0-9]+(?P<decimals>(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?)")


def write(event: Event) -> str:
    if isinstance(event, WinnersNamed):
        return " ".join(["wins", *map(str, event.seats or ("nobody",))])
    if isinstance(event, TemplateChosen):
        return f"template {template_file.write_line(event.template)}"
    if isinstance(event, EntriesWritten):
        return " ".join([f"{_write_label(event.label)} =", *(entry or "-" for entry in event.entries)])
    if isinstance(event, RanksNamed):
        return " ".join(["ranks", *("-" if rank is None else str(rank) for rank in event.ranks)])
    points = ["-" if number is None else repr(number) for number in event.points]
    return " ".join([f"{_write_label(event.label)}:", *points])


def _write_label(label: str) -> str:
    if _BARE_LABEL.fullmatch(label):
        return label
    # JSON escapes the control characters, but not every character that some programs read as a line break.
    return json.dumps(label, ensure_ascii=not is_readable(label))


def parse(text: str) -> Event:
    line = text.strip()
    if wins := _WINS_LINE.fullmatch(line):
        return WinnersNamed(tuple(int(seat) for seat in (wins["seats"] or "").split()))
    if line.startswith("template {"):
        return TemplateChosen(template_file.read(line.removeprefix("template ")))
    if written := _ENTRIES_LINE.fullmatch(line):
        entries = ("" if word == "-" else normal_entry(word) for word in written["entries"].split())
        return EntriesWritten(_parse_label(written["label"]), tuple(entries))
    if ranked := _RANKS_LINE.fullmatch(line):
        return RanksNamed(tuple(None if word == "-" else int(word) for word in ranked["ranks"].split()))
    if noted := _POINTS_LINE.fullmatch(line):
        points = tuple(_parse_points(word) for word in noted["points"].split())
        return PointsNoted(_parse_label(noted["label"]), points)
    raise ValueError(message("Write a line of a score sheet as `final: 52 47 -`, `wins 0` or `ranks 1 2 2`."))


def _parse_label(text: str) -> str:
    if _BARE_LABEL.fullmatch(text):
        return text
    if not text.startswith('"'):
        raise ValueError(message("Put the label {text!r} in quotes: it is more than words.", text=text))
    label: str = json.loads(text)  # The ValueError for a wrong escape gives its position.
    return label


def _parse_points(word: str) -> Points:
    if word == "-":
        return None
    number = _NUMBER.fullmatch(word)
    if number is None:
        raise ValueError(message("Write points as a number, or - if they are unknown, not {word!r}.", word=word))
    points = float(word)
    if math.isinf(points):
        raise ValueError(message("The number {word} is too large.", word=word[:40]))
    return points if number["decimals"] else int(word)
