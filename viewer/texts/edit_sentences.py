"""Sentences about an edit of a play: the change itself, and what follows from it. Names and labels are plain text."""

from collections.abc import Sequence
from typing import Final

from core import record
from core.games.scoresheet import FINAL, PointsNoted
from core.record_events import MatchDescribed
from core.sheet_edit import LabelEdit, PointsEdit, RanksEdit, WinnersEdit
from eventstore.matches.match import Match
from eventstore.matches.play_edit import DetailEdit, PlayEdit, RestoredEdit, SeatEdit, seat_of
from eventstore.statistics.edit_consequence import EditConsequence
from viewer.locale.language import date, gettext, gettext_noop, length, listed, ngettext
from viewer.locale.plain_text import fit, number
from viewer.texts.play_details import LABELS, choices_of, write_detail

MAX_TEXT: Final = 60
"""Maximum columns of a name or a label in these sentences."""

_PLACES: Final = (
    gettext_noop("first"),
    gettext_noop("second"),
    gettext_noop("third"),
    gettext_noop("fourth"),
    gettext_noop("fifth"),
)


def edit_words(match: Match, edit: PlayEdit) -> str:
    """The edit of this match in a few words, without a final period: `Ana, Grain: 1 to 4`."""
    match edit:
        case PointsEdit():
            return _points_words(match, edit)
        case LabelEdit(line, label):
            return gettext("Category: {before} to {after}", before=_label(match, line), after=_fit(label))
        case WinnersEdit(None):
            return gettext("Winner: by the points")
        case WinnersEdit(seats):
            return gettext("Winner: {names}", names=_names(match, seats or ()) or gettext("nobody"))
        case SeatEdit(seat, name):
            return gettext("{name} in place of {former}", name=_fit(name), former=_names(match, (seat,)))
        case DetailEdit():
            return _detail_words(match, edit)
        case RestoredEdit() | RanksEdit():
            return gettext("The former value")
    return _header_words(edit)


def _points_words(match: Match, edit: PointsEdit) -> str:
    line = _line(match, edit.line)
    before = line.points[edit.seat] if line and edit.seat in range(len(match.names)) else None
    name, after = _names(match, (edit.seat,)), number(edit.points)
    if line and edit.entry is not None:
        written = dict(match.now.state.written).get(line.label, ())
        former = written[edit.seat] if edit.seat in range(len(written)) else ""
        label, after = _fit(line.label), edit.entry or "–"
        return gettext(
            "{name}, {label}: {before} to {after}", name=name, label=label, before=former or "–", after=after
        )
    if line is None or line.label == FINAL:
        if before is None:
            return gettext("{name}: {points}", name=name, points=after)
        return gettext("{name}: {before} to {after}", name=name, before=number(before), after=after)
    values = {"name": name, "label": _fit(line.label), "after": after}
    if before is None:
        return gettext("{name}, {label}: {after}", **values)
    return gettext("{name}, {label}: {before} to {after}", before=number(before), **values)


def _line(match: Match, version: int | None) -> PointsNoted | None:
    """The line with this version; None: it is not in effect."""
    events = (entry.event for entry in record.effective_entries(match.log) if entry.version == version)
    return next((event for event in events if isinstance(event, PointsNoted)), None)


def _label(match: Match, version: int) -> str:
    line = _line(match, version)
    return _fit(line.label) if line else "-"


def _detail_words(match: Match, edit: DetailEdit) -> str:
    text = write_detail(edit.name, edit.value)
    words = f"{gettext(LABELS[edit.name])}: {_fit(choices_of(edit.name).get(text, text)) or '-'}"
    return words if edit.seat is None else f"{_names(match, (edit.seat,))}, {words}"


def _header_words(edit: MatchDescribed) -> str:
    changes = (
        (edit.title, gettext("Title: {value}", value=_fit(edit.title or "-"))),
        (edit.played_on, gettext("Date: {value}", value=date(edit.played_on or ""))),
        (edit.place, gettext("Place: {value}", value=_fit(edit.place or "-"))),
        (edit.minutes, gettext("Length: {value}", value=length(edit.minutes or 0))),
        (edit.tags, gettext("Tags: {tags}", tags=_fit(", ".join(edit.tags or ())) or "-")),
    )
    return ", ".join(words for value, words in changes if value is not None)


