"""The board of a score sheet: a table with a column for each seat, a row for each noted line, the totals."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from textwrap import fill
from typing import Final

from core.game import Points, Seat
from core.games.scoresheet import scores, winners
from core.games.scoresheet.events import EntriesWritten, Event, PointsNoted, RanksNamed, TemplateChosen
from core.games.scoresheet.state import FINAL, State
from viewer.boards.scene import Panel, Patch, Scene, Shape, patches, shape
from viewer.boards.seat import HEADER, card, label, seat_mark
from viewer.locale.language import gettext, ngettext
from viewer.locale.plain_text import fit, listed, number, pad, plain, width

_LABELS: Final = 6.6
"""Width of the column of labels, in tiles."""

_COLUMN: Final = 3.6
_ROW: Final = 1.0
_SEATS_IN_A_BLOCK: Final = 6


def scene(state: State, names: Sequence[str]) -> Scene:
    """One panel per six seats: `table`, then `table/2` and so on; their height grows with every line."""
    return Scene(tuple(_panel(state, names, block) for block in _blocks(len(names))))


def growth(before: State, after: State, names: Sequence[str]) -> tuple[Patch, ...]:
    """The patches between two sheets; noted lines never change, so only those of `after` alone are drawn."""
    blocks, since = _blocks(len(names)), len(before.noted)
    was, now = (Scene(tuple(_growing(state, block, since) for block in blocks)) for state in (before, after))
    return patches(was, now)


def _blocks(seats: int) -> list[range]:
    """The seats in groups of one panel each; one empty group at a table without seats."""
    firsts = range(0, max(seats, 1), _SEATS_IN_A_BLOCK)
    return [range(first, min(first + _SEATS_IN_A_BLOCK, seats)) for first in firsts]


def _panel(state: State, names: Sequence[str], seats: range) -> Panel:
    panel = _growing(state, seats)
    card, *rest = panel.shapes
    title = label(f"{panel.id}/title", 0.7, 1.22, fit(panel.title, int(panel.width / 0.46)), "name", panel.title)
    return replace(panel, shapes=(card, title, *_heads(names, seats), *rest))


def _growing(state: State, seats: range, since: int = 0) -> Panel:
    """The panel with what an event may add or change: the card, the lines after the first `since`, the totals."""
    wide = _LABELS + _COLUMN * max(len(seats), 2) + 0.8
    high = 2 * HEADER + _ROW * len(state.noted) + 1.65
    id = "table" if seats.start == 0 else f"table/{seats.start // _SEATS_IN_A_BLOCK + 1}"
    shapes = (
        card(f"{id}/card", wide, high),
        *_lines(state, seats, id, wide, since),
        *_totals(state, seats, id, high),
    )
    return Panel(id, plain(_title(state)), round(wide, 2), round(high, 2), shapes)


def _title(state: State) -> str:
    return state.options.title or gettext("Score sheet")


def _columns(seats: range) -> Iterator[tuple[Seat, float]]:
    """Each seat with the right edge of its column."""
    for column, seat in enumerate(seats, start=1):
        yield seat, _LABELS + _COLUMN * column


def _heads(names: Sequence[str], seats: range) -> Iterator[Shape]:
    for seat, right in _columns(seats):
        yield seat_mark(f"{seat}/mark", seat, right - 0.5, 1.75, 0.5)
        yield label(f"{seat}/name", right, 2.95, fit(names[seat], 10), "small strong end", plain(names[seat]))


def _lines(state: State, seats: range, id: str, wide: float, since: int) -> Iterator[Shape]:
    for row, line in enumerate(state.noted[since:], start=since + 1):
        y = 2 * HEADER + _ROW * row - 0.3
        rule = f"M.7 {round(y - 0.7, 2)}H{round(wide - 0.5, 2)}"
        yield shape(f"{id}/rule/{row}", "path", class_="rule", d=rule)
        yield label(f"{id}/label/{row}", 0.7, y, fit(_label(line), 17), "entry", plain(_label(line)))
        for seat, right in _columns(seats):
            points = line.points[seat]
            yield label(f"line/{row}/{seat}", right, y, _cell(points), "entry end", _whole(points))


def _label(line: PointsNoted) -> str:
    return gettext("final") if line.label == FINAL else line.label


def _cell(points: Points) -> str:
    return fit(number(points), 9)


def _whole(points: Points) -> str:
    return gettext("not noted") if points is None else gettext("{points} points", points=number(points))


def _totals(state: State, seats: range, id: str, high: float) -> Iterator[Shape]:
    """The last row; the cell of a winner's total is gold."""
    yield label(f"{id}/total", 0.7, high - 0.7, _last_row(state), "entry strong")
    totals, won = state.ranks or scores(state), winners(state) or ()
    for seat, right in _columns(seats):
        place, title = f"total/{seat}/place", number(totals[seat]) if state.ranks else _whole(totals[seat])
        look = "total"
        if seat in won:
            look, title = "won", gettext("{points}, winner", points=title)
        yield shape(place, "rect", class_=look, x=right - 3, y=high - 1.5, width=3.3, height=1.15, rx=0.3)
        yield label(f"total/{seat}", right, high - 0.66, _cell(totals[seat]), "total-points", title)


