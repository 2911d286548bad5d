"""The meanings of a table's columns: guessed from headers and cells, shown to the user, who can correct them."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from core.messages import message, term
from importers import cell_values, dates, headers
from importers.cell_values import Decimal
from importers.cells import Part, TableRow
from importers.column_meanings import column_meanings
from importers.headers import Meaning

Shape: TypeAlias = Literal["long", "wide", "relational"]

HEADER_WITHIN: Final = 20
"""Rows from the top that are searched for the header row."""

_SHAPES: Final[dict[Shape, str]] = {
    "long": message("Each row is one player of a play."),
    "wide": message("Each row is a whole play."),
    "relational": message("Plays and scores are in separate tables, joined by the id of the play."),
}

_SURNAME_FIRST: Final = re.compile(r"[^\W\d_][^,;&+|/\n]*, [^\W\d_][^,;&+|/\n]*")

_SEAT_MEANINGS: Final[frozenset[Meaning]] = frozenset(
    ("score", "winner", "rank", "team", "color", "role", "seat", "started", "new")
)


@dataclass(frozen=True, slots=True)
class Column:
    """The header of a column and its meaning."""

    header: str
    meaning: Meaning


@dataclass(frozen=True, slots=True)
class Mapping:
    """How to read a table; correct it with `dataclasses.replace`.

    `columns` are from left to right. `part` is the name of the sheet, or of the file in a ZIP. `header_row` counts
    non-blank rows from 1; 0 for a table without a header. `delimiter` and `encoding` are empty for a spreadsheet.
    `decimal` and `day_first` are None if the cells do not decide them. `game` is the game if no column has it.
    """

    columns: tuple[Column, ...]
    shape: Shape
    header_row: int = 1
    part: str = ""
    delimiter: str = ""
    encoding: str = ""
    decimal: Decimal = None
    day_first: bool | None = None
    game: str = ""
    is_turned: bool = False

    def meanings(self) -> list[Meaning]:
        return [column.meaning for column in self.columns]

    def has_players(self) -> bool:
        return not {"player", "points"}.isdisjoint(self.meanings())


def described(mapping: Mapping) -> tuple[str, ...]:
    """The mapping as lines of text, to be shown before the import."""
    sentences = [_SHAPES[mapping.shape]]
    if mapping.is_turned:
        sentences.append(message("The rows and columns are exchanged: a row of the file is a column here."))
    if mapping.part:
        sentences.append(message("Read from: {table}.", table=mapping.part))
    if mapping.delimiter:
        sign = message("tabs") if mapping.delimiter == "\t" else repr(mapping.delimiter)
        sentences.append(message("Cells are separated by {sign}.", sign=sign))
    if mapping.decimal:
        sentences.append(message("The decimal separator is {sign!r}.", sign=mapping.decimal))
    if mapping.day_first is not None:
        day = message("Dates begin with the day.")
        sentences.append(day if mapping.day_first else message("Dates begin with the month."))
    if mapping.game:
        sentences.append(message("The game is {game}.", game=mapping.game))
    nameless = message("(no header)")
    return (
        *sentences,
        *(
            message("{header}: {meaning}", header=column.header or nameless, meaning=term(column.meaning))
            for column in mapping.columns
        ),
    )


def guess(part: Part) -> Mapping:
    """The guessed mapping of one table, long or wide; it may have no player columns until the user sets them."""
    header_row = _header_row(part.rows)
    titles = _titles(part.rows, header_row)
    rows = part.rows[header_row:]
    width = max([len(titles), *(len(row.cells) for row in rows)])
    titles += [""] * (width - len(titles))
    columns = [[row.cells[index] if index < len(row.cells) else "" for row in rows] for index in range(width)]
    meanings = column_meanings(titles, columns)
    shape = _shape(titles, columns, meanings)
    pairs = tuple(Column(title, meaning) for title, meaning in zip(titles, meanings, strict=True))
    mapping = Mapping(pairs, shape, header_row, part.name, part.delimiter, part.encoding)
    numbers = [
        cell for cells, held in zip(columns, meanings, strict=True) if held in ("score", "points") for cell in cells
    ]
    days = [cell for cells, held in zip(columns, meanings, strict=True) if held == "date" for cell in cells]
    decimal = cell_values.decimal_sign(numbers) or (
        None if part.delimiter else "."
    )  # Numbers in a spreadsheet have dots.
    return replace(mapping, decimal=decimal, day_first=dates.day_comes_first(days), is_turned=part.is_turned)


def _titles(rows: Sequence[TableRow], header_row: int) -> list[str]:
    """The headers; repeated ones with the cell above them, which often spans several: `Anna` over `Points`, `Rank`."""
    titles = list(rows[header_row - 1].cells) if header_row else []
    repeated = {title for title, times in Counter(filter(None, titles)).items() if times > 1}
    name, above = "", rows[header_row - 2].cells if header_row > 1 and repeated else ()
    for index, title in enumerate(titles):
        name = above[index] if index < len(above) and above[index] else name
        titles[index] = f"{name} {title}".strip() if title in repeated else title
    return titles


def _header_row(rows: Sequence[TableRow]) -> int:
    """The first row with two known headers, else with one, else the first row; counted from 1.

    0 without a header: no row has a known header, and the first row holds dates or numbers.
    """
    meanings_by_row = [{headers.meaning(cell) for cell in row.cells} - {None} for row in rows[:HEADER_WITHIN]]
    counts = [len(meanings) if len(row.cells) > 1 else 0 for meanings, row in zip(meanings_by_row, rows, strict=False)]
    enough = min(2, max(counts))
    if not enough and any(cell[:1].isdigit() for cell in rows[0].cells):
        return 0
    return 1 + next(index for index, number in enumerate(counts) if number >= enough)


def _shape(titles: Sequence[str], columns: Sequence[Sequence[str]], meanings: list[Meaning]) -> Shape:
    """The shape of the table; sets the meanings of the columns that depend on it."""
    of_numbers = [
        index
        for index, cells in enumerate(columns)
        if meanings[index] == "other"
        and headers.meaning(titles[index]) is None
        and any(cells)
        and all(map(cell_values.is_points, filter(None, cells)))
    ]
    sums = {index for index in of_numbers if headers.plain(titles[index]) in headers.TOTALS}
    players = meanings.count("player")
    if players == 1 and not _is_of_lists(columns, meanings) and not headers.place(titles[meanings.index("player")]):
        _settle_long(titles, columns, meanings, of_numbers, sums)
        return "long"
    _settle_play_ids(titles, columns, meanings, by_player=None)
    parts = [index for index in of_numbers if index not in sums and headers.is_name(titles[index])]
    if players == 0 and len(parts) > 1 and set(meanings) - {"other", "ignore"}:
        for index, held in enumerate(meanings):
            if index in parts:
                meanings[index] = "points"
            elif held in _SEAT_MEANINGS and held != "winner":
                meanings[index] = "other"
    elif players > 1:
        _settle_pairs(columns, meanings, players)
    for index in sums:
        meanings[index] = "ignore"
    return "wide"


def _settle_play_ids(
    titles: Sequence[str], columns: Sequence[Sequence[str]], meanings: list[Meaning], by_player: int | None
) -> None:
    """Keeps the first column of ids that may number plays; the others become `other`.

    A row of a play has an id of its own; in a table with a row for each player (in the column `by_player`) an id stands
    in several rows, never twice for one player, and always with the same date.
    """
    found = False
    for index, held in enumerate(meanings):
        if held == "play":
            if found or not _numbers_plays(columns, meanings, index, by_player):
                meanings[index] = "other"
            found = found or meanings[index] == "play"
    if not found and by_player is not None:
        _take_other_id(titles, columns, meanings, by_player)


def _take_other_id(
    titles: Sequence[str], columns: Sequence[Sequence[str]], meanings: list[Meaning], by_player: int
) -> None:
    """An id of something unknown (`nemestatsId`) numbers plays if it does so in every row, and joins some rows."""
    for index, held in enumerate(meanings):
        ids = [cell for cell in columns[index] if cell]
        unknown = held == "other" and headers.meaning(titles[index]) == "other" and headers.is_id(titles[index])
        if (
            unknown
            and all(columns[index])
            and len(set(ids)) < len(ids)
            and _numbers_plays(columns, meanings, index, by_player)
        ):
            meanings[index] = "play"
            return


def _numbers_plays(
    columns: Sequence[Sequence[str]], meanings: Sequence[Meaning], index: int, by_player: int | None
) -> bool:
    rows = [row for row, cell in enumerate(columns[index]) if cell]
    ids = Counter(columns[index][row] for row in rows)
    if by_player is None:
        return not ids or max(ids.values()) == 1
    if len(ids) > 1 and max(ids.values()) == 1:  # An id that is unique in every row numbers the rows, not the plays.
        return False
    players = [(columns[index][row], columns[by_player][row].casefold()) for row in rows if columns[by_player][row]]
    if len(set(players)) < len(players):
        return False
    day = meanings.index("date") if "date" in meanings else index
    return len({(columns[index][row], columns[day][row]) for row in rows if columns[day][row]}) <= len(ids)


def _settle_pairs(columns: Sequence[Sequence[str]], meanings: list[Meaning], players: int) -> None:
    """Sets a meaning with a number of columns other than `players` to `other`.

    One column of winners' names is kept, and one of the points of all players (`52:47`).
    """
    for meaning in _SEAT_MEANINGS:
        of = meanings.count(meaning)
        if of == players or (meaning == "winner" and of == 1):
            continue
        cells = [cell for cell in columns[meanings.index(meaning)] if cell] if meaning == "score" and of == 1 else []
        if sum(bool(cell_values.points_listed(cell, players)) for cell in cells) <= len(cells) / 2:
            meanings[:] = ["other" if held == meaning else held for held in meanings]


def _is_of_lists(columns: Sequence[Sequence[str]], meanings: Sequence[Meaning]) -> bool:
    """Whether most cells of the column of players hold several players.

    `Novák, Jan` is one player, if every cell is so written and every row has points of its own.
    """
    rows = [row for row, cell in enumerate(columns[meanings.index("player")]) if cell]
    players = [columns[meanings.index("player")][row] for row in rows]
    lists = [cell for cell in players if len(cell_values.listed(cell)) > 1]
    if "score" in meanings and all(_SURNAME_FIRST.fullmatch(cell) for cell in players):
        return not all(cell_values.is_points(columns[meanings.index("score")][row]) for row in rows)
    return len(lists) > len(players) / 2


def _settle_long(
    titles: Sequence[str],
    columns: Sequence[Sequence[str]],
    meanings: list[Meaning],
    of_numbers: Sequence[int],
    sums: set[int],
) -> None:
    """Settles a table with a row for each player: a total may be the score; columns that add up to it are `points`."""
    for index, held in enumerate(meanings):
        if held in _SEAT_MEANINGS and held in meanings[:index]:
            meanings[index] = "other"
    if "score" not in meanings and len(lone := sorted(sums) or of_numbers) == 1:
        meanings[lone[0]] = "score"
    _settle_play_ids(titles, columns, meanings, meanings.index("player"))
    if "score" not in meanings:
        return
    totals = columns[meanings.index("score")]
    parts = [index for index in of_numbers if index not in sums and meanings[index] == "other"]
    if len(parts) > 1 and all(
        _adds_up([columns[index][row] for index in parts], totals[row]) for row in range(len(totals))
    ):
        for index in parts:
            meanings[index] = "points"


def _adds_up(cells: Sequence[str], total: str) -> bool:
    try:
        sign = cell_values.decimal_sign([*cells, total])
        whole, parts = cell_values.points(total, sign), [cell_values.points(cell, sign) for cell in cells]
    except ValueError:
        return False
    return whole is None or abs(sum(part or 0 for part in parts) - whole) < 1e-6
