"""How a record was put right: what stood, what stands in its place, and how to make something else stand.

The law: nothing is undone by removing it. Whatever is to stand is brought about by one more entry of the record.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from core.entries import ASIDES, Corrected, Entry, TakenBack
from core.game import Refusal
from core.phrase import phrase
from core.record import place_of, standing


class Change(NamedTuple):
    """A take-back or correction: from `place` on in the table (from 0), `became` stands where `was` stood.

    Entries that a correction repeats at its edges count as unchanged, so a forgotten move shows as that move alone.
    """

    version: int
    event: TakenBack | Corrected
    place: int
    was: tuple[Entry, ...]
    became: tuple[Entry, ...]


class Difference(NamedTuple):
    """From `place` on (from 0) one table holds `was` where the other one holds `became`; around it they are equal."""

    place: int
    was: tuple[Entry, ...]
    became: tuple[Entry, ...]


def difference(table: Sequence[Entry], other: Sequence[Entry], place: int = 0, alike: int = 0) -> Difference:
    """Where two tables differ in their events, whatever the versions; both parts are empty when they do not.

    They are known to be equal up to `place`, and in the last `alike` entries.
    """
    shorter = min(len(table), len(other))
    while place < shorter and table[place].event == other[place].event:
        place += 1
    alike = min(alike, shorter - place)
    while alike < shorter - place and table[-1 - alike].event == other[-1 - alike].event:
        alike += 1
    return Difference(place, tuple(table[place : len(table) - alike]), tuple(other[place : len(other) - alike]))


def _steps(log: Sequence[Entry]) -> Iterator[tuple[Entry, Change | None]]:
    """Every entry, with what it changed if it is a take-back or a correction; as `standing` reads them."""
    table: list[Entry] = []
    entries = iter(log)
    for entry in entries:
        event = entry.event
        if isinstance(event, TakenBack):
            place = place_of(table, event.since)
            was = tuple(table[place:])
            del table[place:]
            yield entry, Change(entry.version, event, place, was, ())
        elif isinstance(event, Corrected):
            first, last = place_of(table, event.since), place_of(table, event.until)
            new = list(islice(entries, event.count))
            before, alike = table, len(table) - 1 - last
            table = [*before[:first], *new, *before[last + 1 :]]
            yield entry, Change(entry.version, event, *difference(before, table, first, alike))
            yield from ((one, None) for one in new)
        else:
            if not isinstance(event, ASIDES):
                table.append(entry)
            yield entry, None


def changes(log: Sequence[Entry]) -> tuple[Change, ...]:
    """Every take-back and correction, oldest first."""
    return tuple(change for _, change in _steps(log) if change)


def restored(log: Sequence[Entry], version: int) -> tuple[Entry, ...] | Refusal:
    """The table as it would stand without the change at `version`; a refusal when later changes touched the same place.

    What a correction did not touch stays. A take-back had the match go on differently from there, so what was taken
    back stands again in place of everything that followed.
    """
    found = changes(log)
    change = next((change for change in found if change.version == version), None)
    if change is None:
        return Refusal("R-CHANGE", phrase("Event {version} is neither a correction nor a take-back.", version=version))
    forgets_rest = isinstance(change.event, TakenBack)
    start, end = change.place, change.place + len(change.became)
    for later in found[found.index(change) + 1 :]:
        first, last = later.place, later.place + len(later.was)
        if last <= start:
            start, end = (edge + len(later.became) - len(later.was) for edge in (start, end))
        elif first < (start if forgets_rest else end):
            sentence = phrase(
                "The same events were changed again by event {version}; restore what stood before that first.",
                version=later.version,
            )
            return Refusal("R-CHANGE", sentence)
    table = standing(log)
    return (*table[:start], *change.was, *(() if forgets_rest else table[end:]))


def undone(log: Sequence[Entry]) -> tuple[Entry, ...]:
    """What was taken back last and nothing else was recorded since, in the order it would be recorded once more.

    Events recorded once more leave the rest of them to follow.
    """
    waiting: list[Entry] = []  # The next one last.
    for entry, change in _steps(log):
        if isinstance(entry.event, TakenBack) and change:
            waiting += reversed(change.was)
        elif waiting and entry.event == waiting[-1].event:
            waiting.pop()
        else:
            waiting = []
    return tuple(reversed(waiting))


def rewriting(table: Sequence[Entry], wanted: Sequence[Entry], why: str) -> tuple[Entry, ...]:
    """What to append so that `wanted` stands in place of `table`, as entries of which only event and time count.

    A correction of as few entries as possible: the others keep their versions, and with them their notes. Nothing to
    append where it stands already; no correction where nothing stands that could be corrected.
    """
    place, was, became = difference(table, wanted)
    if not was and not became:
        return ()
    if not table:
        return became
    if not was:  # A correction stands in for something: the neighbor of what is added is entered again.
        at_end = place == len(table)
        was = tuple(table[-1:] if at_end else table[place : place + 1])
        became = (*was, *became) if at_end else (*became, *was)
    return (Entry(0, Corrected(was[0].version, was[-1].version, len(became), why)), *became)
