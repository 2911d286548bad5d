"""Reads table files as rows of text: CSV, TSV, Markdown, spreadsheets (XLSX), and several CSV files in a ZIP."""

import csv
import io
import lzma
import re
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from core.messages import Message, message
from importers import text
from importers.imported_play import UnreadableFile
from importers.tables import encodings, text_structure, workbook

BAD_ZIP: Final = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    OSError,
    EOFError,
    struct.error,
    KeyError,  # A member that is not there.
    RuntimeError,  # Encrypted members, and compressions that Python does not know.
    ValueError,
    OverflowError,
)

MAX_ROWS: Final = 100_000
MAX_COLUMNS: Final = 200
MAX_BYTES: Final = 100_000_000
"""Maximum sizes of a table; the bytes of a spreadsheet or a ZIP are counted unpacked."""

MAX_CELLS: Final = 2_000_000
"""Maximum cells of all tables of a file, without the empty ones at the ends of rows: 100,000 rows of 20 columns."""

MAX_SHARED: Final = 50
"""Maximum characters of a cell that is looked for among those before it."""

MAX_LINE_LENGTH: Final = 1_000_000
"""Maximum characters of a line of a text."""

MAX_LINES: Final = 1_000_000
"""Maximum lines of a text; a cell may have several."""

HEADER_ROWS: Final = 20
"""Rows above the data, which do not count against `MAX_ROWS`."""

MAX_SHEET_BYTES: Final = 1_000_000_000
"""Maximum bytes of all sheets of a workbook: they are read in a stream, and may be large for their formats alone."""

PACKED: Final = b"PK\x03\x04"
"""The first bytes of a ZIP, and so of a workbook."""

WORKBOOK: Final = "xl/workbook.xml"
"""The file in a ZIP that makes it a workbook: it names the sheets."""

_TABLES: Final = (".csv", ".tsv", ".txt", ".md")

_DELIMITER: Final = re.compile(r"sep=(.)\r?\n")
"""A setting that only Excel reads and writes."""

_RULE: Final = re.compile(r"(?:[-+=]{3,})?")
"""A cell of a line that is drawn between rows: `+------+-----+`."""


class TableRow(NamedTuple):
    """One row; `line` counts from 1: lines of a text, rows of a sheet."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One table of a file: a sheet, a file of a ZIP, or the whole text, whose name is empty.

    Trailing empty cells and blank rows are removed. `delimiter` and `encoding` are empty for a sheet. `amiss` is a
    sentence about an error in the format, or empty; `remarks` are others, `doubts` reasons to check the plays of it.
    `is_turned` if rows were columns of the file, `is_nested` if rows with the same line are one play of the file.
    """

    name: str
    rows: tuple[TableRow, ...]
    delimiter: str = ""
    encoding: str = ""
    amiss: str = ""
    remarks: tuple[str, ...] = ()
    doubts: tuple[Message, ...] = ()
    is_turned: bool = False
    is_nested: bool = False


def parts(data: bytes, encoding: str = "", delimiter: str = "") -> tuple[Part, ...]:
    """The non-empty tables of a file. An empty `encoding` or `delimiter` is detected from the content.

    Raises UnreadableFile.
    """
    tables = _zipped(data, encoding, delimiter) if data.startswith(PACKED) else _texts(data, encoding, delimiter)
    non_empty, count = list[Part](), 0
    for part in tables:
        count += sum(len(row.cells) for row in part.rows)
        if count > MAX_CELLS:
            raise UnreadableFile(_too_many_cells())
        if part.rows:
            non_empty.append(part)
    if not non_empty:
        raise UnreadableFile(message("The file is empty."))
    return tuple(non_empty)


def is_markup(data: bytes) -> bool:
    """True if the text is XML or JSON, also truncated, and so neither a table nor a list."""
    start = data[:200].decode(encodings.encoding_of(data[:200]), "ignore")
    return start.lstrip("\ufeff\0 \t\r\n").startswith(("<", "{", "["))


