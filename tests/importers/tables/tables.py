"""Tables to import, and what came of them."""

import io
import zipfile

import openpyxl

from importers.tables import table
from tests.importers.imported import kept


def read(words, given=None, encoding="utf-8"):
    return table.read(words if isinstance(words, bytes) else words.encode(encoding), given)


def one(words, given=None):
    reading = read(words, given)
    assert len(reading.plays) == 1, reading
    kept(reading.plays[0])
    return reading.plays[0]


def messages(reading):
    return " | ".join(problem.message for problem in reading.problems)


def names(play):
    return [player.name for player in play.players]


def workbook(**sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def zipped(**files):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, words in files.items():
            archive.writestr(f"{name}.csv", words)
    return file.getvalue()
