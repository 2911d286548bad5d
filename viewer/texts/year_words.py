"""The words of a year in review: its answer, what stood out, the challenges."""

import datetime
from typing import Final

from babel.dates import format_date

from eventstore.statistics.simple_fraction import simple_fraction
from eventstore.statistics.year import TEN, Challenges, Year
from viewer.locale.language import current, gettext, length, listed, ngettext, short_date, translate
from viewer.locale.plain_text import fit
from viewer.texts import answer_words

MAX_NAMED: Final = 5
"""Most games in a sentence."""


def answer(year: Year, who: str) -> list[str]:
    """The sentences said first; `who` is the name of the person, or empty."""
    plays = ngettext("{number} play", "{number} plays", year.plays)
    games = ngettext("{number} game", "{number} games", len(year.games))
    first = gettext("{plays} of {games}", plays=plays, games=games)
    change = _change(year)
    said = [gettext("{sentence}, {change}.", sentence=first, change=change) if change else f"{first}."]
    if who and year.decided:
        won = ngettext(
            "{name} won {wins} of {number} play with a known result.",
            "{name} won {wins} of {number} plays with a known result.",
            year.decided,
            name=fit(who, 40),
            wins=year.wins,
        )
        said.append(won)
    if who:
        together, alone = (simple_fraction(own.wins, own.decided) for own in (year.cooperative, year.solo))
        said += answer_words.without_opponents(together, alone)
    return said


def summary(year: Year, who: str) -> str:
    """The answer without links, as for a screen reader."""
    about = gettext("{year} in review, {who}", year=year.year, who=fit(who, 40)) if who else in_review(year.year)
    return " ".join([f"{about}:", *answer(year, who)])


def in_review(year: str) -> str:
    return gettext("{year} in review", year=year)


def _change(year: Year) -> str:
    """The plays beside those of the year before; of a year that is not over until the same day. Empty without any."""
    before = year.before if year.before_by_now is None else year.before_by_now
    more = year.plays - before
    if not year.before:
        return ""
    if year.before_by_now is not None:
        if more > 0:
            return ngettext(
                "{number} more than by this day last year", "{number} more than by this day last year", more
            )
        if more < 0:
            return ngettext(
                "{number} fewer than by this day last year", "{number} fewer than by this day last year", -more
            )
        return gettext("as many as by this day last year")
    if more > 0:
        return ngettext("{number} more than the year before", "{number} more than the year before", more)
    if more < 0:
        return ngettext("{number} fewer than the year before", "{number} fewer than the year before", -more)
    return gettext("as many as the year before")


def liveliest(year: Year) -> str:
    """A template with the place of a link to `{game}`; empty if neither a month nor a game stands out."""
    month = year.liveliest and _month(year.liveliest)
    if month and year.favorite:
        return gettext("{month} was the liveliest month, {game} the most played game.", month=month, game="{game}")
    if month:
        return gettext("{month} was the liveliest month.", month=month)
    return gettext("{game} was played most.") if year.favorite else ""


def _month(number: int) -> str:
    name = format_date(datetime.date(2024, number, 1), "LLLL", locale=current())
    return name[:1].upper() + name[1:]


def month_names(width: str) -> list[str]:
    """The months in the reader's language; `width` is a pattern of dates, `LLL` short, `LLLLL` one letter."""
    return [format_date(datetime.date(2024, month, 1), width, locale=current()) for month in range(1, 13)]


def notes(year: Year) -> list[str]:
    """The busiest day, the longest play, the most frequent place."""
    parts = []
    if year.busiest and year.busiest.plays > 1:
        plays = ngettext("{number} play", "{number} plays", year.busiest.plays)
        day = short_date(year.busiest.label, year.year)
        parts.append(gettext("The busiest day: {day}, {plays}.", day=day, plays=plays))
    if year.longest_minutes:
        parts.append(gettext("The longest play took {time}.", time=length(year.longest_minutes)))
    if year.places:
        first = year.places[0]
        plays = ngettext("{number} play", "{number} plays", first.plays)
        parts.append(gettext("Most often at {place}, {plays}.", place=fit(first.name, 40), plays=plays))
    return parts


def ten(challenges: Challenges) -> str:
    """The state of ten games ten times, as a template with the place of a link to `{game}`, the nearest one."""
    if challenges.finished == TEN:
        return gettext("All ten are done.")
    done = gettext("None is done yet.")
    if challenges.finished:
        done = ngettext("{number} of ten is done.", "{number} of ten are done.", challenges.finished)
    plays = gettext("{done} of 100 plays.", done=challenges.done)
    if challenges.nearest is None:
        return f"{done} {plays}"
    nearest = ngettext(
        "Nearest: {game}, {number} play short.",
        "Nearest: {game}, {number} plays short.",
        challenges.nearest.missing,
        game="{game}",
    )
    return f"{done} {plays} {nearest}"


def h_index(challenges: Challenges) -> str:
    """The H-index, and the plays that the next one needs."""
    h, goal = challenges.h_index, challenges.h_index + 1
    says = ngettext(
        "H-index {number}: one game was played at least once.",
        "H-index {number}: {number} games were played at least {number} times each.",
        h,
    )
    lacking = [f"{fit(translate(step.game), 30)} {step.missing}×" for step in challenges.next_h]
    if len(lacking) > MAX_NAMED:
        more = ngettext("{number} more game", "{number} more games", len(lacking) - MAX_NAMED + 1)
        lacking = [*lacking[: MAX_NAMED - 1], more]
    if challenges.untried:
        lacking.append(
            ngettext(
                "{number} other game {plays}×", "{number} other games {plays}× each", challenges.untried, plays=goal
            )
        )
    missing = ngettext(
        "{number} more play makes it {goal}", "{number} more plays make it {goal}", challenges.missing_h, goal=goal
    )
    return f"{says} " + gettext("{missing}: {games}.", missing=missing, games=listed(lacking))
