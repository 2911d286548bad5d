"""Unpacks compressed files: `export.json.gz`, and a ZIP of exports. Workbooks and ZIPs of tables stay packed."""

import gzip
import io
import zipfile
import zlib
from pathlib import PurePosixPath
from typing import Final

from core.messages import message
from importers import text, unsupported
from importers.imported_play import UnreadableFile
from importers.tables import cells
from importers.tables.cells import BAD_ZIP

GZIP: Final = b"\x1f\x8b"

_PICTURES: Final = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".heic", ".pdf")


def contents(data: bytes, limit: int) -> list[tuple[str, bytes]]:
    """The files in a compressed one, with their names; the file itself, without a name, if it is not compressed.

    Pictures in a ZIP are left out. `limit` is in bytes, unpacked. Raises UnreadableFile.
    """
    if data.startswith(GZIP):
        return [("", _unzipped(data, limit))]
    if not data.startswith(cells.PACKED) or cells.holds_tables(data) or unsupported.is_document(data):
        return [("", data)]
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [member for member in archive.infolist() if _is_export(member)]
            if sum(member.file_size for member in members) > limit:
                raise UnreadableFile(message("The unpacked file is too large."))
            result = [(text.line(PurePosixPath(member.filename).name), archive.read(member)) for member in members]
    except UnreadableFile:
        raise
    except BAD_ZIP:
        return [("", data)]
    return result or [("", data)]


def _is_export(member: zipfile.ZipInfo) -> bool:
    path = PurePosixPath(member.filename)
    hidden = any(part.startswith((".", "__MACOSX")) for part in path.parts)
    document = path.parts[:1] in (("META-INF",), ("xl",), ("word",)) or path.name in ("mimetype", "[Content_Types].xml")
    return not (member.is_dir() or hidden or document or path.suffix.lower() in _PICTURES)


def _unzipped(data: bytes, limit: int) -> bytes:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            reading = file.read(limit + 1)
    except (EOFError, OSError, zlib.error):
        raise UnreadableFile(message("The compressed file is incomplete or damaged.")) from None
    if len(reading) > limit:
        raise UnreadableFile(message("The unpacked file is too large."))
    return reading
