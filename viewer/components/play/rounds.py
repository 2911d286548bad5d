"""The points by round as a small chart, with a stepper that says how things stood after each round."""

from collections.abc import Sequence
from dataclasses import replace

from core.game import Points
from core.games.scoresheet.standing import RoundEnd, round_ends
from eventstore.matches.match import Match
from eventstore.statistics.play_changes import PlayPast
from viewer.boards.scene import Json
from viewer.components.play.context import PlayPage
from viewer.components.play.sheet_table import sheet_table
from viewer.locale.language import gettext
from viewer.locale.plain_text import number
from viewer.look.element import element
from viewer.look.emblem import Faces
from viewer.look.fold import fold
from viewer.look.icons import icon
from viewer.look.lines import StepLine, lines
from viewer.texts.match_sentences import signed
from viewer.texts.play_story import ToldPlay, play_of


def rounds(page: PlayPage) -> Json | None:
    """The chart; None for a play without rounds, or with one side."""
    play = page.play
    if len(play.rounds) < 2 or len(play.sides) < 2:
        return None
    ticks = [gettext("end") if end.number is None else str(end.number) for end in play.rounds]
    series = _series(play, play.rounds, [bool(side.won) for side in play.sides])
    said = [_after(play, end) for end in play.rounds]
    title = gettext("Points by round")
    return element(
        "section",
        element("div", element("h2", title), _stepper(said, ticks), class_="h"),
        lines(series, ticks, " ".join((f"{title}.", said[-1]))),
        element("p", "", class_="after soft s14", role="status"),
        class_="sec rounds",
    )


def rounds_so_far(match: Match) -> list[Json]:
    """The recorded rounds of an open sheet: their table behind a line, and the chart; nothing before there are two."""
    told = play_of(match)
    play = replace(told, sides=tuple(sorted(told.sides)), rounds=())
    ends = [end for end in round_ends(play.sheet, play.sides) if end.number is not None]
    if len(ends) < 2:
        return []
    page = PlayPage(match, Faces(match.names), is_editable=True, play=play, past=PlayPast(), emblem="")
    behind = fold(gettext("Rounds 1 to {number}", number=len(ends)), [sheet_table(page) or ""], _best_gain(play, ends))
    if len(play.sides) < 2:
        return [behind]
    template = play.sheet.template
    ticks = [str(place + 1) for place in range(max(len(ends), len(template.rounds) if template else 0))]
    first = [side.rank == 1 for side in play.sides]
    series = _series(play, ends, [is_first and first.count(True) == 1 for is_first in first])
    label = f"{gettext('Points by round')}. {_after(play, ends[-1])}"
    return [behind, lines(series, ticks, label, low=178)]


def _best_gain(play: ToldPlay, ends: Sequence[RoundEnd]) -> str:
    """The side that the last round brought most; empty for several."""
    before, last = ends[-2:]
    gains = [_known(now) - _known(then) for then, now in zip(before.points, last.points, strict=True)]
    best = min(gains) if play.sheet.options.lowest_wins else max(gains)
    if gains.count(best) > 1:
        return ""
    name = play.name(play.sides[gains.index(best)])
    return gettext("{name} {points} in round {round}", name=name, points=signed(best), round=last.number)


def _series(play: ToldPlay, ends: Sequence[RoundEnd], meant: Sequence[bool]) -> list[StepLine]:
    return [
        StepLine(play.name(side), tuple(_known(end.points[place]) for end in ends), meant=meant[place])
        for place, side in enumerate(play.sides)
    ]


def _known(points: Points) -> float:
    """Nobody has points before the first are noted."""
    return points or 0


def _after(play: ToldPlay, end: RoundEnd) -> str:
    """The sides by their points after a round."""
    sign = 1 if play.match.fewest_points_win else -1
    order = sorted(zip(end.points, play.sides, strict=True), key=lambda each: sign * (each[0] or 0))
    return ", ".join(f"{play.name(side)} {number(points)}" for points, side in order)


def _stepper(said: list[str], ticks: list[str]) -> Json:
    """Each step has its words; `stepper.js` shows those of one."""
    steps = [
        element("span", _step_name(tick), data_says=words, hidden="") for tick, words in zip(ticks, said, strict=True)
    ]
    back = element("button", icon("left"), type="button", class_="btn sq back", aria_label=gettext("Round before"))
    on = element("button", icon("right"), type="button", class_="btn sq on", aria_label=gettext("Next round"))
    return element("div", back, element("output", *steps, class_="s14"), on, class_="stepper")


def _step_name(tick: str) -> str:
    return gettext("after round {round}", round=tick) if tick.isdigit() else tick
