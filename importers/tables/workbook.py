"""Reads the cells of an XLSX workbook as text, in one pass over each sheet.

Dates become `2026-11-20`, whole numbers lose `.0`, booleans become `yes` and `no`, a formula its last saved value. A
cell without a value is skipped before the XML is parsed: a sheet may have formats down to its last row, 1,048,576. A
value merged over several rows stands in each of them.
"""

import re
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from posixpath import join, normpath
from typing import Final, Literal, NamedTuple, TypeAlias
from xml.parsers import expat

from core.messages import message
from importers.imported_play import UnreadableFile

_CHUNK: Final = 1 << 20
"""Bytes of a sheet that are parsed at once; a tag is shorter."""

MAX_CELL_LENGTH: Final = 32_767
"""Maximum characters of a cell of any table: spreadsheets allow no more."""

_SMALL_CHUNK: Final = 1 << 16

MAX_EVENTS: Final = 4_000_000
"""Maximum tags and texts in one of the parts beside the sheets: 800,000 different texts."""

MAX_FORMAT_LENGTH: Final = 255
"""Spreadsheets allow no longer format of a cell."""

Form: TypeAlias = Literal["date", "timedelta", ""]
"""The effect of a format on a number."""

BUILTIN_FORMS: Final[dict[int, Form]] = {**dict.fromkeys((*range(14, 23), 45, 47), "date"), 46: "timedelta"}
"""Those of the formats that a workbook does not write out."""

_LITERAL: Final = re.compile(r'"[^"]*"|\[(?!hh?\]|mm?\]|ss?\])[^\[\]]*\]', re.IGNORECASE)
"""Text that a format shows unchanged, and its conditions, colors and languages."""

_DATE_SIGN: Final = re.compile(r"(?<![_\\])[dmhys]", re.IGNORECASE)
_TIMEDELTA_SIGN: Final = re.compile(r"\[(?:hh?|mm?|ss?)\]", re.IGNORECASE)

_WINDOWS_EPOCH: Final = datetime(1899, 12, 30)
_MAC_EPOCH: Final = datetime(1904, 1, 1)

_BLANK_CELL: Final = re.compile(rb'<(?:\w+:)?c r="[A-Z]+[0-9]+"[^<>]*/>')
_BLANK_ROW: Final = re.compile(rb'<(?:\w+:)?row r="[0-9]+"[^<>]*(?:/>|(?<!/)>\s*</(?:\w+:)?row>)')
_REFERENCE: Final = re.compile(r"([A-Z]{1,3})([0-9]{1,7})(?::([A-Z]{1,3})([0-9]{1,7}))?")

_SHORT: Final = 12
"""Texts below this length are stored once."""


@dataclass(slots=True)
class WorkbookSheet:
    """One sheet: its rows with values, by number.

    `wide_merges` are merged cells over columns, such as `B2:D2`, `unsaved` the cells of formulas without a saved value.
    """

    title: str
    rows: dict[int, list[str]]
    wide_merges: list[str] = field(default_factory=list)
    unsaved: list[str] = field(default_factory=list)


def sheets(archive: zipfile.ZipFile, contents: str, max_rows: int, max_columns: int) -> Iterator[WorkbookSheet]:
    """The worksheets in order; `contents` is the file that names them.

    Raises OverflowError for a sheet above the limits, and others for a damaged file.
    """
    book = _Book(archive, contents)
    for title, path in book.sheets:
        with archive.open(path) as file:
            parser = _SheetParser(book, max_rows, max_columns)
            tail = b""
            while chunk := file.read(_CHUNK):
                whole, sign, rest = (tail + chunk).rpartition(b">")
                if len(rest) > _CHUNK:
                    raise ValueError("A tag or a text of the sheet is longer than a chunk.")
                tail = rest
                parser.feed(_BLANK_ROW.sub(b"", _BLANK_CELL.sub(b"", whole + sign)))
            parser.feed(tail, final=True)
        yield WorkbookSheet(title, *parser.result())


class _Book:
    """The values that the cells of all sheets refer to: texts, date formats, the first day."""

    def __init__(self, archive: zipfile.ZipFile, contents: str) -> None:
        self.sheets: list[tuple[str, str]] = []
        self.epoch = _WINDOWS_EPOCH
        names = {*archive.namelist()}
        paths = _relations(archive)
        for tag, attributes in _starts(archive, contents):
            if tag == "workbookPr" and attributes.get("date1904") in ("1", "true"):
                self.epoch = _MAC_EPOCH
            elif tag == "sheet":
                id = next((value for name, value in attributes.items() if name.endswith(":id")), "")
                if (path := paths.get(id, "")) in names and "worksheets" in path:
                    self.sheets.append((attributes.get("name", ""), path))
        self.texts = _texts(archive) if "xl/sharedStrings.xml" in names else []
        self.formats = _formats(archive) if "xl/styles.xml" in names else {}


