"""Edits of a recorded sheet: the events as they are after one value was changed. `refusal` decides about them."""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from operator import add
from typing import Any, Final

from core.errors import InvalidInput
from core.game import Points
from core.games.scoresheet.arithmetic import normal_entry, rounded
from core.games.scoresheet.arithmetic import points as computed_points
from core.games.scoresheet.events import EntriesWritten, PointsNoted, RanksNamed, TemplateChosen, WinnersNamed
from core.games.scoresheet.rules import proposed_winners, refusal
from core.games.scoresheet.sides import sides
from core.games.scoresheet.state import FINAL, State
from core.messages import message
from core.sheet_edit import LabelEdit, PointsEdit, RanksEdit, SheetEdit
from core.sheet_rounds import numbered
from core.sheet_template import Category

_LINES: Final = (TemplateChosen, EntriesWritten, PointsNoted)
_RESULTS: Final = (WinnersNamed, RanksNamed)


def edited(state: State, events: Sequence[Any], edit: SheetEdit) -> tuple[Any, ...]:
    """The effective `events` of a sheet in this state after an edit; those that it leaves alone are the same objects.

    Raises InvalidInput for a line or a seat that is not there, and for a label of final points.
    """
    if isinstance(edit, PointsEdit):
        if not 0 <= edit.seat < state.seats:
            raise InvalidInput(message("There is no seat {seat} at this table.", seat=edit.seat))
        if edit.line is None:
            return _with_final_points(state, events, edit)
        return _with_points(state, events, _line(events, edit.line), edit)
    if isinstance(edit, LabelEdit):
        return _with_label(events, _line(events, edit.line).label, edit.label.strip())
    if isinstance(edit, RanksEdit):
        named = RanksNamed(edit.ranks)
        return (*events, named) if refusal(state, named) is None else tuple(events)
    won = proposed_winners(state) if edit.seats is None else edit.seats
    if edit.seats is None and not won:
        raise InvalidInput(message("The points name no winner yet."))
    return (*(event for event in events if not isinstance(event, _RESULTS)), WinnersNamed(won))


def _line(events: Sequence[Any], index: int) -> PointsNoted:
    line = events[index] if 0 <= index < len(events) else None
    if not isinstance(line, PointsNoted):
        raise InvalidInput(message("There is no such line on this sheet."))
    return line


def _with_points(state: State, events: Sequence[Any], line: PointsNoted, edit: PointsEdit) -> tuple[Any, ...]:
    """The line was written as the new points would be."""
    if edit.entry is not None:
        return _with_entry(state, events, line, edit.seat, edit.entry)
    category = state.template.category_of(line.label) if state.template else None
    points = _with(line.points, edit.seat, edit.points)
    if category and category.zero_sum and len(sides(state)) == state.seats:
        points = _paid(points, edit.seat)
    entries = {seat: _entry(category, new) for seat, new in enumerate(points) if new != line.points[seat]}
    entries[edit.seat] = _entry(category, edit.points)

    def changed(event: Any) -> Any:
        if event is line:
            return replace(line, points=points)
        if isinstance(event, EntriesWritten) and event.label == line.label:
            return replace(event, entries=tuple(entries.get(seat, old) for seat, old in enumerate(event.entries)))
        return event

    return tuple(map(changed, events))


def _with_entry(state: State, events: Sequence[Any], line: PointsNoted, seat: int, text: str) -> tuple[Any, ...]:
    """Another entry of a line, whose points follow from it, as do those of the tricks that it is the bid for."""
    written, template = dict(state.written), state.template
    if template is None or line.label not in written:
        raise InvalidInput(message("There is no such line on this sheet."))
    try:
        written[line.label] = _with(written[line.label], seat, normal_entry(text))
    except ValueError as error:
        raise InvalidInput(*error.args) from error

    def changed(event: Any) -> Any:
        if isinstance(event, EntriesWritten) and event.label == line.label:
            return replace(event, entries=written[line.label])
        if isinstance(event, PointsNoted) and event.label in written:
            bids, category = template.bids_of(event.label), template.category_of(event.label)
            if category and line.label in (event.label, bids):
                entries = written[event.label], written.get(bids or "", ())
                return replace(event, points=computed_points(category, *entries, numbered(event.label) or 0))
        return event

    return tuple(map(changed, events))


def _paid(points: tuple[Points, ...], edited_seat: int) -> tuple[Points, ...]:
    """The points of a line that sum to 0: the only other seat, or the only one without points, pays the rest."""
    others = [seat for seat in range(len(points)) if seat != edited_seat]
    payers = others if len(others) == 1 else [seat for seat in others if points[seat] is None]
    if len(payers) != 1 or points[edited_seat] is None:
        return points
    rest = [number for seat, number in enumerate(points) if seat not in payers and number is not None]
    return _with(points, payers[0], rounded(-reduce(add, rest)))


def _with(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _entry(category: Category | None, points: Points) -> str:
    """The entry of these points; empty where the category makes points of something else, which is not known."""
    if points is None or (category and (category.formula != "times" or category.factor != 1)):
        return ""
    try:
        return normal_entry(str(points))
    except ValueError:  # A number that is written with an exponent.
        return ""


def _with_final_points(state: State, events: Sequence[Any], edit: PointsEdit) -> tuple[Any, ...]:
    """Final points after the lines so far. Ranks stand for points that are not known, so their first seats win."""
    noted = PointsNoted(FINAL, _with((None,) * state.seats, edit.seat, edit.points))
    after = max((index + 1 for index, event in enumerate(events) if isinstance(event, _LINES)), default=0)
    rest = (WinnersNamed(state.winners or ()) if isinstance(event, RanksNamed) else event for event in events[after:])
    return (*events[:after], noted, *rest)


def _with_label(events: Sequence[Any], before: str, label: str) -> tuple[Any, ...]:
    if FINAL in (before, label):
        raise InvalidInput(message("Final points have no name of their own."))

    def changed(event: Any) -> Any:
        if isinstance(event, PointsNoted | EntriesWritten) and event.label == before:
            return replace(event, label=label)
        return _renamed(event, before, label) if isinstance(event, TemplateChosen) else event

    return tuple(map(changed, events))


def _renamed(event: TemplateChosen, before: str, label: str) -> TemplateChosen:
    """The template with the category under its new name; the same event if it has no such category."""
    template = event.template
    if all(category.name != before for category in template.categories):
        return event
    categories = tuple(replace(one, name=label) if one.name == before else one for one in template.categories)
    rounds = tuple(replace(one, categories=_with_name(one.categories, before, label)) for one in template.rounds)
    tie_break = _with_name(template.tie_break, before, label)
    return TemplateChosen(replace(template, categories=categories, tie_break=tie_break, rounds=rounds))


def _with_name(names: tuple[str, ...], before: str, label: str) -> tuple[str, ...]:
    return tuple(label if name == before else name for name in names)
