"""How a record was put right: what stood, what stands in its place, and how to make something else stand.

The law: nothing is undone by removing it. Whatever is to stand is brought about by one more entry of the record.
"""

from collections.abc import Sequence
from typing import NamedTuple

from core.entries import Corrected, Entry, TakenBack
from core.game import Refusal
from core.phrase import phrase
from core.record import standing


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


def difference(table: Sequence[Entry], other: Sequence[Entry]) -> Difference:
    """Where two tables differ in their events, whatever the versions; both parts are empty when they do not."""
    shorter = min(len(table), len(other))
    place = 0
    while place < shorter and table[place].event == other[place].event:
        place += 1
    alike = 0
    while alike < shorter - place and table[-1 - alike].event == other[-1 - alike].event:
        alike += 1
    return Difference(place, tuple(table[place : len(table) - alike]), tuple(other[place : len(other) - alike]))


def changes(log: Sequence[Entry]) -> tuple[Change, ...]:
    """Every take-back and correction, oldest first."""
    found = []
    for index, entry in enumerate(log):
        if isinstance(entry.event, TakenBack | Corrected):
            count = entry.event.count if isinstance(entry.event, Corrected) else 0
            before, after = standing(log[:index]), standing(log[: index + 1 + count])
            found.append(Change(entry.version, entry.event, *difference(before, after)))
    return tuple(found)


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
    waiting: tuple[Entry, ...] = ()
    for index, entry in enumerate(log):
        if isinstance(entry.event, TakenBack):
            waiting = (*difference(standing(log[:index]), standing(log[: index + 1])).was, *waiting)
        elif waiting and entry.event == waiting[0].event:
            waiting = waiting[1:]
        else:
            waiting = ()
    return waiting


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