class _Event(NamedTuple):
    """A tag without its prefix, which begins if it has `attributes`, or ends; or a text, without a tag."""

    tag: str
    attributes: dict[str, str] | None = None
    text: str = ""


def _events(archive: zipfile.ZipFile, path: str) -> Iterator[_Event]:
    """The tags and texts of a part, none of which is held. Raises UnreadableFile for too many."""
    events, count = list[_Event](), 0
    parser = _parser()
    parser.StartElementHandler = lambda name, attributes: events.append(_Event(_tag(name), attributes))
    parser.EndElementHandler = lambda name: events.append(_Event(_tag(name)))
    parser.CharacterDataHandler = lambda text: events.append(_Event("", None, text))
    with archive.open(path) as file:
        while chunk := file.read(_SMALL_CHUNK):
            parser.Parse(chunk, False)
            count += len(events)
            if count > MAX_EVENTS:
                raise UnreadableFile(message("The unpacked file is too large."))
            yield from events
            events.clear()
    parser.Parse(b"", True)


def _starts(archive: zipfile.ZipFile, path: str) -> Iterator[tuple[str, dict[str, str]]]:
    return ((event.tag, event.attributes) for event in _events(archive, path) if event.attributes is not None)


def _parser() -> expat.XMLParserType:
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse_doctype
    return parser


def _tag(name: str) -> str:
    return name.rpartition(":")[2]


def _relations(archive: zipfile.ZipFile) -> dict[str, str]:
    """The paths of the parts of the workbook, by id."""
    result = {}
    for _, attributes in _starts(archive, "xl/_rels/workbook.xml.rels"):
        target = attributes.get("Target", "")
        path = target[1:] if target.startswith("/") else normpath(join("xl", target))
        result[attributes.get("Id", "")] = path
    return result


def _texts(archive: zipfile.ZipFile) -> list[str]:
    """The shared texts, without the pronunciation of Japanese words."""
    texts, parts, inside = [], list[str](), list[str]()
    for event in _events(archive, "xl/sharedStrings.xml"):
        if event.attributes is not None:
            inside.append(event.tag)
        elif event.tag:
            inside.pop()
            if event.tag == "si":
                texts.append("".join(parts))
                parts.clear()
        elif inside[-1] == "t" and "rPh" not in inside[-2:]:
            parts.append(event.text)
    return texts


def _formats(archive: zipfile.ZipFile) -> dict[str, Form]:
    """The forms by the number of a cell style; a style of other formats is not in it."""
    forms, styles, inside, number = dict(BUILTIN_FORMS), dict[str, Form](), False, 0
    for event in _events(archive, "xl/styles.xml"):
        attributes = event.attributes
        if event.tag == "cellXfs":
            inside, number = attributes is not None, 0
        elif event.tag == "numFmt" and attributes is not None:
            forms[int(attributes.get("numFmtId", 0))] = form_of(attributes.get("formatCode", ""))
        elif event.tag == "xf" and attributes is not None and inside:
            if form := forms.get(int(attributes.get("numFmtId", 0)), ""):
                styles[str(number)] = form
            number += 1
    return styles


def form_of(code: str) -> Form:
    """The form of a format like `d.m.yyyy` or `[h]:mm`; only its part for positive numbers counts."""
    positive = code[:MAX_FORMAT_LENGTH].partition(";")[0]
    if not _DATE_SIGN.search(_LITERAL.sub("", positive)):
        return ""
    return "timedelta" if _TIMEDELTA_SIGN.search(positive) else "date"


