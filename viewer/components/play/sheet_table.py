"""The sheet of a play as a table: a row for each line and a column for each side, the winner's first.

With more sides than columns fit, people are rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Final

from core.game import Points, Seat
from core.games.scoresheet.events import PointsNoted
from core.games.scoresheet.standing import ScoredSide, line_rounds
from core.games.scoresheet.state import FINAL
from core.ranking import sum_of
from core.record_events import PointsAdjusted
from core.sheet_rounds import numbered
from core.sheet_template import Template
from viewer.boards.scene import Json
from viewer.components.play.context import Edit, PlayPage
from viewer.components.play.standing import MAX_COLUMNS
from viewer.locale.language import gettext
from viewer.locale.plain_text import fit, number, plain
from viewer.look.element import element
from viewer.look.icons import crown
from viewer.texts.match_sentences import signed

MAX_LABEL: Final = 40


@dataclass(frozen=True, slots=True)
class _Column:
    """The seat, or the seats of a team whose points stand at one of them, `seat`."""

    seat: Seat
    seats: tuple[Seat, ...]
    side: ScoredSide


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the sheet. `version` is that of its event; None for a ruling, which is not edited here.

    `rule` names the rule of its round, if that has one of its own. `written` holds what stands behind the points of a
    round of several lines, by seat, as elements.
    """

    label: str
    points: tuple[Points, ...]
    version: int | None = None
    round: int | None = None
    rule: str = ""
    written: tuple[list[Json], ...] = ()


def sheet_table(page: PlayPage) -> Json | None:
    """The table; None for a play without points by round or category."""
    rows, columns = _rows(page), _columns(page)
    if not any(row.version is not None or row.round for row in rows) or not columns:
        return None
    is_turned = len(columns) > MAX_COLUMNS
    table = _turned(page, rows, columns) if is_turned else _upright(page, rows, columns)
    name = gettext("Points of {title}", title=fit(plain(page.match.game_title), MAX_LABEL))
    return element("div", table, class_="scroll", tabindex=0, role="region", aria_label=name)


def _rows(page: PlayPage) -> list[_Row]:
    events = [(frame.event, frame.version) for frame in page.match.frames]
    lines = [(event, version) for event, version in events if isinstance(event, PointsNoted) and event.label != FINAL]
    round_of = line_rounds(page.play.sheet)
    rounds = [round_of[event.label] for event, _ in lines]
    is_numbered = len({*rounds}) == len(rounds)  # One line a round: its number says all.
    left = [*zip(lines, rounds, strict=True)]
    whole = _rounds_of_bids(page, left)
    if whole:
        left = [(line, None) for line, number in left if not number]
    rows = whole + [
        _Row(
            fit(plain(event.label), MAX_LABEL),
            event.points,
            version,
            number if is_numbered else None,
            _rule(page.play.sheet.template, event.label),
        )
        for (event, version), number in left
    ]
    for event, _ in events:
        if isinstance(event, PointsAdjusted):
            points = tuple(event.points if seat == event.seat else None for seat in range(len(page.match.names)))
            rows.append(_Row(gettext("Ruling: {why}", why=fit(plain(event.why), MAX_LABEL)), points))
    return rows


def _rounds_of_bids(page: PlayPage, lines: Sequence[tuple[tuple[PointsNoted, int], int | None]]) -> list[_Row]:
    """The rounds of a sheet with bids, a row each."""
    template = page.play.sheet.template
    if template is None or all(category.formula != "bids" for category in template.categories):
        return []
    of_rounds = [(number, line) for line, number in lines if number]
    return [
        _whole_round(page, number, [line for _, line in group])
        for number, group in groupby(of_rounds, key=itemgetter(0))
    ]


def _whole_round(page: PlayPage, number: int, lines: Sequence[tuple[PointsNoted, int]]) -> _Row:
    """The lines of a round as one row; behind its points each line as it was written, or its points."""
    written, seats = dict(page.play.sheet.written), range(page.play.sheet.seats)
    said = []
    for seat in seats:
        parts = list[Json]()
        for line, version in lines:
            entry = written[line.label][seat] if line.label in written else None
            known = line.points[seat]
            text = entry if entry is not None else signed(known) if known else "·"
            label = gettext("{label}, {name}", label=fit(plain(line.label), MAX_LABEL), name=page.name(seat))
            name = None if entry is None else "entry"
            edit: Edit = {"kind": "points", "name": name, "row": version, "seat": seat}
            parts += [*(["/"] if parts else []), page.value(text or "–", label, edit)]
        said.append(parts)
    points = tuple(sum_of(line.points[seat] for line, _ in lines) for seat in seats)
    return _Row(str(number), points, None, number, written=tuple(said))


