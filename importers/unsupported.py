"""Names what a file is that no importer reads: a web page, an error of BoardGameGeek, an old workbook, a photo."""

import io
import json
import re
import zipfile
from typing import Final
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from core.messages import ForCommands, Message, message
from importers import text
from importers.imported_play import UnreadableFile
from importers.tables import cells
from importers.tables.cells import BAD_ZIP

_KINDS: Final[tuple[tuple[bytes, Message], ...]] = (
    (
        b"\xd0\xcf\x11\xe0",
        message(
            "This is an old Excel workbook (.xls) or one with a password; save it as .xlsx without one, or as CSV."
        ),
    ),
    (b"%PDF", message("This is a PDF document; import the table or export that it was made of.")),
    (b"\x89PNG", message("This is a picture, not a file of plays.")),
    (b"\xff\xd8\xff", message("This is a picture, not a file of plays.")),
    (b"GIF8", message("This is a picture, not a file of plays.")),
    (b"SQLite format 3", message("This is a database; export the plays of the program that it belongs to.")),
    (b"Rar!", message("The file is compressed with RAR; unpack it before the import.")),
    (b"7z\xbc\xaf", message("The file is compressed with 7-Zip; unpack it before the import.")),
)
"""Files by their first bytes."""

_ODS: Final = message("This is an OpenDocument spreadsheet (.ods); save it as .xlsx or CSV.")

_HTML: Final = re.compile(r"<(?:!doctype\s+html|html|head|body|div|table)\b", re.IGNORECASE)
_BEFORE_HTML: Final = re.compile(r"\A(?:<\?xml[^>]*\?>|<!--.*?-->|\s)+", re.DOTALL)
_TITLE: Final = re.compile(r"<title[^<>]*>([^<]*)</title>", re.IGNORECASE)
_TAG: Final = re.compile(r"<[^<>]*>")
_ERRORS: Final = re.compile(r"(?:<\?xml[^>]*\?>\s*)?<(?:errors?|message)\b")
_JSON: Final = re.compile(r'\{|\[\s*[\[{"\]]')
_XML: Final = re.compile(r"<\?xml\b|<plays\b|<office:document\b")
_LATER: Final = re.compile(r"try again|accepted and will be processed|rate limit|too many requests", re.IGNORECASE)

_COLLECTION: Final = re.compile(r"(?:<\?xml[^>]*\?>\s*)?<items\b[^>]*>\s*<item\b[^>]*\bcollid=")
_QUOTED: Final = re.compile(r'"[^"]{1,100}"')
_CELL_NUMBER: Final = re.compile(r'[,;\t|] ?"?-?[0-9]')
"""A number behind the first cell of a line."""
_SEVERAL: Final = 2

_OF_TABLE: Final = message(
    "There are words and numbers, but no column is named as a date, a game or a player. If these are plays, say what "
    "the columns hold{how}.",
    how=ForCommands(", with --game TITLE and --column HEADER=player (=points for the points of one player)"),
)
_OF_JSON: Final = message(
    "There are names and numbers, but no list of plays: a play is an object with a date or a game, and its players. "
    "Say what other fields hold{how}.",
    how=ForCommands(", with --column FIELD=player"),
)

_SAMPLE: Final = 100_000


def error(data: bytes) -> UnreadableFile:
    """The error with the best name for the content."""
    return UnreadableFile(_reason(data))


def _reason(data: bytes) -> Message:
    if not data.strip():
        return message("The file is empty.")
    for start, sentence in _KINDS:
        if data.startswith(start):
            return sentence
    if data.startswith(cells.PACKED):
        return _of_packed(data)
    words = data[:_SAMPLE].decode("utf-8-sig", "replace").lstrip()
    reason = (
        _of_html(words)
        or _of_errors(data, words)
        or _of_broken_json(data)
        or _of_broken_xml(words, data)
        or _of_collection(words)
        or _of_people_and_numbers(words)
    )
    return reason or message(
        "Unsupported file. Supported are match scripts, text notation, BG Stats exports, BoardGameGeek "
        "plays, Board Game Arena replay logs, Abstract Play records, tables and lists of plays."
    )


