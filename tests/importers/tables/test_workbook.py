"""Workbooks: cells as text, formats without values, merged cells, damaged parts."""

import datetime
import io
import zipfile

import openpyxl
import pytest
from openpyxl.styles import Font
from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format, is_timedelta_format

from importers.imported_play import UnreadableFile
from importers.tables import cells, table, workbook
from tests.importers.hostile_files import with_shared_texts
from tests.importers.tables.tables import names


def saved(book: openpyxl.Workbook) -> bytes:
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def with_part(data: bytes, path: str, old: bytes, new: bytes) -> bytes:
    """The workbook with one of its parts changed."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            content = source.read(name)
            target.writestr(name, content.replace(old, new) if name == path else content)
    return file.getvalue()


def rows(data: bytes) -> list[tuple[str, ...]]:
    return [row.cells for row in cells.parts(data)[0].rows]


SHEET = "xl/worksheets/sheet1.xml"
ROW_END = b"</sheetData>"


def test_cells_are_the_texts_that_a_person_sees() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append([52, 47.5, 0.1 + 0.2, True, "A  B", datetime.date(2026, 11, 20), None, "=1+1", 7])
    sheet.append([datetime.datetime(2026, 11, 20, 18, 5), datetime.time(18, 5), datetime.timedelta(minutes=95), "\n"])
    sheet["A3"].font = Font(bold=True)
    sheet["C5"] = -3
    assert [(row.line, row.cells) for row in cells.parts(saved(book))[0].rows] == [
        (1, ("52", "47.5", "0.3", "yes", "A  B", "2026-11-20", "", "", "7")),
        (2, ("2026-11-20 18:05", "18:05", "1:35")),
        (5, ("", "", "-3")),
    ]


def test_texts_in_the_cell_and_with_several_fonts_are_whole() -> None:
    book = openpyxl.Workbook()
    book.active.append(["Jitka"])
    data = saved(book)
    fonts = b"<is><r><t>Jar</t></r><r><t>da</t></r></is>"
    added = b'<row r="2"><c r="A2" t="inlineStr">' + fonts + b'</c><c t="b"><v>1</v></c></row></sheetData>'
    assert rows(with_part(data, SHEET, b"</sheetData>", added)) == [("Jitka",), ("Jarda", "yes")]


@pytest.mark.slow
def test_formats_down_to_the_last_row_of_a_sheet_cost_no_row() -> None:
    book = openpyxl.Workbook()
    for row in (["Date", "Game", "Player", "Score"], ["2026-01-05", "Azul", "Anna", 52], [None, None, "Ben", 47]):
        book.active.append(row)
    formats = "".join(
        f'<row r="{row}" s="1"><c r="A{row}" s="1"/><c r="B{row}" s="1"/></row>' for row in range(9, 250_000)
    )
    last = '<row r="1048576"><c r="A1048576" s="1"/></row>'
    data = with_part(saved(book), SHEET, b"</sheetData>", f"{formats}{last}</sheetData>".encode())
    (play,) = table.read(data).plays
    assert names(play) == ["Anna", "Ben"]


def test_a_value_merged_over_rows_stands_in_each_and_one_over_columns_is_told() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (
        ["Date", "Game", "Anna", "Ben"],
        ["2026-01-05", "Azul", 52, 47],
        [None, None, 41, 60],
        ["2026-01-06", "Catan", 10, None],
    ):
        sheet.append(row)
    for merged in ("A2:A3", "B2:B3", "C4:D4"):
        sheet.merge_cells(merged)
    reading = table.read(saved(book))
    assert [(play.played_on, play.options["title"], names(play)) for play in reading.plays] == [
        ("2026-01-05", "Azul", ["Anna", "Ben"]),
        ("2026-01-05", "Azul", ["Anna", "Ben"]),
        ("2026-01-06", "Catan", ["Anna"]),
    ]
    assert reading.remarks[:-1] == ("Cells merged over several columns have one value, in the first column: C4:D4.",)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            b"</sheetData>",
            b'<row r="7"><c r="XFD7"><v>1</v></c></row></sheetData>',
            "more than 100,000 rows or 200 columns",
        ),
        (b"</sheetData>", b'<row r="7"><c r="A7" t="s"><v>999</v></c></row></sheetData>', "damaged or protected"),
        (b"</sheetData>", b"</sheet", "damaged or protected"),
        (b"<worksheet", b'<!DOCTYPE x [<!ENTITY a "b">]><worksheet', "damaged or protected"),
    ],
)
def test_a_sheet_beyond_the_limits_or_damaged_is_refused_in_a_sentence(old: bytes, new: bytes, sentence: str) -> None:
    book = openpyxl.Workbook()
    book.active.append(["Player", "Score"])
    with pytest.raises(UnreadableFile, match=sentence):
        cells.parts(with_part(saved(book), SHEET, old, new))


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (b'<row r="7" spans="' + b"1" * (3 << 20) + b'"></row>', "damaged or protected"),
        (b'<row r="7"><c r="A7" t="inlineStr"><is><t>' + b"a" * 40_000 + b"</t></is></c></row>", "than 32,767 char"),
        (b'<row r="7"><c r="A7" t="str">' + b"<v>a</v>" * 40_000 + b"</c></row>", "than 32,767 char"),
    ],
    ids=["tag", "text", "values"],
)
def test_a_tag_and_a_cell_of_a_sheet_have_a_maximum_length(row: bytes, sentence: str) -> None:
    book = openpyxl.Workbook()
    book.active.append(["Player", "Score"])
    with pytest.raises(UnreadableFile, match=sentence):
        cells.parts(with_part(saved(book), SHEET, ROW_END, row + ROW_END))


@pytest.mark.slow
def test_more_shared_texts_than_a_table_has_are_not_held() -> None:
    data = with_shared_texts(workbook.MAX_EVENTS // 4)
    assert len(data) < 100_000
    with pytest.raises(UnreadableFile, match="unpacked file is too large"):
        cells.parts(data)


@pytest.mark.parametrize(
    ("code", "form"),
    [
        ("d.m.yyyy", "date"),
        ("[$-409]d-mmm", "date"),
        ('[Red]0.00"days"', ""),
        ("[h]:mm;@", "timedelta"),
        ("[SS].00", "timedelta"),
        (r"0\d", ""),
        ("General", ""),
        ("0;yyyy", ""),
        ("[" * 3_000_000 + "d", ""),
    ],
)
def test_a_format_says_whether_a_number_is_a_date_or_a_time(code: str, form: str) -> None:
    assert workbook.form_of(code) == form


def test_the_forms_are_those_of_openpyxl() -> None:
    for number, code in BUILTIN_FORMATS.items():
        expected = ("timedelta" if is_timedelta_format(code) else "date") if is_date_format(code) else ""
        assert workbook.form_of(code) == workbook.BUILTIN_FORMS.get(number, "") == expected
