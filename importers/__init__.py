"""The registry of importers, and the choice of the importer for a file by its content."""

import json
from typing import Final

from core.messages import message
from importers import abstractplay, bga, bgg, bgstats, cells, table, textlist
from importers.imported_play import Importer, UnreadableFile

IMPORTERS: Final[tuple[Importer, ...]] = (bgstats, abstractplay, bga, bgg, table, textlist)
"""All importers, the most specific detection first; annotated so that mypy checks each module against the protocol."""


def recognized(data: bytes) -> Importer:
    """The importer for a file with this content; the file name is not used. Raises UnreadableFile."""
    for importer in IMPORTERS:
        if importer.recognizes(data):
            return importer
    if not data.strip():
        raise UnreadableFile(message("The file is empty."))
    if data.startswith(cells.PACKED):
        raise UnreadableFile(
            message("The file is packed and holds no table, or is damaged; other files are read unpacked.")
        )
    if cells.is_markup(data):
        _refuse_broken(data)
    raise UnreadableFile(
        message(
            "This is none of the files that can be read: match scripts, text notation, exports of BG Stats, plays of"
            " BoardGameGeek, replay logs of Board Game Arena, records of Abstract Play, tables, lists of plays."
        )
    )


def _refuse_broken(data: bytes) -> None:
    """Raises UnreadableFile for truncated JSON: it may lack the keys by which its importer detects it."""
    words = data.decode("utf-8-sig", "replace").lstrip()
    if words.startswith(("{", "[")):
        try:
            json.loads(words)
        except json.JSONDecodeError as error:
            raise UnreadableFile(
                message("This is JSON that breaks off or is damaged, in line {line}.", line=error.lineno)
            ) from None
        except (ValueError, RecursionError):
            pass
