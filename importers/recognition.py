"""The registry of importers, and the choice of the importer for a file by its content."""

from typing import Final

from importers import abstractplay, bga, bgg, bgstats, bgstats_push, game_logs, table, textlist, unsupported
from importers.imported_play import Importer, UnreadableFile

IMPORTERS: Final[tuple[Importer, ...]] = (bgstats, bgstats_push, abstractplay, bga, bgg, table, textlist)
"""All importers, the most specific detection first; annotated so that mypy checks each module against the protocol."""


def recognized(data: bytes) -> Importer:
    """The importer for a file with this content; the file name is not used. Raises UnreadableFile."""
    if sentence := game_logs.named(data):
        raise UnreadableFile(sentence)
    for importer in IMPORTERS:
        if importer.recognizes(data):
            return importer
    raise unsupported.error(data)
