"""Take-backs and corrections of a record: entries before and after each, and new entries that revert them.

The log is append-only: every change of the effective entries, an undo included, is one more entry.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from core.game import Refusal
from core.messages import message
from core.record import effective_entries, index_of
from core.record_events import META_EVENTS, Corrected, Entry, TakenBack


class Change(NamedTuple):
    """A take-back or correction: from index `place` of the effective entries on, `became` replaced `was`.

    Entries that a correction repeats at its edges count as unchanged, so an inserted move appears as that move alone.
    """

    version: int
    event: TakenBack | Corrected
    place: int
    was: tuple[Entry, ...]
    became: tuple[Entry, ...]


class Difference(NamedTuple):
    """From index `place` on one sequence holds `was` and the other one `became`; before and after it they are equal."""

    place: int
    was: tuple[Entry, ...]
    became: tuple[Entry, ...]


def difference(table: Sequence[Entry], other: Sequence[Entry], place: int = 0, alike: int = 0) -> Difference:
    """The differing part of two entry sequences, compared by event, not by version; both parts are empty when equal.

    The first `place` and the last `alike` entries are assumed to be equal and are not compared.
    """
    shorter = min(len(table), len(other))
    while place < shorter and table[place].event == other[place].event:
        place += 1
    alike = min(alike, shorter - place)
    while alike < shorter - place and table[-1 - alike].event == other[-1 - alike].event:
        alike += 1
    return Difference(place, tuple(table[place : len(table) - alike]), tuple(other[place : len(other) - alike]))


def steps(log: Sequence[Entry]) -> Iterator[tuple[Entry, Change | None, Sequence[Entry]]]:
    """Every entry, its change if it is a take-back or a correction, and the effective entries before it.

    Interpreted as in `effective_entries`. The sequence of effective entries is valid until the next step.
    """
    table: list[Entry] = []
    entries = iter(log)
    for entry in entries:
        event = entry.event
        if isinstance(event, TakenBack):
            place = index_of(table, event.since)
            yield entry, Change(entry.version, event, place, tuple(table[place:]), ()), table
            del table[place:]
        elif isinstance(event, Corrected):
            first, last = index_of(table, event.since), index_of(table, event.until)
            new = list(islice(entries, event.count))
            before, alike = table, len(table) - 1 - last
            table = [*before[:first], *new, *before[last + 1 :]]
            yield entry, Change(entry.version, event, *difference(before, table, first, alike)), before
            yield from ((one, None, table) for one in new)
        else:
            yield entry, None, table
            if not isinstance(event, META_EVENTS):
                table.append(entry)


def changes(log: Sequence[Entry]) -> tuple[Change, ...]:
    """Every take-back and correction, oldest first."""
    return tuple(change for _, change, _ in steps(log) if change)


def reverted(log: Sequence[Entry], version: int) -> tuple[Entry, ...] | Refusal:
    """The effective entries without the change at `version`; a refusal when a later change touched the same entries.

    Reverting a correction keeps all entries outside its range. Reverting a take-back drops all entries recorded after
    it, because they belong to the other continuation, and makes the entries taken back effective again.
    """
    all_changes = changes(log)
    change = next((change for change in all_changes if change.version == version), None)
    if change is None:
        return Refusal("R-CHANGE", message("Event {version} is neither a correction nor a take-back.", version=version))
    forgets_rest = isinstance(change.event, TakenBack)
    start, end = change.place, change.place + len(change.became)
    for later in all_changes[all_changes.index(change) + 1 :]:
        first, last = later.place, later.place + len(later.was)
        if last <= start:
            start, end = (edge + len(later.became) - len(later.was) for edge in (start, end))
        elif first < end:
            sentence = message(
                "Event {version} changed the same events again; first restore the state before it.",
                version=later.version,
            )
            return Refusal("R-CHANGE", sentence)
    table = effective_entries(log)
    return (*table[:start], *change.was, *(() if forgets_rest else table[end:]))


def redoable(log: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries taken back last that can be redone, in the order of redoing them; any other entry clears the list.

    Recording the next of them again keeps the rest redoable.
    """
    waiting: list[Entry] = []  # Reversed: the next entry to redo is last.
    for entry, change, _ in steps(log):
        if isinstance(entry.event, TakenBack) and change:
            waiting += reversed(change.was)
        elif waiting and entry.event == waiting[-1].event:
            waiting.pop()
        else:
            waiting = []
    return tuple(reversed(waiting))


def correction_for(table: Sequence[Entry], replacement: Sequence[Entry], why: str) -> tuple[Entry, ...]:
    """The entries to append so that `wanted` replaces `table`; only their events and times are meaningful.

    The correction covers as few entries as possible, because all others keep their versions and so their notes. Empty
    when nothing differs; without a correction when `table` is empty.
    """
    place, was, became = difference(table, replacement)
    if not was and not became:
        return ()
    if not table:
        return became
    if not was:  # A correction needs at least one entry to replace: an insertion repeats its neighbor.
        was = tuple(table[place - 1 : place] if place else table[:1])  # Not a result that follows from earlier entries.
        became = (*was, *became) if place else (*became, *was)
    return (Entry(0, Corrected(was[0].version, was[-1].version, len(became), why)), *became)
