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
from datetime import datetime, time, timedelta
from functools import cache
from posixpath import join, normpath
from typing import Final
from xml.etree.ElementTree import Element
from xml.parsers import expat

from defusedxml.ElementTree import iterparse
from openpyxl.styles.numbers import (  # type: ignore[import-untyped]
    BUILTIN_FORMATS,
    is_date_format,
    is_timedelta_format,
)
from openpyxl.utils.datetime import MAC_EPOCH, WINDOWS_EPOCH, from_excel  # type: ignore[import-untyped]

_CHUNK: Final = 1 << 20
"""Bytes of a sheet that are parsed at once."""

_BLANK_CELL: Final = re.compile(rb'<(?:\w+:)?c r="[A-Z]+[0-9]+"[^<>]*/>')
_BLANK_ROW: Final = re.compile(rb'<(?:\w+:)?row r="[0-9]+"[^<>]*(?:/>|(?<!/)>\s*</(?:\w+:)?row>)')
_REFERENCE: Final = re.compile(r"([A-Z]{1,3})([0-9]{1,7})(?::([A-Z]{1,3})([0-9]{1,7}))?")

_SHORT: Final = 12
"""Texts below this length are stored once."""


@dataclass(slots=True)
class WorkbookSheet:
    """One sheet: its rows with values, by number. `wide_merges` are merged cells over columns, such as `B2:D2`."""

    title: str
    rows: dict[int, list[str]]
    wide_merges: list[str] = field(default_factory=list)


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
                tail = rest
                parser.feed(_BLANK_ROW.sub(b"", _BLANK_CELL.sub(b"", whole + sign)))
            parser.feed(tail, final=True)
        yield WorkbookSheet(title, *parser.result())


class _Book:
    """The values that the cells of all sheets refer to: texts, date formats, the first day."""

    def __init__(self, archive: zipfile.ZipFile, contents: str) -> None:
        self.sheets: list[tuple[str, str]] = []
        self.epoch = WINDOWS_EPOCH
        names = {*archive.namelist()}
        paths = _relations(archive)
        for element in _elements(archive, contents):
            tag = _tag(element.tag)
            if tag == "workbookPr" and element.get("date1904") in ("1", "true"):
                self.epoch = MAC_EPOCH
            elif tag == "sheet":
                id = next((value for name, value in element.attrib.items() if name.endswith("}id")), "")
                if (path := paths.get(id, "")) in names and "worksheets" in path:
                    self.sheets.append((element.get("name", ""), path))
        self.texts = _texts(archive) if "xl/sharedStrings.xml" in names else []
        self.formats = _formats(archive) if "xl/styles.xml" in names else {}


def _tag(name: str) -> str:
    return name.rpartition("}")[2]


def _elements(archive: zipfile.ZipFile, path: str) -> Iterator[Element]:
    with archive.open(path) as file:
        for _, element in iterparse(file, ("end",), forbid_dtd=True):
            yield element


def _relations(archive: zipfile.ZipFile) -> dict[str, str]:
    """The paths of the parts of the workbook, by id."""
    result = {}
    for element in _elements(archive, "xl/_rels/workbook.xml.rels"):
        target = element.get("Target", "")
        path = target[1:] if target.startswith("/") else normpath(join("xl", target))
        result[element.get("Id", "")] = path
    return result


def _texts(archive: zipfile.ZipFile) -> list[str]:
    """The shared texts, without the pronunciation of Japanese words."""
    texts, parts, aside = [], [], 0
    with archive.open("xl/sharedStrings.xml") as file:
        for event, element in iterparse(file, ("start", "end"), forbid_dtd=True):
            tag = _tag(element.tag)
            if tag == "rPh":
                aside += 1 if event == "start" else -1
            elif event == "end" and tag == "t" and not aside:
                parts.append(element.text or "")
            elif event == "end" and tag == "si":
                texts.append("".join(parts))
                parts.clear()
                element.clear()
    return texts


def _formats(archive: zipfile.ZipFile) -> dict[str, str]:
    """`date` or `timedelta` by the number of a cell style; other styles are not in it."""
    codes: dict[int, str] = dict(BUILTIN_FORMATS)
    kinds: dict[str, str] = {}
    inside = False
    with archive.open("xl/styles.xml") as file:
        for event, element in iterparse(file, ("start", "end"), forbid_dtd=True):
            tag = _tag(element.tag)
            if tag == "cellXfs":
                inside, number = event == "start", 0
            elif tag == "numFmt" and event == "start":
                codes[int(element.get("numFmtId", 0))] = element.get("formatCode", "")
            elif tag == "xf" and inside and event == "start":
                code = codes.get(int(element.get("numFmtId", 0)), "")
                if code and is_date_format(code):
                    kinds[str(number)] = "timedelta" if is_timedelta_format(code) else "date"
                number += 1
    return kinds


class _SheetParser:
    """Collects the rows of a sheet while its XML is fed in chunks."""

    def __init__(self, book: _Book, max_rows: int, max_columns: int) -> None:
        self._book, self._max_rows, self._max_columns = book, max_rows, max_columns
        self._rows: dict[int, list[str]] = {}
        self._merges: list[str] = []
        self._row = self._column = 0
        self._kind = self._style = ""
        self._text: list[str] | None = None
        self._value = ""
        self._dates: dict[tuple[str, str], str] = {}
        self._seen: dict[str, str] = {}
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        self._parser.StartDoctypeDeclHandler = _refuse_doctype

    def feed(self, data: bytes, *, final: bool = False) -> None:
        self._parser.Parse(data, final)

    def result(self) -> tuple[dict[int, list[str]], list[str]]:
        return self._rows, [merge for merge in self._merges if not self._fill(merge)]

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        match name.rpartition(":")[2]:
            case "c":
                reference = attributes.get("r", "")
                self._column = _column(reference.rstrip("0123456789")) if reference else self._column + 1
                self._kind, self._style, self._value = attributes.get("t", "n"), attributes.get("s", ""), ""
            case "v" | "t":
                self._text = []
            case "row":
                self._row, self._column = int(attributes.get("r", self._row + 1)), 0
            case "mergeCell":
                self._merges.append(attributes.get("ref", ""))

    def _characters(self, text: str) -> None:
        if self._text is not None:
            self._text.append(text)

    def _end(self, name: str) -> None:
        match name.rpartition(":")[2]:
            case "v" | "t" if self._text is not None:
                self._value += "".join(self._text)
                self._text = None
            case "c" if self._value:
                self._keep(self._written())

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
            value = from_excel(float(self._value), self._book.epoch, timedelta=is_timedelta)
        except (ValueError, OverflowError):
            return self._value
        return _dated(value)

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


def _dated(value: object) -> str:
    match value:
        case datetime():
            return value.strftime("%Y-%m-%d" if value.time() == time() else "%Y-%m-%d %H:%M")
        case time():
            return value.strftime("%H:%M")
        case timedelta():
            minutes = round(value.total_seconds() / 60)
            return f"{minutes // 60}:{minutes % 60:02}"
        case _:
            return str(value)


@cache
def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number


def _refuse_doctype(*_: object) -> None:
    raise ValueError("The XML of the sheet defines a document type.")
