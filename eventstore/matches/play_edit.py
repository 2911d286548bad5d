"""Edits of a play in place: the entries that record one changed value, and the match after them."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final, NamedTuple, TypeAlias

from core import corrections, record
from core.details import details_changed
from core.errors import InvalidInput
from core.game import Refusal, Seat, facts_of
from core.messages import message
from core.record_events import DetailsNoted, Entry, MatchClosed, MatchDescribed, SeatDetails, TakenBack
from core.sheet_edit import LabelEdit, PointsEdit, RanksEdit, SheetEdit, WinnersEdit
from eventstore.matches.match import Match, Refused, apply_events
from eventstore.matches.people import Player, name_key, normalized_name


@dataclass(frozen=True, slots=True)
class SeatEdit:
    """Another person at a seat: one of this name, a new one, or the one with the id `person`.

    A person of the same match changes places with the one at this seat.
    """

    seat: Seat
    name: str
    person: str = ""


@dataclass(frozen=True, slots=True)
class DetailEdit:
    """The value of a field of `DetailsNoted`; of a field of `SeatDetails` where a `seat` is given.

    `uncounted` alone says whether the match counts: empty, it does.
    """

    name: str
    value: object
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class RestoredEdit:
    """The values before the edit whose first entry has this version."""

    version: int


_DESCRIBED: Final = ("played_on", "place", "title", "minutes", "tags")
"""The fields of a header that are edited."""

PlayEdit: TypeAlias = SheetEdit | SeatEdit | MatchDescribed | DetailEdit | RestoredEdit
"""Lines of a sheet are given by version. Of a header the fields that change are given, without players and options."""


class PlannedEdit(NamedTuple):
    """The entries that record an edit, and the players of all seats if it changes one; empty where nothing differs."""

    entries: tuple[Entry, ...] = ()
    players: tuple[Player, ...] = ()


def planned_edit(match: Match, edit: PlayEdit, why: str = "") -> PlannedEdit:
    """The record of an edit of a play, with `why` as the reason of a correction.

    Raises InvalidInput for a value that the play does not have, Refused for what the history of the match rules out.
    """
    if isinstance(edit, MatchDescribed):
        return PlannedEdit(_described(match, edit))
    if isinstance(edit, DetailEdit):
        return PlannedEdit(_noted(match, edit))
    if isinstance(edit, SeatEdit):
        return PlannedEdit(players=_reseated(match, edit))
    table = record.effective_entries(match.log)
    if not isinstance(edit, RestoredEdit):
        return PlannedEdit(_rows(table, _edited(match, table, edit), why))
    if table and table[-1].version == edit.version:  # Recorded at the end, where there was nothing before.
        return PlannedEdit((Entry(0, TakenBack(edit.version, why or None)),))
    restored = corrections.reverted(match.log, edit.version)
    if isinstance(restored, Refusal):
        raise Refused(restored)
    return PlannedEdit(corrections.correction_for(table, restored, why))


def _described(match: Match, edit: MatchDescribed) -> tuple[Entry, ...]:
    """An event with the fields that differ. A known date or duration cannot be removed, as None means no change."""
    header = match.header
    new = {}
    for name in _DESCRIBED:
        known = getattr(header, name)
        if (value := getattr(edit, name)) not in (None, "" if known is None else known):
            new[name] = value
    return (Entry(0, MatchDescribed(**new)),) if new else ()


def _noted(match: Match, edit: DetailEdit) -> tuple[Entry, ...]:
    """An event with the detail, and the result where it completes the ranks of a sheet without points."""
    before = match.details
    changed: dict[str, Any] = {edit.name: edit.value}
    if edit.name == "uncounted":
        changed["counted"] = not edit.value
    seats = before.seats or ()
    if edit.name not in (field.name for field in fields(DetailsNoted if edit.seat is None else SeatDetails)):
        raise InvalidInput(message("This is a detail of the other kind: of a seat, or of the whole play."))
    if edit.seat is None:
        if before.number and edit.name == "number" and edit.value is None:
            raise InvalidInput(message("A known place in the series can be corrected here, but not removed."))
        after = replace(before, **changed)
    elif edit.seat in range(len(seats)):
        seats = tuple(replace(one, **changed) if seat == edit.seat else one for seat, one in enumerate(seats))
        after = replace(before, seats=seats)
    else:
        raise _no_seat(edit.seat)
    if (change := details_changed(before, after)) == DetailsNoted():
        return ()
    return (Entry(0, change), *(_ranked(match, [seat.rank for seat in seats]) if edit.name == "rank" else ()))


def _ranked(match: Match, ranks: Sequence[int | None]) -> tuple[Entry, ...]:
    """The result where a rank is known for each seat of an open sheet without points."""
    make = facts_of(match.game).edited
    if make is None or match.state != "open" or None in ranks:
        return ()
    table = record.effective_entries(match.log)
    events = make(match.now.state, [entry.event for entry in table], RanksEdit(tuple(ranks)))
    return tuple(Entry(0, event) for event in events[len(table) :])


def _no_seat(seat: Seat) -> InvalidInput:
    return InvalidInput(message("There is no seat {seat} at this table.", seat=seat))


def _reseated(match: Match, edit: SeatEdit) -> tuple[Player, ...]:
    if not 0 <= edit.seat < len(match.names):
        raise _no_seat(edit.seat)
    ids = [match.people.one(id) for id in match.header.players]
    players = [Player(name, id=id) for id, name in zip(ids, match.names, strict=True)]
    own, now_at = players[edit.seat], seat_of(match, edit)
    if now_at == edit.seat:
        return ()
    if now_at is None:
        players[edit.seat] = Player(normalized_name(edit.name), id=edit.person)
    else:
        players[edit.seat], players[now_at] = players[now_at], own
    return tuple(players)


def seat_of(match: Match, edit: SeatEdit) -> Seat | None:
    """The seat at which the person of the edit sits now; None: at none of this match."""
    name, person = name_key(normalized_name(edit.name)), match.people.one(edit.person)
    for seat, (id, present) in enumerate(zip(match.header.players, match.names, strict=True)):
        if match.people.one(id) == person if edit.person else name_key(present) == name:
            return seat
    return None


def _edited(match: Match, table: Sequence[Entry], edit: SheetEdit) -> tuple[Entry, ...]:
    """The effective entries after an edit. An entry that stands for an earlier one keeps its time."""
    make = facts_of(match.game).edited
    if make is None:
        raise InvalidInput(message("The moves of this match make its points: correct the move instead."))
    if isinstance(edit, PointsEdit | LabelEdit):
        edit = _with_index(table, edit)
    elif isinstance(edit, WinnersEdit):  # They end the match in place of a close.
        table = [entry for entry in table if not isinstance(entry.event, MatchClosed)]
    events = make(match.now.state, [entry.event for entry in table], edit)
    known = {id(entry.event): entry for entry in table}
    times = [entry.happened_at for entry in table] if len(events) == len(table) else [None] * len(events)
    return tuple(known.get(id(event), Entry(0, event, time)) for event, time in zip(events, times, strict=True))


def _with_index(table: Sequence[Entry], edit: PointsEdit | LabelEdit) -> PointsEdit | LabelEdit:
    if edit.line is None:
        return edit
    versions = [entry.version for entry in table]
    if edit.line not in versions:
        raise InvalidInput(message("This value was changed in the meantime; here is the present one."))
    return replace(edit, line=versions.index(edit.line))


def _rows(table: Sequence[Entry], replacement: Sequence[Entry], why: str) -> tuple[Entry, ...]:
    """The entries to append so that `replacement` is in effect: the entries that follow, or a correction."""
    if tuple(replacement[: len(table)]) == tuple(table):
        return tuple(replacement[len(table) :])
    return corrections.correction_for(table, replacement, why)


def preview(match: Match, planned: PlannedEdit) -> Match:
    """The match with the points and the result after an edit; players as before. Raises Refused and InvalidInput."""
    events, times = [entry.event for entry in planned.entries], [entry.happened_at for entry in planned.entries]
    return apply_events(match, events, times)[0] if events else match


def inverse(before: Match, after: Match, edit: PlayEdit) -> PlayEdit | None:
    """The edit that restores the former value; None: it was not known, and cannot become unknown again."""
    if before.version == after.version:
        return None
    if isinstance(edit, SeatEdit):
        return SeatEdit(edit.seat, before.names[edit.seat], before.people.one(before.header.players[edit.seat]))
    if isinstance(edit, MatchDescribed):
        known = before.header
        former = MatchDescribed(
            played_on=known.played_on if edit.played_on is not None else None,
            place=known.place or "" if edit.place is not None else None,
            title=known.title or "" if edit.title is not None else None,
            minutes=known.minutes if edit.minutes is not None else None,
            tags=known.tags if edit.tags is not None else None,
        )
        return None if former == MatchDescribed() else former
    if isinstance(edit, DetailEdit):
        former_value = detail_of(before.details, edit.name, edit.seat)
        is_fixed = former_value is None and edit.name == "number"
        return None if is_fixed else DetailEdit(edit.name, former_value, edit.seat)
    return RestoredEdit(before.version + 1)


def detail_of(noted: DetailsNoted, name: str, seat: Seat | None) -> object:
    """The value of a detail."""
    value: object = getattr(noted if seat is None else (noted.seats or ())[seat], name)
    return value


def row_after(before: Match, after: Match, edit: PlayEdit) -> int | None:
    """The version of the edited line in the match `after` the edit; None if the edit is of no line."""
    if not isinstance(edit, PointsEdit | LabelEdit):
        return None
    old, new = ([entry.version for entry in record.effective_entries(match.log)] for match in (before, after))
    if edit.line is not None:
        return new[old.index(edit.line)]
    return next((version for version in new if version not in old), None)