def as_utf8(data: bytes) -> bytes:
    """Converts UTF-16 and UTF-32, which some Windows programs write, to UTF-8; other content is returned unchanged."""
    if (
        b"\0" not in data[:200]
        or data.startswith(PACKED)
        or not (encoding := encodings.encoding_of(data)).startswith(("utf-16", "utf-32"))
    ):
        return data
    try:
        return data.decode(encoding).removeprefix("\ufeff").encode()
    except UnicodeError:
        return data


def is_table(data: bytes) -> bool:
    """True if a text is a table by its structure, whatever its columns hold; never raises."""
    try:
        return text_structure.is_table(_decoded(data, encodings.encoding_of(data)))
    except UnreadableFile:
        return False


def _decoded(data: bytes, encoding: str) -> str:
    try:
        # Windows-1252 leaves a few bytes undefined; one such byte is no reason to refuse a file.
        words = data.decode(encoding, "strict" if encoding.startswith("utf") else "replace")
    except (UnicodeDecodeError, LookupError):
        raise UnreadableFile(message("The file is not encoded in {encoding}.", encoding=encoding)) from None
    if "\0" in words:
        raise UnreadableFile(message("The file is binary and not a table."))
    return words


def _texts(data: bytes, encoding: str, delimiter: str, name: str = "") -> list[Part]:
    """The Markdown tables of a text, named by the headings above them, or the whole text as one table."""
    encoding = encoding or encodings.encoding_of(data)
    words = _decoded(data, encoding)
    for number, line in enumerate(text_structure.lines(words), 1):
        if number > MAX_LINES:
            raise UnreadableFile(message("The text has more than {most} lines.", most=f"{MAX_LINES:,}"))
        if len(line) > MAX_LINE_LENGTH:
            most = f"{MAX_LINE_LENGTH:,}"
            raise UnreadableFile(message("Line {line} has more than {most} characters.", line=number, most=most))
    tables = [] if delimiter not in ("", "|") else list(text_structure.markdown_tables(words))
    if not tables:
        return [_text(words, encoding, delimiter, name)]
    if len(tables) == 1:
        return [Part(name, tuple(without_blanks(tables[0][1])), "|", encoding)]
    times = Counter(heading for heading, _ in tables)
    titles = [
        heading if heading and times[heading] == 1 else f"{heading or 'table'} ({place})"
        for place, (heading, _) in enumerate(tables, 1)
    ]
    return [
        Part(text.line(title), tuple(without_blanks(rows)), "|", encoding)
        for title, (_, rows) in zip(titles, tables, strict=True)
    ]


def _text(words: str, encoding: str, delimiter: str, name: str) -> Part:
    if stated := _DELIMITER.match(words):
        words, delimiter = "\n" + words[stated.end() :], delimiter or stated[1]
    delimiter = delimiter or text_structure.delimiter_of(words)
    part = Part(name, (), delimiter, encoding)
    try:
        return replace(
            part, rows=tuple(_rows(csv.reader(text_structure.lines(words), delimiter=delimiter, strict=True)))
        )
    except csv.Error as error:
        amiss = message("A quotation mark is misplaced ({error}); check the rows around it.", error=str(error))
    try:
        rows = tuple(_rows(csv.reader(text_structure.lines(words), delimiter=delimiter)))
    except csv.Error:
        raise UnreadableFile(
            message("A cell does not end: this is not a table, or a closing quotation mark is missing.")
        ) from None
    return replace(part, rows=rows, amiss=amiss)


def _rows(reader: Iterable[Sequence[str]]) -> Iterator[TableRow]:
    """The rows of a `csv` reader. The reader counts the lines, since a quoted cell may span several."""
    return without_blanks((getattr(reader, "line_num", 0), cells) for cells in reader)


def without_blanks(rows: Iterable[tuple[int, Sequence[str]]]) -> Iterator[TableRow]:
    """The rows with content, tidied, by their numbers. Raises UnreadableFile for too many of them."""
    count = 0
    for number, (line, cells) in enumerate(rows, 1):
        if number > MAX_ROWS + HEADER_ROWS or len(cells) > MAX_COLUMNS:
            raise UnreadableFile(_too_large())
        if max(map(len, cells), default=0) > workbook.MAX_CELL_LENGTH:
            raise workbook.too_long_cell()
        row = _row(line, cells)
        count += len(row.cells)
        if count > MAX_CELLS:
            raise UnreadableFile(_too_many_cells())
        if row.cells and not all(_RULE.fullmatch(cell) for cell in row.cells):
            yield row


