"""Reasons why a line of points, or what is written for one, is not accepted; the laws are those of `rules`."""

from typing import Final

from core.game import Points, Refusal
from core.games.scoresheet.arithmetic import MAX_ENTRY, is_recorded_entry, rounded
from core.games.scoresheet.events import EntriesWritten, PointsNoted
from core.games.scoresheet.sides import sides
from core.games.scoresheet.state import FINAL, MAX_POINTS, MAX_WRITTEN, State
from core.messages import message
from core.ranking import sum_of

NO_ENTRY: Final = Refusal(
    "N-ENTRY-1", message("An entry is a number or a sum of at most {most} characters.", most=MAX_ENTRY)
)


def points_refusal(state: State, event: PointsNoted) -> Refusal | None:
    return _label_refusal(state, event.label) or _number_refusal(state, event.points) or _sum_refusal(state, event)


def entries_refusal(state: State, event: EntriesWritten) -> Refusal | None:
    if not _is_readable(event.label):
        return Refusal("N-LABEL-1", "A line needs a readable label.")
    if len(event.entries) != state.seats:
        given = len(event.entries)
        return Refusal(
            "N-POINTS-1",
            message("A line holds {seats} entries, one per seat, not {given}.", seats=state.seats, given=given),
        )
    if not all(map(is_recorded_entry, event.entries)):
        return NO_ENTRY
    if len(state.written) >= MAX_WRITTEN:
        return Refusal(
            "N-ENTRY-2", message("A sheet keeps what was written for {most} lines at most.", most=MAX_WRITTEN)
        )
    return None


def _is_readable(label: str) -> bool:
    return bool(label.strip()) and not any("\ud800" <= letter <= "\udfff" for letter in label)


def _label_refusal(state: State, label: str) -> Refusal | None:
    if not _is_readable(label):
        return Refusal("N-LABEL-1", "A line needs a readable label.")
    if state.noted.has(label):
        return Refusal("N-LABEL-1", message("There is already a line called {label!r}.", label=label))
    if state.noted and (label == FINAL or state.noted.has(FINAL)):
        return Refusal("N-LABEL-2", "Note either final points or rounds and categories, not both.")
    return None


def _number_refusal(state: State, points: tuple[Points, ...]) -> Refusal | None:
    if len(points) != state.seats:
        return Refusal(
            "N-POINTS-1",
            message("A line holds {seats} entries, one per seat, not {given}.", seats=state.seats, given=len(points)),
        )
    # In this form NaN is refused too: every comparison with it is false.
    if not all(number is None or -MAX_POINTS <= number <= MAX_POINTS for number in points):
        return Refusal(
            "N-POINTS-2",
            message("Points are numbers between {least} and {most}.", least=-MAX_POINTS, most=MAX_POINTS),
        )
    return None


def _sum_refusal(state: State, event: PointsNoted) -> Refusal | None:
    category = state.template.category_of(event.label) if state.template else None
    if category is None or not category.zero_sum:
        return None
    points = [sum_of(event.points[seat] for seat in side) for side in sides(state)]
    if None in points or not (total := rounded(sum_of(points) or 0)):
        return None
    return Refusal(
        "N-POINTS-3",
        message(
            "What one wins the others pay: the points of {label!r} sum to 0, not {total}.",
            label=event.label,
            total=total,
        ),
    )