class _SheetParser:
    """Collects the rows of a sheet while its XML is fed in chunks."""

    def __init__(self, book: _Book, max_rows: int, max_columns: int) -> None:
        self._book, self._max_rows, self._max_columns = book, max_rows, max_columns
        self._rows: dict[int, list[str]] = {}
        self._merges: list[str] = []
        self._unsaved: list[str] = []
        self._cell, self._is_formula = "", False
        self._row = self._column = 0
        self._kind = self._style = ""
        self._text: list[str] | None = None
        self._length = 0
        self._value = ""
        self._dates: dict[tuple[str, str], str] = {}
        self._seen: dict[str, str] = {}
        self._parser = _parser()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters

    def feed(self, data: bytes, *, final: bool = False) -> None:
        self._parser.Parse(data, final)

    def result(self) -> tuple[dict[int, list[str]], list[str], list[str]]:
        return self._rows, [merge for merge in self._merges if not self._fill(merge)], self._unsaved

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        match name.rpartition(":")[2]:
            case "c":
                reference = attributes.get("r", "")
                self._column = _column(reference.rstrip("0123456789")) if reference else self._column + 1
                self._kind, self._style, self._value = attributes.get("t", "n"), attributes.get("s", ""), ""
                self._length = 0
                self._cell, self._is_formula = reference, False
            case "f":
                self._is_formula = True
            case "v" | "t":
                self._text = []
            case "row":
                self._row, self._column = int(attributes.get("r", self._row + 1)), 0
            case "mergeCell":
                self._merges.append(attributes.get("ref", ""))

    def _characters(self, text: str) -> None:
        if self._text is not None:
            self._length += len(text)
            if self._length > MAX_CELL_LENGTH:
                raise too_long_cell()
            self._text.append(text)

    def _end(self, name: str) -> None:
        match name.rpartition(":")[2]:
            case "v" | "t" if self._text is not None:
                self._value += "".join(self._text)
                self._text = None
            case "c" if self._value:
                self._keep(self._written())
            case "c" if self._is_formula and self._kind != "str":  # A saved text may be empty.
                self._unsaved.append(self._cell)

    def _keep(self, value: str) -> None:
        if not value.strip():
            return
        if self._column > self._max_columns or (len(self._rows) >= self._max_rows and self._row not in self._rows):
            raise OverflowError
        row = self._rows.setdefault(self._row, [])
        row.extend([""] * (self._column - len(row)))
        # Equal texts are one object: numbers and dates repeat.
        row[self._column - 1] = self._seen.setdefault(value, value) if len(value) < _SHORT else value

    def _written(self) -> str:
        match self._kind:
            case "s":
                return self._book.texts[int(self._value)]
            case "b":
                return "yes" if self._value == "1" else "no"
            case "n" | "d" if self._style in self._book.formats or self._kind == "d":
                key = (self._value, self._style)
                if key not in self._dates:
                    self._dates[key] = self._date()
                return self._dates[key]
            case "n" if not self._value.lstrip("-").isdigit():
                with suppress(ValueError):
                    return f"{float(self._value):.15g}"
        return self._value

    def _date(self) -> str:
        if self._kind == "d":
            return self._value.removesuffix("T00:00:00").replace("T", " ")
        is_timedelta = self._book.formats[self._style] == "timedelta"
        try:
            days = timedelta(days=float(self._value))
            if is_timedelta:
                minutes = round(days.total_seconds() / 60)
                return f"{minutes // 60}:{minutes % 60:02}"
            moment = self._book.epoch + days
        except (ValueError, OverflowError):
            return self._value
        return _written(days, moment, self._book.epoch)

    def _fill(self, merge: str) -> bool:
        """Repeats the value of cells merged over the rows of one column; False if they span columns."""
        if not (match := _REFERENCE.fullmatch(merge)) or match[3] is None:
            return True
        first, last, column = int(match[2]), int(match[4]), _column(match[1])
        top = self._rows.get(first, [])
        value = top[column - 1] if column <= len(top) else ""
        if match[1] != match[3]:
            return not value
        for number in range(first + 1, min(last, max(self._rows, default=0)) + 1) if value else ():
            if row := self._rows.get(number):
                row.extend([""] * (column - len(row)))
                row[column - 1] = row[column - 1] or value
        return True


def _written(days: timedelta, moment: datetime, epoch: datetime) -> str:
    """A moment, or a time of the day, to the minute."""
    moment += timedelta(milliseconds=0.5)  # A fraction of a day is not exact.
    if timedelta() <= days < timedelta(days=1):
        return moment.strftime("%H:%M")
    if days < timedelta(days=60) and epoch == _WINDOWS_EPOCH and days > timedelta():
        moment += timedelta(days=1)  # Excel counts a February 29 in 1900.
    return moment.strftime("%Y-%m-%d" if (moment.hour, moment.minute) == (0, 0) else "%Y-%m-%d %H:%M")


@cache
def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number


def too_long_cell() -> UnreadableFile:
    return UnreadableFile(message("A cell has more than {most} characters.", most=f"{MAX_CELL_LENGTH:,}"))


def _refuse_doctype(*_: object) -> None:
    raise ValueError("The XML of the sheet defines a document type.")