def _row(line: int, cells: Iterable[str]) -> TableRow:
    tidy = [_tidied(cell) if len(cell) <= MAX_SHARED else text.block(cell) for cell in cells]
    while tidy and not tidy[-1]:
        tidy.pop()
    return TableRow(line, tuple(tidy))


_tidied = lru_cache(maxsize=4096)(text.block)
"""Cells that repeat (names, dates) are one text in memory."""


def holds_tables(data: bytes) -> bool:
    """True if a ZIP file is a workbook or contains CSV files; its tables are not read."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return any(name == WORKBOOK or name.lower().endswith(_TABLES) for name in archive.namelist())
    except BAD_ZIP:
        return False


def _zipped(data: bytes, encoding: str, delimiter: str) -> Iterator[Part]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            is_workbook = any(member.filename == WORKBOOK for member in members)
            sizes = {_is_sheet(member): 0 for member in members}
            for member in members:
                sizes[_is_sheet(member)] += member.file_size
            if sizes.get(False, 0) > MAX_BYTES or sizes.get(True, 0) > MAX_SHEET_BYTES:
                raise UnreadableFile(message("The unpacked file is too large."))
            if is_workbook:
                yield from _sheets(archive)
                return
            tables = [member for member in members if member.filename.lower().endswith(_TABLES)]
            others = [text.line(member.filename) for member in members if member not in tables and not member.is_dir()]
            remarks = (
                (message("Files of the ZIP that were not read: {files}.", files=", ".join(others)),) if others else ()
            )
            for member in tables:
                for part in _texts(archive.read(member), encoding, delimiter, _stem(member.filename)):
                    yield replace(part, remarks=remarks)
    except UnreadableFile:
        raise
    except BAD_ZIP as error:
        raise UnreadableFile(message("The file is compressed and cannot be unpacked.")) from error


def _is_sheet(member: zipfile.ZipInfo) -> bool:
    return member.filename.startswith("xl/worksheets/")


def _stem(filename: str) -> str:
    return text.line(PurePosixPath(filename).stem)


def _sheets(archive: zipfile.ZipFile) -> Iterator[Part]:
    try:
        for sheet in workbook.sheets(archive, WORKBOOK, MAX_ROWS + HEADER_ROWS, MAX_COLUMNS):
            rows, remarks = tuple(without_blanks(_taken(sheet.rows))), _merged(sheet.wide_merges)
            yield Part(text.line(sheet.title), rows, remarks=remarks, doubts=_unsaved(sheet.unsaved))
    except UnreadableFile:
        raise
    except OverflowError:
        raise UnreadableFile(_too_large()) from None
    except Exception as error:  # A damaged workbook raises errors of zipfile, expat, and missing parts.
        raise UnreadableFile(message("The spreadsheet is damaged or protected.")) from error


def _taken(rows: dict[int, list[str]]) -> Iterator[tuple[int, list[str]]]:
    """The rows in order, each removed once it is read: a large sheet is held only once."""
    for number in sorted(rows):
        yield number, rows.pop(number)


def _unsaved(formulas: Sequence[str]) -> tuple[Message, ...]:
    if not formulas:
        return ()
    listed = ", ".join(formulas[:5]) + (", …" if len(formulas) > 5 else "")
    return (
        message(
            "Formulas without a saved value are blank here: {cells}. Save the file in its spreadsheet program first.",
            cells=listed,
        ),
    )


def _merged(merges: Sequence[str]) -> tuple[str, ...]:
    if not merges:
        return ()
    listed = ", ".join(merges[:5]) + (", …" if len(merges) > 5 else "")
    return (message("Cells merged over several columns have one value, in the first column: {cells}.", cells=listed),)


def _too_many_cells() -> Message:
    return message("The table has more than {most} cells.", most=f"{MAX_CELLS:,}")


def _too_large() -> Message:
    return message(
        "The table has more than {rows} rows or {columns} columns.", rows=f"{MAX_ROWS:,}", columns=MAX_COLUMNS
    )
