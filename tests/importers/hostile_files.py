"""Small files that would cost a reader much time or memory."""

import gzip
import io
import json
import zipfile
from collections.abc import Callable, Mapping
from typing import Final

import openpyxl

from importers.tables import workbook


def packed(**files: str | bytes) -> bytes:
    """A ZIP; `__` in a name is a slash, `_` a dot."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), content)
    return file.getvalue()


def _book() -> openpyxl.Workbook:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.active.append(["date", "player", "score"])
    book.active.append([46000, "Jitka", 5])
    return book


def with_format(code: str) -> bytes:
    """A workbook with a number in a format of its own."""
    book, file = _book(), io.BytesIO()
    assert book.active is not None
    book.active["A2"].number_format = code
    book.save(file)
    return file.getvalue()


def with_shared_texts(number: int) -> bytes:
    """A workbook with empty shared texts."""
    file = io.BytesIO()
    _book().save(file)
    with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/sharedStrings.xml", b"<sst>" + b"<si><t/></si>" * number + b"</sst>")
    return file.getvalue()


def with_row(row: bytes) -> bytes:
    """A workbook with one more row, as XML."""
    whole, file = io.BytesIO(), io.BytesIO()
    _book().save(whole)
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            target.writestr(name, source.read(name).replace(b"</sheetData>", row + b"</sheetData>"))
    return file.getvalue()


LIMITS: Final[Mapping[str, Callable[[], bytes]]] = {
    "The table has more than 2,000,000 cells": lambda: (b"ab," * 30 + b"cd\n") * 90_000,
    "more than 100,000 rows": lambda: b"ab,cd,ef\n" * 200_000,
    "The text has more than 1,000,000 lines": lambda: b"\n" * 2_000_000,
    "Line 2 has more than 1,000,000 characters": lambda: b"a,b\n" + b"a" * 2_000_000,
    "A cell has more than 32,767 characters": lambda: b"a,b,c\n1,2,3\n" + b"a" * 40_000 + b",1,2\n",
}
"""Texts, by the sentence that refuses each."""

HOSTILE: Final[Mapping[str, Callable[[], bytes]]] = {
    "a line of spaces": lambda: b"|a|b|\n" + b" " * 900_000 + b"x\n",
    "a heading of signs": lambda: b"# " + b"# " * 400_000 + b"x\n|a|b|\n|--|--|\n",
    "a remark": lambda: b"date,player,score\n1.1.2026,Jitka,5 (" + b"a" * 30_000 + b"\n",
    "a format": lambda: with_format("[" * 5_000_000),
    "shared texts": lambda: with_shared_texts(workbook.MAX_EVENTS // 4),
    "a tag": lambda: with_row(b'<row r="7" spans="' + b"1" * (50 << 20) + b'"></row>'),
    "a key an object": lambda: json.dumps(
        [{f"key {n}": n, "date": "2026-01-05", "player": "J"} for n in range(20_000)]
    ).encode(),
    "cells in gzip": lambda: gzip.compress((b"ab," * 150 + b"cd\n") * 100_000),
    "lines in a ZIP": lambda: packed(a_csv=b"\n" * 90_000_000),
    "JSON in gzip": lambda: gzip.compress(b'{"games": 1, "players": 1, "plays": ' + b"[" * 50_000_000),
}
"""Files that are refused, or read in a time that grows with their length."""