def is_document(data: bytes) -> bool:
    """True if a ZIP is the document of an office program, whose parts are no files of their own."""
    return _of_document(data) is not None


def _of_packed(data: bytes) -> Message:
    return _of_document(data) or message(
        "The file is compressed and holds no table, or it is damaged; unpack other files before the import."
    )


def _of_document(data: bytes) -> Message | None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
            kind = archive.open("mimetype").read(100) if "mimetype" in names else b""
    except BAD_ZIP:
        return None
    if b"opendocument.spreadsheet" in kind:
        return _ODS
    if "xl/workbook.bin" in names:
        return message("This is a binary Excel workbook (.xlsb); save it as .xlsx or CSV.")
    if names & {"Index/Document.iwa", "Index.zip"}:
        return message("This is a document of Apple Numbers or Pages; export it as .xlsx or CSV.")
    if kind or names & {"word/document.xml", "ppt/presentation.xml"}:
        return message("This is a text document or a book; copy its list as text, or its table as CSV.")
    return None


def _of_html(words: str) -> Message | None:
    if not _HTML.match(_BEFORE_HTML.sub("", words)):
        return None
    title = _TITLE.search(words)
    if title and text.line(title[1]):
        return message(
            "This is a web page (“{title}”), not an export: the download showed an error, a login or a check of the "
            "browser. Download the file again.",
            title=text.line(title[1])[:60],
        )
    return message("This is a web page (HTML), not an export. Download the export itself, or copy its table as text.")


def _of_errors(data: bytes, words: str) -> Message | None:
    """BoardGameGeek answers `<errors>`, `<error message>` or `<message>` in place of a list."""
    if not _ERRORS.match(words):
        return None
    try:
        root = fromstring(data)
        said = text.line(root.get("message") or " ".join(root.itertext()))
    except (ParseError, DefusedXmlException):
        said = text.line(_TAG.sub(" ", words))
    if _LATER.search(said):
        return message(
            "BoardGameGeek has not prepared the plays yet (“{said}”). Wait a minute, download the file again and "
            "import that one.",
            said=said[:100],
        )
    return message(
        "This is an error message in place of the plays: “{said}”. Download the file again.", said=said[:100]
    )


def _of_collection(words: str) -> Message | None:
    if not _COLLECTION.match(words):
        return None
    return message(
        "This is a collection of BoardGameGeek: the games that somebody owns, not plays. Download the plays instead."
    )


def _of_people_and_numbers(words: str) -> Message | None:
    """Rows of words and numbers in which nothing is named as a game or a player."""
    if words.startswith(("{", "[")):
        is_told = len(_QUOTED.findall(words)) >= _SEVERAL and any(map(str.isdigit, words))
        return _OF_JSON if is_told else None
    told = [line for line in words.splitlines() if _CELL_NUMBER.search(line)]
    is_table = len(told) >= _SEVERAL and len({line.count(",") for line in told}) <= _SEVERAL
    return _OF_TABLE if is_table and any(map(str.isalpha, words)) else None


def _of_broken_json(data: bytes) -> Message | None:
    """Truncated JSON may lack the keys by which its importer detects it."""
    words = data.decode("utf-8-sig", "replace").lstrip()
    if not _JSON.match(words):
        return None
    try:
        json.loads(words)
    except json.JSONDecodeError as error:
        return message("The JSON is incomplete or damaged in line {line}.", line=error.lineno)
    except (ValueError, RecursionError):
        pass
    return None


def _of_broken_xml(words: str, data: bytes) -> Message | None:
    if not _XML.match(words):
        return None
    if "opendocument.spreadsheet" in words:
        return _ODS
    try:
        fromstring(data)
    except ParseError as error:
        return message("The XML is incomplete or damaged: {error}.", error=str(error))
    except (DefusedXmlException, ValueError):
        pass
    return None
