"""The dry run of an import, in a temporary copy of the store, and the import itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels import projection
from eventstore.readmodels.projection import MatchRow
from importers.confidence import Confidence
from viewer.importing import target
from viewer.importing.files import FileImport, Progress
from viewer.importing.foreign import ImportOptions, Read
from viewer.importing.summary import Summary
from viewer.importing.uploads import Upload

FIRST: Final = 5
"""Maximum matches shown for each file: new ones if there are any, else others."""


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """The result of an import or a dry run; `first` are the first matches of each file.

    `doubts` are the reasons, by file, why the guessed reading of a table or list needs a confirmation.
    """

    summary: Summary
    first: tuple[MatchRow, ...]
    doubts: Mapping[str, Confidence] = field(default_factory=dict)

    @property
    def brings(self) -> int:
        return self.summary.new + self.summary.changed


def dry_run(
    store: str, uploads: Sequence[Upload], options: Mapping[str, ImportOptions], progress: Progress
) -> ImportPreview:
    """Dry run: nothing is written to the store. `options` are by file digest; a file without any is not in it."""
    with target.dry_run(store) as records:
        return _read(records, uploads, options, progress)


def import_files(
    store: str, uploads: Sequence[Upload], options: Mapping[str, ImportOptions], progress: Progress, by: str = "local"
) -> ImportPreview:
    """The import itself; `by` is the principal that the events are recorded for."""
    with target.in_bulk(store, by, files=[file.name for file in uploads]) as records:
        return _read(records, uploads, options, progress)


def _read(
    records: MatchRepository, uploads: Sequence[Upload], options: Mapping[str, ImportOptions], progress: Progress
) -> ImportPreview:
    summary, first, before = Summary(files=len(uploads)), dict[str, MatchRow](), {*records.ids()}
    doubts = dict[str, Confidence]()

    def confirm(name: str, found: Read) -> bool:
        if found.confidence.asks and found.reading.plays:
            doubts[name] = found.confidence
        return True  # The button of the page is the confirmation.

    for file in uploads:
        read = len(summary.matches)
        wanted = options.get(file.digest, ImportOptions())
        FileImport(records, summary, wanted, confirm=confirm).read(file.name, file.opened(), progress)
        found = summary.matches[read:]
        fresh = [id for id in found if id not in before]
        first |= {id: _row(records, id) for id in (fresh or found)[:FIRST]}
    return ImportPreview(summary, tuple(first.values()), doubts)


def _row(records: MatchRepository, id: str) -> MatchRow:
    match = records.match(id)
    return replace(projection.match_row(match), players=match.names)
