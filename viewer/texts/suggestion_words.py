"""The words for a suggestion of what to play: the reason, the time, how long a game was not played."""

from eventstore.statistics.rested import Rested
from eventstore.statistics.suggestions import GameSuggestion
from viewer.locale.language import date, gettext, ngettext, number
from viewer.texts.answer_words import ago


def why(one: GameSuggestion, people: int) -> str:
    """The reason in a few words; `people` is the number of people who are named, 0: only their number is known."""
    if not people:
        known = ngettext("{number} play", "{number} plays", one.plays)
    elif one.known == people:
        known = gettext("both know it") if people == 2 else gettext("all know it")
    elif one.known:
        known = gettext("{known} of {people} know it", known=one.known, people=people)
    else:
        known = gettext("new to all")
    last = gettext("last played {when}", when=since(one.days)) if one.days else ""
    return ", ".join(part for part in (known, last) if part)


def minutes(one: GameSuggestion) -> str:
    return gettext("{minutes} min", minutes=number(round(one.minutes))) if one.minutes else ""


def answer(one: GameSuggestion, people: int) -> str:
    """A template with the place of a link to `{game}`."""
    reason = why(one, people)
    if one.minutes:
        about = gettext("about {minutes} min", minutes=number(round(one.minutes)))
        reason = gettext("{reason}, {time}", reason=reason, time=about)
    return gettext("Try {game}: {why}.", game="{game}", why=reason)


def since(days: int) -> str:
    """The time since then: `8 months ago`."""
    if days < 60:
        return ngettext("{number} day ago", "{number} days ago", days)
    if days < 731:
        return ngettext("{number} month ago", "{number} months ago", int(days / 30.4375))
    return ngettext("{number} year ago", "{number} years ago", int(days / 365.25))


def waited(first: Rested) -> str:
    """A template with the place of a link to `{game}`."""
    return gettext(
        "{game} has waited longest: since {day}, after {plays}.",
        game="{game}",
        day=date(first.played_on),
        plays=ngettext("{number} play", "{number} plays", first.plays),
    )


def rest(one: Rested) -> str:
    """`8 months`"""
    return ago(one.days)