def edit_consequence_sentence(match: Match, edit: PlayEdit, found: EditConsequence, *, tells_people: bool) -> str:
    """The consequence of an edit of this match; empty if nothing follows but the change itself.

    `tells_people`: the reader may know which people there are in the store.
    """
    if isinstance(edit, SeatEdit):
        return _seat_sentence(match, edit, tells_people)
    if isinstance(edit, LabelEdit | MatchDescribed | DetailEdit):
        return ""
    parts = [_result(match.names, found)]
    if found.seat is not None and found.beaten is not None:
        name = _names(match, (found.seat,))
        parts.append(gettext("{name}'s record here was {points}.", name=name, points=number(found.beaten)))
    return " ".join(filter(None, parts))


def _seat_sentence(match: Match, edit: SeatEdit, tells_people: bool) -> str:
    former, name = _names(match, (edit.seat,)), _fit(edit.name)
    if (seat := seat_of(match, edit)) is not None:
        return gettext("{name} and {other} change places.", name=former, other=name) if seat != edit.seat else ""
    if tells_people and not edit.person and not match.people.named(edit.name):
        return gettext(
            "{name} then sat here, not {former}. Nobody of this name has played yet.", name=name, former=former
        )
    return gettext("{name} then sat here, not {former}.", name=name, former=former)


def _result(names: Sequence[str], found: EditConsequence) -> str:
    points = None if found.seat is None else found.points
    if found.winners is None:
        return "" if points is None else _comes_to(names, found)
    if found.winners != found.former:
        return _then_wins(names, found)
    won = _listed(names, found.winners)
    if found.seat is None or points is None:
        return ngettext("{names} still wins.", "{names} still win.", len(found.winners), names=won) if won else ""
    if found.winners == (found.seat,):
        if found.margin is None:
            return gettext("{name} comes to {points} and still wins.", name=won, points=number(points))
        margin = number(found.margin)
        return gettext(
            "{name} comes to {points} and still wins, by {margin}.", name=won, points=number(points), margin=margin
        )
    still = ngettext("{names} still wins.", "{names} still win.", len(found.winners), names=won) if won else ""
    return " ".join(filter(None, (_comes_to(names, found), still)))


def _comes_to(names: Sequence[str], found: EditConsequence) -> str:
    values = {"name": _listed(names, (found.seat or 0,)), "points": number(found.points)}
    if found.rank is None or not found.winners:
        return gettext("{name} comes to {points}.", **values)
    place = (
        gettext(_PLACES[found.rank - 1]) if found.rank <= len(_PLACES) else gettext("in place {rank}", rank=found.rank)
    )
    if found.rank == found.former_rank:
        return gettext("{name} comes to {points} and stays {place}.", place=place, **values)
    return gettext("{name} comes to {points} and is then {place}.", place=place, **values)


def _then_wins(names: Sequence[str], found: EditConsequence) -> str:
    """The new winners, and those who no longer win."""
    winners = found.winners or ()
    if not winners:
        return gettext("Then nobody wins.")
    won = _listed(names, winners)
    lost = _listed(names, [seat for seat in found.former or () if seat not in winners])
    if len(winners) > 1:
        if lost:
            return gettext("{names} then win together, not {former}.", names=won, former=lost)
        return gettext("{names} then win together.", names=won)
    if not found.margin:
        if lost:
            return gettext("{name} then wins, not {former}.", name=won, former=lost)
        return gettext("{name} then wins.", name=won)
    margin = number(found.margin)
    if lost:
        return gettext("{name} then wins by {margin}, not {former}.", name=won, margin=margin, former=lost)
    return gettext("{name} then wins by {margin}.", name=won, margin=margin)


def _fit(text: str) -> str:
    return fit(text, MAX_TEXT)


def _listed(names: Sequence[str], seats: Sequence[int]) -> str:
    return listed([_fit(names[seat]) for seat in seats if 0 <= seat < len(names)])


def _names(match: Match, seats: Sequence[int]) -> str:
    return _listed(match.names, seats)
