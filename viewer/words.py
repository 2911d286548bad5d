"""Sentences about a match: templates filled with what the analysis found. Names and texts come out plain."""

from collections.abc import Mapping, Sequence

from core.analysis import START, Column, Pace
from core.course import Course, Moment
from core.game import Gain, Points, Seat
from core.record import Frame
from viewer.boards.text import fit, listed, number, plain

LONGEST_NAME = 40


def signed(points: float) -> str:
    return number(points) if points <= 0 else f"+{number(points)}"


def duration(seconds: float) -> str:
    """A time as people say it, to the second below an hour."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest:02} s"
    return f"{minutes // 60} h {minutes % 60:02} min"


def times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def source(column: Column) -> str:
    """What a column of the table of points is called."""
    if column.source == START:
        return "at the start"
    return f"{plain(column.source)} lost" if column.lost else plain(column.source)


def summary(course: Course, names: Sequence[str], frames: Sequence[Frame], says: Sequence[str], *, open: bool) -> str:
    """What happened, in one sentence: who won by how much, who was ahead when, the biggest swing and its move."""
    parts = [_result(course, names, frames[-1].scores, open=open)]
    if course.changes:
        last = f", the last time in round {frames[course.changes[-1]].round}" if len(course.changes) > 1 else ""
        parts.append(f"the lead changed {times(len(course.changes))}{last}")
    elif course.decided is not None:
        parts[0] += f", ahead from round {frames[course.decided].round} on"
    if swing := course.swing:
        move = f"round {frames[swing.index].round}: {fit(says[swing.index], 140)}"
        parts.append(f"the biggest swing was {number(swing.points)} points towards {_name(names, swing.seat)} ({move})")
    return "; ".join(parts) + "."


def _name(names: Sequence[str], seat: Seat) -> str:
    return fit(names[seat], LONGEST_NAME)


def _names(course: Course, names: Sequence[str]) -> str:
    return listed([_name(names, seat) for seat in course.winners])


def _result(course: Course, names: Sequence[str], scores: Sequence[Points], *, open: bool) -> str:
    if not course.winners:
        return "No points are known yet" if open else "Nobody won"
    if len(names) == 1:
        return f"{_name(names, 0)} has {number(scores[0])} points"
    alone, together = ("leads", "lead together") if open else ("won", "won together")
    told = f"{_names(course, names)} {alone if len(course.winners) == 1 else together}"
    if course.margin:
        return f"{told} by {number(course.margin)}"
    return f"{told}, level on points with another seat" if course.margin == 0 else told


def margin(points: float) -> str:
    """How far behind the first somebody is; nothing for who has more points and still is not first."""
    return f"{number(points)} behind" if points > 0 else "" if points < 0 else "level on points"


def moment(moment: Moment, course: Course, names: Sequence[str], *, open: bool) -> str:
    """The headline of a key moment."""
    who = _name(names, moment.seat)
    if moment.reason == "swing":
        biggest = "Biggest swing" if course.swing and moment.index == course.swing.index else "A big swing"
        return f"{biggest}: {number(moment.points)} points towards {who}"
    if moment.reason == "decided" and len(course.winners) > 1:
        return f"{_names(course, names)} stay ahead from here on"
    for_good = " and keeps it" if open else " for good"
    taken = f"{who} takes the lead{for_good if moment.reason == 'decided' else ''}"
    return f"{taken}, by a swing of {number(moment.points)}" if moment.points else taken


def gains(gains: Sequence[Gain], names: Sequence[str]) -> str:
    """Who got how many points for what in one event: `Anna +4 wall, −2 floor · Ben +7 columns`."""
    sums: dict[Seat, dict[str, float]] = {}
    for gain in gains:
        own = sums.setdefault(gain.seat, {})
        own[gain.source] = own.get(gain.source, 0) + gain.points
    told = []
    for seat in sorted(sums):
        parts = [f"{signed(points)} {plain(source)}" for source, points in sums[seat].items() if points]
        if parts:
            told.append(f"{_name(names, seat)} {', '.join(parts)}")
    return " · ".join(told)


def sources(columns: Sequence[Column], names: Sequence[str], seat: Seat, total: Points) -> str:
    """Where one seat's points came from, in a sentence."""
    parts = [f"{signed(points)} {source(column)}" for column in columns if (points := column.points[seat])]
    return f"{_name(names, seat)}: {', '.join(parts) or 'no points'}; {number(total)} in all."


def by_round(told: Mapping[str, Sequence[Sequence[float]]], rounds: Sequence[int], names: Sequence[str]) -> str:
    """The best round of all for anybody, in a sentence."""
    seats = range(len(names))
    sums = [[sum(rows[place][seat] for rows in told.values()) for seat in seats] for place in range(len(rounds))]
    best, place, seat = max((sums[place][seat], -place, seat) for place in range(len(rounds)) for seat in seats)
    return f"The most points in one round were {signed(best)} for {_name(names, seat)} in round {rounds[-place]}."


def tempo(paces: Sequence[Pace], names: Sequence[str]) -> str:
    """Who thought how long, in a sentence; `paces` holds at least one."""
    slow = max(paces, key=lambda pace: pace.median)
    total = sum(pace.seconds for pace in paces)
    told = f"All moves together took {duration(total)}"
    if len(paces) == 1:
        return f"{told}; a typical one took {duration(slow.median)}."
    quick = min(paces, key=lambda pace: pace.median)
    spread = [f"{duration(pace.median)} ({_name(names, pace.seat)})" for pace in (quick, slow)]
    return f"{told}; a typical one took {' to '.join(spread)}."
