"""Tables of plays (CSV, TSV, spreadsheets): a row for each player (long), a row for each play (wide), or separate
tables of plays and scores (relational: the sheets of a workbook, or several CSV files in a ZIP).

The meanings of the columns are guessed, shown and can be corrected (`importers.mapping`). A blank cell is not zero. If
a column has places and no column has winners, the players in first place won. Rows of totals are left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from core.messages import message
from importers import cells, confidence, headers, json_tables, layout, mapping, rows
from importers.cells import Part
from importers.imported_play import ImportProblem, ImportReport, UnreadableFile
from importers.mapping import Mapping
from importers.play_builder import RawPlay, build_plays
from importers.relational_tables import joined

KEY: Final = "table"


_KNOWN_HEADERS: Final = 3
"""Different known headers that make a text a table, whatever its columns hold."""

_SAMPLE: Final = 100_000
"""Bytes of a text that are examined to detect a table."""


def recognizes(data: bytes) -> bool:
    """Whether the content is a table, also one whose columns hold something else; `read` refuses that one."""
    if data.startswith(cells.PACKED):
        return cells.holds_tables(data)
    if json_tables.is_json(data):
        return _is_json_of_plays(data)
    if cells.is_markup(data):
        return False
    start = data[:_SAMPLE].rpartition(b"\n")[0] or data
    if cells.is_table(start):
        return True
    try:
        guessed = guess(start)
    except UnreadableFile:
        return False
    known = {headers.meaning(column.header) for column in guessed.columns} - {None}
    has_dates = "date" in guessed.meanings()
    return len(known) >= _KNOWN_HEADERS or (guessed.has_players() and bool(known or has_dates))


def _is_json_of_plays(data: bytes) -> bool:
    try:
        guessed = guess(data)
        confidence.refuse_unnamed(guessed)
    except UnreadableFile:
        return False
    return guessed.has_players()


def parts(data: bytes, encoding: str = "", delimiter: str = "") -> tuple[Part, ...]:
    """The tables of a file, turned so that their headers are in a row. Raises UnreadableFile."""
    found = json_tables.parts(data) if json_tables.is_json(data) else cells.parts(data, encoding, delimiter)
    return tuple(map(layout.upright, found))


def guess(data: bytes) -> Mapping:
    """The mapping guessed from headers and cells. Raises UnreadableFile."""
    return _guess(parts(data))[0]


def _guess(tables: Sequence[Part]) -> tuple[Mapping, Part]:
    """The mapping and its table: the joined tables, else the first table with players, else the first."""
    together = joined(tables)
    if together:
        return replace(mapping.guess(together), shape="relational"), together
    guesses = [(_with_game(mapping.guess(part)), part) for part in tables]
    return next((guessed for guessed in guesses if guessed[0].has_players()), guesses[0])


def _with_game(mapping_: Mapping) -> Mapping:
    """The mapping with the sheet's name as the game if no column has it."""
    return mapping_ if "game" in mapping_.meanings() else replace(mapping_, game=layout.game_of(mapping_.part))


def read(data: bytes, given: Mapping | None = None, *, alone: bool = False) -> ImportReport:
    """The plays of a file, by the given or the guessed mapping; of `alone`, only those of the table that it is for.

    Raises UnreadableFile if the given mapping does not fit or has no players, or if no header supports the guess.
    """
    tables = parts(data, given.encoding if given else "", given.delimiter if given else "")
    if given is None:
        given, part = _guess(tables)
        confidence.refuse_unnamed(given)
    else:
        part = _fitting(tables, given)
    if not given.has_players():
        confidence.refuse_unnamed(given)
    alike = [part] if alone or given.shape == "relational" else _alike(tables, part, given.header_row)
    plays, totals, others = list[RawPlay](), list[str](), list[str]()
    for one in alike:
        found = rows.raw_plays(one, given if one is part else _renamed(given, one))
        plays += found.plays
        totals += found.totals
        others += found.others
    result = build_plays(plays, KEY, given.day_first, given.decimal)
    amiss = [ImportProblem(part.name, part.amiss)] if part.amiss else []
    return ImportReport(
        tuple(result.plays), (*amiss, *result.problems), tuple(_remarks(tables, alike, given, totals, others))
    )


def _alike(tables: Sequence[Part], part: Part, header_row: int) -> list[Part]:
    """The table, and those with the same header: a sheet for each year or game, tables under headings of a text."""

    def header(one: Part) -> list[str]:
        return [headers.plain(cell) for row in one.rows[header_row - 1 : header_row] for cell in row.cells]

    return [one for one in tables if one is part or (header(part) and header(one) == header(part))]


def _renamed(given: Mapping, part: Part) -> Mapping:
    """The mapping for another table; a game that was the name of the first table is now that of this one."""
    is_of_part = given.game == layout.game_of(given.part)
    return replace(given, part=part.name, game=layout.game_of(part.name) if is_of_part else given.game)


def _fitting(tables: Sequence[Part], given: Mapping) -> Part:
    part = joined(tables) if given.shape == "relational" else None
    part = part or next((part for part in tables if part.name == given.part), None)
    if part is None:
        raise UnreadableFile(message("There is no table called {name!r} in this file.", name=given.part))
    header = part.rows[given.header_row - 1 : given.header_row] if given.header_row else part.rows[:1]
    if not header or len(header[0].cells) > len(given.columns):
        raise UnreadableFile(message("The columns of the file differ from the mapping."))
    return part


def _remarks(
    tables: Sequence[Part], read: Sequence[Part], given: Mapping, totals: Sequence[str], others: Sequence[str]
) -> Iterator[str]:
    if totals:
        yield message("Left out as totals: {rows}.", rows=_shortened(totals))
    if others:
        yield message("Left out, as they name neither a player nor a game: {rows}.", rows=_shortened(others))
    if given.encoding.startswith("cp"):
        yield message("The text is not UTF-8; it was read as Windows-{number}.", number=given.encoding[2:])
    for part in read:
        yield from part.remarks
    names = [part.name for part in read]
    others = [other.name for other in tables if other.name not in names]
    if given.shape != "relational" and others:
        left = ", ".join(others)
        if len(names) > 1:
            yield message("Only {tables} were read, not {others}.", tables=", ".join(names), others=left)
        else:
            yield message("Only {table} was read, not {others}.", table=names[0], others=left)


def _shortened(places: Sequence[str]) -> str:
    return ", ".join(places[:10]) + (", …" if len(places) > 10 else "")
