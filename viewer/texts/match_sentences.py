"""Sentences about a match, its events and its analysis. Names and texts are plain text."""

from collections.abc import Mapping, Sequence
from typing import Final

from core.analysis import START, RoundSpan, SourceColumn, ThinkingTime
from core.game import Gain, Points, Seat
from core.match_summary import MatchMoment, MatchSummary
from core.record import Frame
from core.record_events import ChoiceCovered, CloseReason, MatchClosed, MatchStarted, PointsAdjusted
from core.scoring_frames import SCORINGS, FinalScoring, RoundScoring, StageShown
from eventstore.matches.match import Match
from viewer.boards import board_of
from viewer.locale.language import date, gettext, gettext_noop, ngettext, percent, translate
from viewer.locale.plain_text import fit, listed, number, plain
from viewer.texts.own_words import tag_text

MAX_NAME = 40


def signed(points: float) -> str:
    return number(points) if points <= 0 else f"+{number(points)}"


def signed_percent(change: float) -> str:
    return f"+{percent(change)}" if change > 0 else percent(change)


def duration(seconds: float) -> str:
    """A duration in words, to the second below an hour."""
    whole = round(seconds)
    if whole < 60:
        return gettext("{seconds} s", seconds=whole)
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return gettext("{minutes} min {seconds} s", minutes=minutes, seconds=f"{rest:02}")
    return gettext("{hours} h {minutes} min", hours=minutes // 60, minutes=f"{minutes % 60:02}")


def source(column: SourceColumn) -> str:
    """The label of a column of the points table."""
    if column.source == START:
        return gettext("at the start")
    name = plain(translate(column.source))
    return gettext("{source} lost", source=name) if column.lost else name


def summary(
    course: MatchSummary, names: Sequence[str], frames: Sequence[Frame], says: Sequence[str], *, open: bool
) -> str:
    """The match in one sentence: the result, the lead changes, the biggest swing and its move."""
    parts = [_result(course, names, frames[-1].scores, open=open)]
    if course.changes:
        parts.append(_changes(len(course.changes), frames[course.changes[-1]].round))
    elif course.decided is not None:
        round_number = frames[course.decided].round
        parts[0] = gettext("{result}, ahead from round {round} on", result=parts[0], round=round_number)
    if swing := course.swing:
        biggest = gettext(
            "the biggest swing was {points} points towards {name} (round {round}: {move})",
            points=number(swing.points),
            name=_name(names, swing.seat),
            round=frames[swing.index].round,
            move=fit(says[swing.index], 140),
        )
        parts.append(biggest)
    return "; ".join(parts) + "."


def _changes(times: int, last: int) -> str:
    """The number of lead changes; `last` is the round of the last one."""
    if times == 1:
        return gettext("the lead changed once")
    if times == 2:
        return gettext("the lead changed twice, the last time in round {round}", round=last)
    return ngettext(
        "the lead changed {number} time, the last time in round {round}",
        "the lead changed {number} times, the last time in round {round}",
        times,
        round=last,
    )


def _name(names: Sequence[str], seat: Seat) -> str:
    return fit(names[seat], MAX_NAME)


def _names(course: MatchSummary, names: Sequence[str]) -> str:
    return listed([_name(names, seat) for seat in course.winners])


def standing(course: MatchSummary, names: Sequence[str], *, open: bool) -> str:
    """The names of those who won, or who lead while it is open."""
    if not course.winners:
        return gettext("No points are known yet") if open else gettext("Nobody won")
    who, winners = _names(course, names), len(course.winners)
    if open:
        return ngettext("{names} leads", "{names} lead together", winners, names=who)
    return ngettext("{names} won", "{names} won together", winners, names=who)


def _result(course: MatchSummary, names: Sequence[str], scores: Sequence[Points], *, open: bool) -> str:
    if not course.winners:
        return standing(course, names, open=open)
    if len(names) == 1:
        return gettext("{name} has {points} points", name=_name(names, 0), points=number(scores[0]))
    result = standing(course, names, open=open)
    if course.margin:
        return gettext("{result} by {points}", result=result, points=number(course.margin))
    return gettext("{result}, level on points with another seat", result=result) if course.margin == 0 else result


def margin(points: float) -> str:
    """Points behind the first; empty for a seat with more points that is not first."""
    if points < 0:
        return ""
    return gettext("{points} behind", points=number(points)) if points else gettext("level on points")


def moment(moment: MatchMoment, course: MatchSummary, names: Sequence[str], *, open: bool) -> str:
    """The headline of a key moment."""
    who = _name(names, moment.seat)
    if moment.reason == "swing":
        if course.swing and moment.index == course.swing.index:
            return gettext("Biggest swing: {points} points towards {name}", points=number(moment.points), name=who)
        return gettext("A big swing: {points} points towards {name}", points=number(moment.points), name=who)
    if moment.reason == "decided" and len(course.winners) > 1:
        return gettext("{names} stay ahead from here on", names=_names(course, names))
    if moment.reason != "decided":
        taken = gettext("{name} takes the lead", name=who)
    elif open:
        taken = gettext("{name} takes the lead and keeps it", name=who)
    else:
        taken = gettext("{name} takes the lead for good", name=who)
    return (
        gettext("{taken}, by a swing of {points}", taken=taken, points=number(moment.points))
        if moment.points
        else taken
    )


def gains(gains: Sequence[Gain], names: Sequence[str]) -> str:
    """Points by seat and source of one event: `Anna +4 wall, −2 floor · Ben +7 columns`."""
    sums: dict[Seat, dict[str, float]] = {}
    for gain in gains:
        own = sums.setdefault(gain.seat, {})
        own[gain.source] = own.get(gain.source, 0) + gain.points
    lines = []
    for seat in sorted(sums):
        parts = [f"{signed(points)} {plain(translate(source))}" for source, points in sums[seat].items() if points]
        if parts:
            lines.append(f"{_name(names, seat)} {', '.join(parts)}")
    return " · ".join(lines)


def sources(columns: Sequence[SourceColumn], names: Sequence[str], seat: Seat, total: Points) -> str:
    """One seat's points by source, in a sentence."""
    parts = [f"{signed(points)} {source(column)}" for column in columns if (points := column.points[seat])]
    return gettext(
        "{name}: {sources}; {points} in all.",
        name=_name(names, seat),
        sources=", ".join(parts) or gettext("no points"),
        points=number(total),
    )


def phase(span: RoundSpan) -> str:
    return gettext("Final scoring") if span.final else gettext("Round {number}", number=span.number)


def by_round(points: Mapping[str, Sequence[Sequence[float]]], spans: Sequence[RoundSpan], names: Sequence[str]) -> str:
    """The round with the most points of any seat, in a sentence; `spans` are those of the rows."""
    best, place, seat = max(
        (sum(rows[place][seat] for rows in points.values()), -place, seat)
        for place, span in enumerate(spans)
        for seat in range(len(names))
        if not span.final
    )
    return gettext(
        "The most points in one round were {points} for {name} in round {round}.",
        points=signed(best),
        name=_name(names, seat),
        round=spans[-place].number,
    )


def tempo(paces: Sequence[ThinkingTime], names: Sequence[str]) -> str:
    """Thinking times in a sentence; `thinking_time_by_seat` must not be empty."""
    slow = max(paces, key=lambda pace: pace.median)
    total = sum(pace.seconds for pace in paces)
    all_moves = duration(total)
    if len(paces) == 1:
        typical = duration(slow.median)
        return gettext("All moves together took {all}; a typical one took {typical}.", all=all_moves, typical=typical)
    quick = min(paces, key=lambda pace: pace.median)
    spread = [f"{duration(pace.median)} ({_name(names, pace.seat)})" for pace in (quick, slow)]
    return gettext(
        "All moves together took {all}; a typical one took {least} to {most}.",
        all=all_moves,
        least=spread[0],
        most=spread[1],
    )


CLOSED: Final[dict[CloseReason, str]] = {
    "abandoned": gettext_noop("The match is closed as abandoned"),
    "stuck": gettext_noop("The match is closed as stuck"),
    "agreed": gettext_noop("The match is closed as agreed"),
    "incomplete": gettext_noop("The match is closed as incomplete"),
}


def sentences(match: Match, frames: Sequence[Frame] = ()) -> tuple[str, ...]:
    """A sentence for every frame, including the start, each without a final period; by default of the match's own."""
    frames = frames or match.frames
    return tuple(sentence(match, frames, index) for index in range(len(frames)))


def sentence(match: Match, frames: Sequence[Frame], index: int) -> str:
    """The sentence for one of `frames`, which need not be the current ones."""
    event, names = frames[index].event, match.names
    if isinstance(event, MatchStarted):
        if len(names) < 2:
            return gettext("The match starts")
        return gettext("{names} sit down", names=listed([plain(name) for name in names]))
    if isinstance(event, PointsAdjusted):
        ruling = {"points": number(event.points), "name": plain(names[event.seat]), "why": plain(event.why)}
        return gettext("Ruling: {points} for {name}, {why}", **ruling)
    if isinstance(event, MatchClosed):
        return gettext(CLOSED[event.reason])
    if isinstance(event, ChoiceCovered):
        return gettext("{name} has chosen", name=plain(names[event.seat]))
    if isinstance(event, SCORINGS):
        return scoring(event)
    return board_of(match.game).sentence(frames[index - 1].state, event, names)


def scoring(event: RoundScoring | FinalScoring | StageShown) -> str:
    if isinstance(event, StageShown):
        return plain(translate(event.label))
    return gettext("Final scoring") if isinstance(event, FinalScoring) else gettext("Scoring of the round")


def scored(event: RoundScoring | FinalScoring | StageShown, gains: Sequence[Gain], names: Sequence[str]) -> str:
    """The points of every seat that a scoring brought: `Final scoring: Anna +7, Ben −2`."""
    sums = [sum(gain.points for gain in gains if gain.seat == seat) for seat in range(len(names))]
    points = [f"{_name(names, seat)}\u00a0{signed(own)}" for seat, own in enumerate(sums) if own]
    return f"{scoring(event)}: {', '.join(points)}" if points else scoring(event)


def game(match: Match) -> str:
    """The title of its game, with which the facts begin."""
    return plain(translate(match.game_title))


def facts(match: Match) -> str:
    """Game, date, place and tags in one line, as far as known."""
    known = (
        translate(match.game_title),
        date(match.header.played_on or ""),
        match.header.place,
        *map(tag_text, match.header.tags),
    )
    return "  ·  ".join(plain(fact) for fact in known if fact)


def result(match: Match) -> str:
    """The outcome or the current result, in one line."""
    outcome = match.outcome
    if outcome is None:
        return gettext("Still open")
    if not outcome.winners:
        return translate(outcome.why)
    winners = listed([plain(match.names[seat]) for seat in outcome.winners])
    return ngettext(
        "{winners} wins. {why}",
        "{winners} win. {why}",
        len(outcome.winners),
        winners=winners,
        why=translate(outcome.why),
    )


def not_judged(seats: int) -> str:
    """The reason why the moves in a review are not judged; the chances and the luck are shown all the same."""
    return gettext(
        "With {seats} players moves are not judged: looking further ahead does not play better there. Chances and luck "
        "are shown.",
        seats=seats,
    )
