"""The registry of importers, and the choice of the importer for a file by its content."""

import json
import re
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
            message(
                "The file is compressed and holds no table, or it is damaged; unpack other files before the import."
            )
        )
    if cells.is_markup(data):
        _refuse_broken(data)
    raise UnreadableFile(
        message(
            "Unsupported file. Supported are match scripts, text notation, BG Stats exports, BoardGameGeek "
            "plays, Board Game Arena replay logs, Abstract Play records, tables and lists of plays."
        )
    )


def _refuse_broken(data: bytes) -> None:
    """Raises UnreadableFile for truncated JSON: it may lack the keys by which its importer detects it."""
    words = data.decode("utf-8-sig", "replace").lstrip()
    if re.match(r'\{|\[\s*[\[{"\]]', words):
        try:
            json.loads(words)
        except json.JSONDecodeError as error:
            raise UnreadableFile(
                message("The JSON is incomplete or damaged in line {line}.", line=error.lineno)
            ) from None
        except (ValueError, RecursionError):
            pass