def _rule(template: Template | None, label: str) -> str:
    """The name of the rule of a round; empty for a line that is not of a round of the template."""
    category = template.category_of(label) if template else None
    if template is None or category is None or category.each == "end":
        return ""
    rule = template.rule_of(numbered(label) or 0)
    return fit(plain(rule.name), MAX_LABEL) if rule else ""


def _columns(page: PlayPage) -> list[_Column]:
    columns = []
    for side in page.play.sides:
        scored = [seat for seat in side.seats if any(line.points[seat] is not None for line in page.play.sheet.noted)]
        if len(scored) > 1:
            columns += [_Column(seat, (seat,), side) for seat in side.seats]
        else:
            columns.append(_Column((scored or side.seats)[0], side.seats, side))
    return columns


def _upright(page: PlayPage, rows: Sequence[_Row], columns: Sequence[_Column]) -> Json:
    corner = gettext("Round") if any(row.round for row in rows) else ""
    head = element("tr", element("th", corner, scope="col"), *(_name(page, column, "col") for column in columns))
    is_narrow = bool(corner) and not any(row.rule for row in rows)
    body = [element("tr", _label(page, row, "row"), *(_cell(page, row, column) for column in columns)) for row in rows]
    totals = [element("td", number(_total(page, column)), class_=_class(column)) for column in columns]
    foot = element("tr", element("th", gettext("Total"), scope="row"), *totals)
    parts = element("thead", head), element("tbody", *body), element("tfoot", foot)
    return element("table", *parts, class_=f"sheet n{len(columns)}{' by-round' if is_narrow else ''}")


def _turned(page: PlayPage, rows: Sequence[_Row], columns: Sequence[_Column]) -> Json:
    """People as rows, the total beside the name, where it is in view."""
    labels = [_label(page, row, "col") for row in rows]
    head = element("tr", element("th", "", scope="col"), element("th", gettext("Total"), scope="col"), *labels)
    body = [
        element(
            "tr",
            _name(page, column, "row"),
            element("td", number(_total(page, column)), class_=f"total {_class(column)}"),
            *(_cell(page, row, column) for row in rows),
        )
        for column in columns
    ]
    return element("table", element("thead", head), element("tbody", *body), class_="sheet turned")


def _name(page: PlayPage, column: _Column, scope: str) -> Json:
    names = ", ".join(page.name(seat) for seat in column.seats)
    mark = [crown(gettext("winner"))] if column.side.won else []
    return element("th", *mark, element("span", names, title=names), scope=scope, class_=_class(column))


def _label(page: PlayPage, row: _Row, scope: str) -> Json:
    rule = [element("span", row.rule, class_="rule", title=row.rule)] if row.rule else []
    if row.round is not None:
        return element("th", f"{row.round} " if rule else str(row.round), *rule, scope=scope)
    if row.version is None:
        return element("th", row.label, scope=scope)
    category = page.value(row.label, gettext("Category"), {"kind": "category", "row": row.version})
    return element("th", category, *rule, scope=scope)


def _cell(page: PlayPage, row: _Row, column: _Column) -> Json:
    points = row.points[column.seat]
    marks = [_class(column), *(["best"] if points is not None and points == _best(page, row) else [])]
    text = "–" if points is None else number(points)
    if row.written:
        value: Json = element("span", text, element("small", *row.written[column.seat], class_="behind"))
    elif row.version is None:
        value = "" if points is None else text
    else:
        name = gettext("{label}, {name}", label=row.label, name=page.name(column.seat))
        value = page.value(text, name, {"kind": "points", "row": row.version, "seat": column.seat})
    return element("td", value, class_=" ".join([*marks, *(["no"] if points is None else [])]).strip())


def _best(page: PlayPage, row: _Row) -> Points:
    """The best points of a line; None if all are the same."""
    known = [points for points in row.points if points is not None]
    if len({*known}) < 2:
        return None
    return min(known) if page.match.fewest_points_win else max(known)


def _total(page: PlayPage, column: _Column) -> Points:
    scores = page.match.now.scores
    return scores[column.seat] if len(column.seats) == 1 else column.side.points


def _class(column: _Column) -> str:
    return "w" if column.side.won else ""
