"""The dry run of an import, in a temporary copy of the store, and the import itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from eventstore import rows
from eventstore.records import Records
from eventstore.rows import MatchRow
from viewer.importing import files
from viewer.importing.files import Progress
from viewer.importing.foreign import Wishes
from viewer.importing.given import Given
from viewer.importing.summary import Summary

FIRST: Final = 5
"""Maximum matches shown for each file: new ones if there are any, else others."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The result of an import or a dry run; `first` are the first matches of each file."""

    summary: Summary
    first: tuple[MatchRow, ...]

    @property
    def brings(self) -> int:
        return self.summary.new + self.summary.changed


def tried(store: str, given: Sequence[Given], wishes: Mapping[str, Wishes], progress: Progress) -> Outlook:
    """Dry run: nothing is written to the store. `wishes` are by file digest; files without options are missing."""
    with files.rehearsal(store) as records:
        return _read(records, given, wishes, progress)


def kept(
    store: str, given: Sequence[Given], wishes: Mapping[str, Wishes], progress: Progress, by: str = "local"
) -> Outlook:
    """The import itself; `by` is the principal that the events are recorded for."""
    with files.in_bulk(store, by) as records:
        return _read(records, given, wishes, progress)


def _read(records: Records, given: Sequence[Given], wishes: Mapping[str, Wishes], progress: Progress) -> Outlook:
    summary, first, before = Summary(files=len(given)), dict[str, MatchRow](), {*records.ids()}
    for file in given:
        read = len(summary.matches)
        files.read(file.name, file.opened(), records, summary, wishes.get(file.digest, Wishes()), progress)
        found = summary.matches[read:]
        fresh = [id for id in found if id not in before]
        first |= {id: _row(records, id) for id in (fresh or found)[:FIRST]}
    return Outlook(summary, tuple(first.values()))


def _row(records: Records, id: str) -> MatchRow:
    match = records.match(id)
    return replace(rows.summary(match), players=match.names)
