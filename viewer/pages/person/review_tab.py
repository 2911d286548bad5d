"""Luck and choices of a person over the reviewed matches: in words, by game, by opponent and year, and over time."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from eventstore.readmodels.population import Population
from eventstore.reviews.luck import luck_of
from eventstore.statistics.intervals import Mean
from eventstore.statistics.levels import Level, Rung
from eventstore.statistics.reviews import LuckAndChoices, LuckStep, LuckTally
from viewer.boards.scene import Json
from viewer.components.html_block import html_block
from viewer.locale.language import gettext, gettext_noop, ngettext, translate
from viewer.locale.plain_text import fit, plain
from viewer.look.charts import Bar
from viewer.look.element import element
from viewer.pages.shared.dataset import ReviewedSeats
from viewer.statistics import words
from viewer.statistics.figure import Figure, bar_figures, drawn, mean_bar
from viewer.statistics.progress import day_link, recent_line
from viewer.texts.match_sentences import signed, signed_percent

_GROUPS: Final[tuple[tuple[str, Callable[[LuckAndChoices], Sequence[LuckTally]]], ...]] = (
    (gettext_noop("By game"), lambda found: found.games),
    (gettext_noop("By opponent"), lambda found: found.opponents),
    (gettext_noop("By year"), lambda found: found.years),
)

MAX_BARS: Final = 5


def luck_and_choices(population: Population, names: Mapping[str, str], reviews: ReviewedSeats, who: str) -> None:
    """The figures from the reviewed matches of the person."""
    found = luck_of(population, who, names, reviews.effort, reviews.seats)
    if not found.total.reviewed:
        says = gettext("Luck and choices are separated in matches with every move, once they are reviewed.")
        html_block(element("p", says, class_="answer"), key="luck")
        return
    parts: list[Json] = [element("p", sentence(found), class_="answer")]
    told = [says for says in map(level_sentence, found.levels) if says]
    if told and not found.has_ladder:
        told.append(gettext("Players of known strength are compared in quick reviews by the compiled search only."))
    parts += [element("p", says, class_="soft") for says in told]
    for heading, group in _GROUPS:
        luck = _bars(group(found), lambda own: own.luck_lead)
        beyond = _bars(group(found), lambda own: own.beyond)
        if len(luck) > 1 or len(beyond) > 1 or group is _GROUPS[0][1]:
            left = bar_figures(gettext(heading), luck, gettext("Points that luck brought in a match"))
            says = gettext("Points given away in ten choices, beyond those of the opponents")
            right = bar_figures(gettext(heading), beyond, says)
            halves = (element("div", *map(drawn, half)) for half in (left, right))
            parts.append(element("div", *halves, class_="halves"))
    html_block(*parts, *map(drawn, over_time(found.steps)), key="luck")


def _bars(tallies: Sequence[LuckTally], of: Callable[[LuckTally], Mean]) -> list[Bar]:
    """The groups with the most matches; those with too few matches to tell are left out."""
    known = [own for own in tallies if of(own).value is not None and not of(own).few]
    return [mean_bar(_label(own), of(own)) for own in known[:MAX_BARS]]


def _label(own: LuckTally) -> str:
    """The group, with the number of its matches that have a review, where some have none."""
    label = plain(translate(own.label))
    if own.reviewed == own.reviewable:
        return label
    return gettext("{group}: {reviewed} of {number}", group=label, reviewed=own.reviewed, number=own.reviewable)


_LIKE: Final[dict[Rung, str]] = {
    "careless": gettext_noop("a careless beginner"),
    "choose": gettext_noop("the simple player"),
    "quick": gettext_noop("a short search"),
    "normal": gettext_noop("a longer search"),
}


def level_sentence(level: Level) -> str:
    """The level at a game, and the rungs of the ladder that it is like; empty with too few matches."""
    if level.lost.few:
        return ""
    game = fit(translate(level.game), 60)
    if not level.is_told:
        return gettext("{game}: more opponents are needed to say how strong the choices are.", game=game)
    lost = _sure(level.lost, words.rounded)
    if level.like is None:
        return gettext("{game}: {lost} points given away in ten choices against equal opponents.", game=game, lost=lost)
    first, last = (gettext(_LIKE[rung]) for rung in level.like)
    like = first if first == last else gettext("{weaker} to {stronger}", weaker=first, stronger=last)
    return gettext(
        "{game}: {lost} points given away in ten choices against equal opponents; plays like {like}.",
        game=game,
        lost=lost,
        like=like,
    )


def sentence(found: LuckAndChoices) -> str:
    """Luck and choices in all reviewed matches, with their intervals."""
    total = found.total
    matches = ngettext(
        "{reviewed} of {number} match reviewed",
        "{reviewed} of {number} matches reviewed",
        total.reviewable,
        reviewed=total.reviewed,
    )
    parts = [gettext("{name}: {matches}", name=fit(found.name, 40), matches=matches)]
    if total.luck_lead.value is not None:
        points = _sure(total.luck_lead, lambda value: signed(round(value, 1)))
        parts.append(gettext("luck {points} points a match", points=points))
    if total.beyond.value is not None:
        points = _sure(total.beyond, lambda value: signed(round(value, 1)))
        parts.append(gettext("given away in ten choices, compared with the opponents: {points} points", points=points))
    return gettext("{parts}.", parts="; ".join(parts))


def _sure(mean: Mean, text: Callable[[float], str]) -> str:
    """The value with its interval, where there are enough matches for one."""
    value = text(mean.value or 0)
    if mean.low is None or mean.high is None or mean.few:
        return value
    low, high = text(mean.low), text(mean.high)
    return gettext("{value} (most likely between {low} and {high})", value=value, low=low, high=high)


def over_time(steps: Sequence[LuckStep]) -> list[Figure]:
    """The points given away beyond the opponents, match by match."""
    judged = [step for step in steps if step.beyond is not None]
    if len(judged) < 2:
        return []
    says = gettext(
        "Points given away in ten choices, beyond those of the opponents: the line is the mean of the last ten "
        "matches, a ring one match."
    )
    values = [(step.match, step.recent_beyond, step.beyond, words.rounded(step.recent_beyond)) for step in judged]
    heads = (gettext("Date"), gettext("Game"), gettext("Luck"), gettext("Beyond the opponents"))
    rows = [
        (
            day_link(step.match, step.played_on),
            fit(translate(step.game), 60),
            "-" if step.luck is None else signed_percent(step.luck),
            words.rounded(step.beyond),
        )
        for step in judged
    ]
    return [Figure(gettext("Choices over time"), recent_line(values, says, gettext("Matches")), says, heads, rows)]
