"""The top of a game's page: emblem and title, its usual winner, best and average, three figures, the next milestone."""

from collections.abc import Mapping
from typing import Final

from eventstore.statistics.answers import GameAnswer
from eventstore.statistics.game import GameStatistics
from viewer.boards.scene import Json
from viewer.locale.language import gettext, gettext_noop, ngettext, number, translate
from viewer.locale.plain_text import fit, plain
from viewer.look.element import element
from viewer.look.icons import icon
from viewer.pages.person.head import figure, figure_row, plays_since
from viewer.pages.shared.faces import Emblems
from viewer.pages.shared.pages import Pages
from viewer.pages.shared.tabs import tab_address
from viewer.statistics import words
from viewer.texts import answer_words

TABS: Final[Mapping[str, str]] = {
    "plays": gettext_noop("Plays"),
    "people": gettext_noop("People"),
    "points": gettext_noop("Points"),
    "seats": gettext_noop("Seats and roles"),
    "time": gettext_noop("Time and cost"),
}

OF_MOVES: Final[Mapping[str, str]] = {"board": gettext_noop("Board")}
"""The tabs of games that are recorded move by move."""


def title_row(title: str, emblems: Emblems, pages: Pages) -> Json:
    """Emblem and title, and the way to the form with the picture."""
    name = element("h1", fit(translate(title), 60))
    edit = element("a", icon("edit"), gettext("Edit"), href=tab_address("game", "edit"), class_="btn bare")
    end = [element("div", edit, class_="end")] if pages.has_role("recorder") else []
    return element("div", emblems.emblem(title, 56), name, *end, class_="head about")


def answers(game: GameStatistics, answer: GameAnswer, names: Mapping[str, str]) -> list[Json]:
    """The sentence, the figures, the milestone."""
    figures = [figure(number(game.plays), plays_since(game.plays, answer.since))]
    if answer.best:
        figures.append(figure(number(answer.best.value), gettext("best points")))
    if game.points.value is not None:
        figures.append(figure(words.rounded(game.points.value), gettext("points on average")))
    return [element("p", sentence(game, answer, names), class_="answer"), figure_row(figures, answer.milestone)]


def sentence(game: GameStatistics, answer: GameAnswer, names: Mapping[str, str]) -> str:
    """`Ana has the most wins, 12 in 20 plays. The best result is 112 by Ben, the average 86.`"""
    parts = list[str]()
    if answer.usual:
        name = _name(answer.usual, names)
        wins = ngettext(
            "{name} has the most wins, {wins} in {number} play.",
            "{name} has the most wins, {wins} in {number} plays.",
            answer.decided,
            name=name,
            wins=number(answer.wins),
        )
        parts.append(wins)
    elif game.decided > 1:
        parts.append(gettext("Nobody wins more often than all others."))
    parts += answer_words.without_opponents(answer.together, answer.alone)
    if answer.best and answer.best.person:
        best, name = number(answer.best.value), _name(answer.best.person, names)
        if game.plays == 1:
            parts.append(gettext("The best result is {points} by {name}.", points=best, name=name))
        else:
            average = words.rounded(game.points.value)
            text = gettext(
                "The best result is {points} by {name}, the average {average}.", points=best, name=name, average=average
            )
            parts.append(text)
    return " ".join(parts) or gettext("No result is known yet.")


def _name(person: str, names: Mapping[str, str]) -> str:
    return fit(plain(names.get(person, person)), 40)
