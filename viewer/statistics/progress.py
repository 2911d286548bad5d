"""Figures of a person over time: the rating, and whether the person gets better at a game."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import quote

from eventstore.readmodels.person import PlayOf
from eventstore.statistics.progress import PersonProgress, ProgressStep, Verdict
from eventstore.statistics.ratings import MEAN, Rating
from viewer.boards.scene import Json
from viewer.locale.language import date, gettext, gettext_noop, ngettext, percent, translate
from viewer.locale.plain_text import fit, number
from viewer.look.element import element
from viewer.look.lines import Curve, CurveMark, curves
from viewer.statistics import words
from viewer.statistics.figure import Figure

_ANSWERS: Final[dict[Verdict, str]] = {
    "better": gettext_noop("Yes, {name} gets better at {game}."),
    "worse": gettext_noop("No, {name} gets worse at {game}."),
    "unclear": gettext_noop("The results of {name} in {game} are about the same as before."),
    "few": gettext_noop("{name} has too few plays of {game} to tell."),
}


def rating(found: Rating, plays: Mapping[str, PlayOf]) -> Figure:
    """The rating after every contest with its interval; the dotted line is the initial rating."""
    played = [plays[point.match] for point in found.line]
    marks = tuple(
        CurveMark(
            place,
            point.value,
            "  ·  ".join((_value(point.value, point.low, point.high), *_where(play))),
            _play(point.match),
            point.low,
            point.high,
        )
        for place, (point, play) in enumerate(zip(found.line, played, strict=True), start=1)
    )
    says = rating_sentence(found)
    chart = curves([Curve(gettext("Rating"), marks)], says, gettext("Contests"), usual=MEAN)
    heads = (gettext("Date"), gettext("Game"), gettext("Rating"), gettext("From"), gettext("To"))
    rows = [
        (
            day_link(point.match, play.played_on),
            fit(translate(play.game), 60),
            *(number(round(value, 1)) for value in (point.value, point.low, point.high)),
        )
        for point, play in zip(found.line, played, strict=True)
    ]
    return Figure(gettext("Rating"), chart, says, heads, rows)


def _value(value: float, low: float, high: float) -> str:
    return f"{number(round(value, 1))} ({number(round(low, 1))}–{number(round(high, 1))})"


def _where(play: PlayOf) -> list[str]:
    day = date(play.played_on) if play.played_on else ""
    return [fact for fact in (day, fit(translate(play.game), 40)) if fact]


def _play(match: str) -> str:
    return f"replay?match={quote(match)}"


def day_link(match: str, day: str | None) -> Json:
    """The way to a play, named by its date."""
    return element("a", date(day) if day else gettext("no date"), href=_play(match), class_="link")


def rating_sentence(rating: Rating) -> str:
    """The current rating and its number of contests; whether it is provisional."""
    value, low, high = (number(round(each, 1)) for each in (rating.value, rating.low, rating.high))
    rating_text = gettext(
        "Rating {value}, most likely between {low} and {high}, after {n} contests; new players have {mean}.",
        value=value,
        low=low,
        high=high,
        n=number(rating.contests),
        mean=number(MEAN),
    )
    return gettext("{rating} Few matches: provisional.", rating=rating_text) if rating.provisional else rating_text


def better(progress: PersonProgress, name: str, choice: Json = "") -> Figure:
    """Progress at a game: the mean of the last ten contests after each, and the single ones."""
    steps, says = progress.steps, sentence(progress, name)
    title = gettext("Getting better?")
    if len(steps) < 2:
        return Figure(title, "", says, choice=choice)
    axis, chance = gettext("Contests"), {"usual": 50.0, "reach": (0.0, 100.0), "unit": "%"}
    values = [(step.match, 100 * step.recent, 100 * step.beaten, _hover(step)) for step in steps]
    heads = (gettext("Date"), gettext("Opponents beaten"), gettext("Last ten plays"), gettext("Points"))
    rows = [
        (
            day_link(step.match, step.played_on),
            percent(step.beaten),
            percent(step.recent),
            "" if step.points is None else number(step.points),
        )
        for step in steps
    ]
    caption = gettext(
        "Share of the opponents beaten: the line is the mean of the last ten plays, a ring one play; the dotted line is"
        " one half."
    )
    picture = recent_line(values, says, axis, **chance)
    return Figure(title, picture, says, heads, rows, f"{caption} {sure(progress)}", choice)


def recent_line(
    values: Sequence[tuple[str, float | None, float | None, str]], says: str, axis: str, **scale: Any
) -> Json:
    """A line of recent means, oldest first, and a ring for each single value.

    `values` have the id of a match, both values of it, and what is shown to those who point at it.
    """
    recent = [
        CurveMark(place, mean, hover, _play(match))
        for place, (match, mean, _, hover) in enumerate(values, start=1)
        if mean is not None
    ]
    single = [CurveMark(place, one) for place, (_, _, one, _) in enumerate(values, start=1) if one is not None]
    rings = Curve("", tuple(single), meant=False, is_joined=False)
    return curves([rings, Curve(gettext("Last ten"), tuple(recent))], says, axis, **scale)


def _hover(step: ProgressStep) -> str:
    day = date(step.played_on) if step.played_on else ""
    recent = gettext("last ten: {share} beaten", share=percent(step.recent))
    return "  ·  ".join(part for part in (day, percent(step.beaten), recent) if part)


def sentence(progress: PersonProgress, name: str) -> str:
    """The answer, and the numbers behind it."""
    answer = gettext(_ANSWERS[progress.verdict], name=fit(name, 40), game=fit(translate(progress.game), 40))
    if progress.earlier.value is None or progress.later.value is None or progress.verdict == "few":
        return answer
    shares = gettext(
        "In the earlier half of the plays {earlier} of the opponents were beaten, in the later half {later}.",
        earlier=percent(progress.earlier.value),
        later=percent(progress.later.value),
    )
    return f"{answer} {shares}"


def sure(progress: PersonProgress) -> str:
    """The certainty of the answer, and the mean points of both halves."""
    parts = [ngettext("From {number} play.", "From {number} plays.", len(progress.steps))]
    if progress.low is not None and progress.high is not None:
        low, high = (number(round(100 * bound)) for bound in (progress.low, progress.high))
        parts.append(
            gettext("The change is most likely between {low} and {high} percentage points.", low=low, high=high)
        )
    if progress.points_earlier.value is not None and progress.points_later.value is not None:
        earlier, later = (words.rounded(half.value) for half in (progress.points_earlier, progress.points_later))
        parts.append(gettext("Mean points: {earlier}, then {later}.", earlier=earlier, later=later))
    return " ".join(parts)
