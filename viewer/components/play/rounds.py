"""The points by round as a small chart, with a stepper that says how things stood after each round."""

from core.game import Points
from viewer.boards.scene import Json
from viewer.components.play.context import PlayPage
from viewer.locale.language import gettext
from viewer.locale.plain_text import number
from viewer.look.element import element
from viewer.look.icons import icon
from viewer.look.lines import StepLine, lines


def rounds(page: PlayPage) -> Json | None:
    """The chart; None for a play without rounds, or with one side."""
    play = page.play
    if len(play.rounds) < 2 or len(play.sides) < 2:
        return None
    ticks = [gettext("end") if end.number is None else str(end.number) for end in play.rounds]
    series = [
        StepLine(play.name(side), tuple(_known(end.points[place]) for end in play.rounds), meant=bool(side.won))
        for place, side in enumerate(play.sides)
    ]
    said = [_after(page, place) for place in range(len(play.rounds))]
    title = gettext("Points by round")
    return element(
        "section",
        element("div", element("h2", title), _stepper(said, ticks), class_="h"),
        lines(series, ticks, " ".join((f"{title}.", said[-1]))),
        element("p", "", class_="after soft s14", role="status"),
        class_="sec rounds",
    )


def _known(points: Points) -> float:
    """Nobody has points before the first are noted."""
    return points or 0


def _after(page: PlayPage, place: int) -> str:
    """The sides by their points after a round."""
    end = page.play.rounds[place]
    sign = 1 if page.match.fewest_points_win else -1
    order = sorted(zip(end.points, page.play.sides, strict=True), key=lambda each: sign * (each[0] or 0))
    return ", ".join(f"{page.play.name(side)} {number(points)}" for points, side in order)


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
