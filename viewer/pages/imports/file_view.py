"""What a page shows of an uploaded file: its readings with their first plays, and what is not sure."""

from typing import Final, NamedTuple

from eventstore.readmodels.projection import MatchRow
from importers import dates, table, textlist
from importers.files import FileImport, FileRead
from importers.mapping import Mapping
from importers.reading import Read
from importers.sample import sample_rows
from viewer.pages.imports.choices import Choice

FIRST: Final = 3
"""Plays shown of each reading that a person chooses from."""


class ReadingView(NamedTuple):
    """One reading: its first matches, and the number of all."""

    rows: tuple[MatchRow, ...]
    plays: int
    mapping: Mapping | None = None
    unused: tuple[str, ...] = ()


class FileView(NamedTuple):
    """One file of an upload with this digest. `readings` are those to choose from if it `asks`, else the one taken.

    `is_chosen`: a person chose it. `confirmed_on` and `header` as in `Read`. `is_undated`: plays are left out until
    somebody says whether their dates begin with the day.
    """

    name: str
    digest: str
    format: str
    readings: tuple[ReadingView, ...]
    asks: bool = False
    is_chosen: bool = False
    doubts: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    confirmed_on: str = ""
    is_undated: bool = False

    @property
    def is_guessed(self) -> bool:
        """Whether a person can correct how it was read."""
        return self.format in (table.KEY, textlist.KEY)


def file_view(files: FileImport, digest: str, read: FileRead, chosen: Choice) -> FileView:
    found, taken = read.found, read.taken
    if found is None:
        return FileView(read.name, digest, "partie", (ReadingView(files.rows(read.sample), read.matches),))
    if taken is None:
        readings = tuple(
            ReadingView(sample_rows(one.reading.plays, FIRST), len(one.reading.plays), one.mapping, one.unused)
            for one in (found, *found.others)
        )
    else:
        readings = (ReadingView(files.rows(read.sample), len(taken.reading.plays), taken.mapping, taken.unused),)
    return FileView(
        read.name,
        digest,
        found.format,
        readings,
        asks=taken is None,
        is_chosen=found.asks and taken is not None,
        doubts=found.confidence.doubts,
        header=found.header,
        confirmed_on=found.confirmed_on,
        is_undated=_is_undated(taken or found) or chosen.options.day_first is not None,
    )


def _is_undated(read: Read) -> bool:
    return any(dates.is_ambiguous(problem.message) for problem in read.reading.problems)
