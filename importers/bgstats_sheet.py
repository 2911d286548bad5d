"""The score sheet of a BG Stats play: points by category or by round, if they add up to the scores.

A sheet is JSON in a text field: groups (or rounds) of rows, each row with cells by seat; cells may be missing. A row
marked as negative is subtracted.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from core.game import Points
from core.games.scoresheet import FINAL, PointsNoted
from core.messages import message
from eventstore.codec import sentence
from importers import numbers
from importers.bgstats_file import ExportRow
from importers.text import line


class _Line(ExportRow):
    template_id: str | None = None
    label: str | None = None
    scores: dict[str, str | None]
    negative: bool | None = None


class _Group(ExportRow):
    label: str | None = None
    rows: tuple[_Line, ...]


class _Sheet(ExportRow):
    groups: tuple[_Group, ...] | None = None
    rounds: tuple[_Group, ...] | None = None


class _Account(ExportRow):
    score_uuid: str | None = None


@dataclass(frozen=True, slots=True)
class Categories:
    """The lines of a sheet; `written` has by label the original cells of lines with sums (`11+12 | 7`)."""

    lines: tuple[PointsNoted, ...]
    written: Mapping[str, str]


def column(meta_data: str | None) -> str:
    """The id of a seat's cells, in lower case; empty if `meta_data` has none."""
    try:
        return (_Account.model_validate_json(meta_data or "{}").score_uuid or "").lower()
    except ValidationError:
        return ""


def categories(text: str, columns: Sequence[str], totals: Sequence[Points]) -> Categories:
    """The non-empty lines of a sheet. `columns` are the ids of the cells by seat, `totals` the scores by seat.

    Raises ValueError, with a sentence, for a sheet that is invalid or does not add up to the scores.
    """
    try:
        sheet = _Sheet.model_validate_json(text)
    except ValidationError as error:
        raise ValueError(message("The score sheet cannot be read: {error}.", error=sentence(error))) from None
    lines: list[PointsNoted] = []
    written: dict[str, str] = {}
    for label, row in _labeled(sheet):
        cells = {who.lower(): line(cell) for who, cell in row.scores.items()}
        try:
            noted = [numbers.points(cells.pop(column, "")) for column in columns]
        except ValueError as error:
            unused = message("The score sheet cannot be used: {label}: {why}", label=label, why=str(error))
            raise ValueError(unused) from None
        if any(number is not None for number in noted):
            sign = -1 if row.negative else 1
            lines.append(PointsNoted(label, tuple(number if number is None else sign * number for number in noted)))
        if any(cells.values()) or not all(map(_is_plain, row.scores.values())):
            written[label] = " | ".join(line(cell) for cell in row.scores.values())
    if lines:
        _check(lines, columns, totals)
    return Categories(tuple(lines), written)


def _labeled(sheet: _Sheet) -> Iterator[tuple[str, _Line]]:
    """Every line with a unique label: the group's label if there are several groups, then the row's."""
    taken, again = {FINAL}, defaultdict[str, int](lambda: 1)
    for name, groups in (("", sheet.groups or ()), ("Round", sheet.rounds or ())):
        for number, group in enumerate(groups, 1):
            heading = line(group.label) or (f"{name} {number}" if name else "")
            for place, row in enumerate(group.rows, 1):
                title = line((row.label or row.template_id or "").replace("{row}", str(place))) or f"Line {place}"
                label = f"{heading}: {title}" if heading and len(groups) > 1 else title
                unique = label
                while unique in taken:
                    again[label] += 1
                    unique = f"{label} ({again[label]})"
                taken.add(unique)
                yield unique, row


def _is_plain(cell: str | None) -> bool:
    try:
        numbers.number(cell)
    except ValueError:
        return False
    return True


def _check(lines: Sequence[PointsNoted], columns: Sequence[str], totals: Sequence[Points]) -> None:
    if len(set(columns)) < len(columns):
        raise ValueError(message("The score sheet cannot be used: two seats share the same cells."))
    for seat, total in enumerate(totals):
        cells = [number for noted in lines if (number := noted.points[seat]) is not None]
        if total is not None and (not cells or abs(sum(cells) - total) > 1e-6):
            raise ValueError(
                message(
                    "The score sheet adds up to {sum}, but the score is {total}.",
                    sum=round(sum(cells), 6),
                    total=total,
                )
            )
