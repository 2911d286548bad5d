"""What an import would bring, tried in a copy of the store, and the import itself."""

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
"""Matches that are shown of each file, those that are new where there are any."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What comes, or came, of the files; `first` are some matches of each as rows."""

    summary: Summary
    first: tuple[MatchRow, ...]

    @property
    def brings(self) -> int:
        return self.summary.new + self.summary.changed


def tried(store: str, given: Sequence[Given], wishes: Mapping[str, Wishes], progress: Progress) -> Outlook:
    """What would come of the files; nothing is written. `wishes` are by the digests of those that have any."""
    with files.rehearsal(store) as records:
        return _read(records, given, wishes, progress)


def kept(
    store: str, given: Sequence[Given], wishes: Mapping[str, Wishes], progress: Progress, by: str = "local"
) -> Outlook:
    """The same for good, as recorded `by` somebody."""
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