def _last_row(state: State) -> str:
    return gettext("Rank") if state.ranks else gettext("Total")


def text(state: State, names: Sequence[str]) -> str:
    """The sheet as a text table; `*` marks winners. More than six seats are shown in several tables."""
    tables = ["\n".join(_table(state, names, seats)) for seats in _blocks(len(names))]
    won = winners(state)
    result = gettext("The sheet is open") if won is None else _won(won, names)
    return "\n\n".join([fit(_title(state), 90), *tables, fill(result, 96)])


def _table(state: State, names: Sequence[str], seats: range) -> list[str]:
    totals = state.ranks or scores(state)
    won = winners(state) or ()
    rows = [
        _row("", [fit(names[seat], 12) for seat in seats]),
        *(_row(_label(line), [_cell(line.points[seat]) for seat in seats]) for line in state.noted),
        _row(_last_row(state), [_cell(totals[seat]) + ("*" if seat in won else "") for seat in seats]),
    ]
    rows.insert(-1, "-" * width(rows[-1]))
    return rows


def _row(title: str, cells: Sequence[str]) -> str:
    return pad(fit(title, 16), 16) + "".join(" " * (13 - width(cell)) + cell for cell in cells)


def sentence(before: State, event: Event, names: Sequence[str]) -> str:
    """The noted points or the winners, without a final period."""
    if isinstance(event, PointsNoted):
        title = gettext("Final points") if event.label == FINAL else plain(event.label)
        noted = (f"{plain(name)} {number(points)}" for name, points in zip(names, event.points, strict=True))
        return f"{title}: {', '.join(noted)}"
    if isinstance(event, EntriesWritten):
        written = (f"{plain(name)} {entry or '-'}" for name, entry in zip(names, event.entries, strict=True))
        return gettext("Written for {label}: {entries}", label=plain(event.label), entries=", ".join(written))
    if isinstance(event, TemplateChosen):
        return gettext("The score sheet of {title}", title=plain(event.template.title))
    if isinstance(event, RanksNamed):
        ranked = (f"{plain(name)} {number(rank)}" for name, rank in zip(names, event.ranks, strict=True))
        return gettext("Ranks: {ranks}", ranks=", ".join(ranked))
    return _won(event.seats, names)


def _won(seats: Sequence[int], names: Sequence[str]) -> str:
    if not seats:
        return gettext("Nobody wins")
    return ngettext("{names} wins", "{names} win", len(seats), names=listed([plain(names[seat]) for seat in seats]))


def symbols() -> str:
    """Empty: a sheet has no pieces."""
    return ""
