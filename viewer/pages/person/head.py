"""The top of a person's page: face and name, the answer in one sentence, three figures and the next milestone."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import quote

from eventstore.statistics.answers import PersonAnswer
from eventstore.statistics.milestones import Milestone
from eventstore.statistics.person import PersonStatistics
from viewer.boards.scene import Json
from viewer.locale.language import gettext, gettext_noop, ngettext, number
from viewer.locale.plain_text import fit
from viewer.look import charts
from viewer.look.element import element
from viewer.look.emblem import Faces
from viewer.look.icons import icon
from viewer.pages.shared.pages import Pages
from viewer.pages.shared.tabs import tab_address
from viewer.texts import answer_words
from viewer.texts.match_sentences import signed

TABS: Final[Mapping[str, str]] = {
    "plays": gettext_noop("Plays"),
    "games": gettext_noop("Games"),
    "opponents": gettext_noop("Opponents"),
    "progress": gettext_noop("Progress"),
    "luck": gettext_noop("Luck and choices"),
}


def title_row(person: str, name: str, faces: Faces, pages: Pages) -> Json:
    """Face, name, and what can be done with the person."""
    whom = quote(person)
    duel = (gettext("Head to head"), f"pair?people={whom}")
    edit = [(gettext("Edit"), tab_address("person", "edit"))] if pages.has_role("recorder") else []
    others = [(gettext("Year in review"), f"year?person={whom}")]
    others += [(gettext("Training"), f"training?person={whom}")] if pages.offers("training") else []
    shown = [element("a", icon("edit"), text, href=href, class_="btn bare only-l") for text, href in edit]
    shown.append(element("a", duel[0], href=duel[1], class_="btn only-l"))
    items = [element("a", text, href=href, class_="item only-s fx") for text, href in (*edit, duel)]
    items += [element("a", text, href=href, class_="item") for text, href in others]
    summary = element("summary", icon("more"), class_="btn sq", aria_label=gettext("More"))
    more = element("details", summary, element("div", *items, class_="pop"), class_="drop")
    end = element("div", *shown, more, class_="end")
    return element("div", faces.face(name, 56), element("h1", fit(name, 60)), end, class_="head about")


def answers(person: PersonStatistics, answer: PersonAnswer) -> list[Json]:
    """The sentence, the figures, the milestone."""
    figures = [figure(number(person.plays), plays_since(person.plays, answer.since))]
    if person.decided:
        figures.append(figure(number(person.wins), gettext("wins")))
    if person.cooperative.decided:
        figures.append(figure(number(person.cooperative.wins), gettext("wins together")))
    if person.solo.decided:
        figures.append(figure(number(person.solo.wins), gettext("wins alone")))
    if answer.per_100 is not None:
        figures.append(_beside(round(answer.per_100)))
    sentence = element("p", answer_words.person_sentence(person.name, answer), class_="answer")
    return [sentence, figure_row(figures, answer.milestone)]


def figure(value: str, label: str) -> Json:
    return element("div", element("b", value), element("span", label), class_="fig")


def figure_row(figures: list[Json], milestone: Milestone | None) -> Json:
    """Figures in a row, with the next milestone at its end, below it on a phone."""
    return element("div", *figures, *([_next(milestone)] if milestone else []), class_="figs")


def _next(milestone: Milestone) -> Json:
    words = element("b", answer_words.milestone(milestone))
    return element("p", words, charts.progress(milestone.done / milestone.goal), class_="next")


def plays_since(plays: int, year: str | None) -> str:
    """The words under the number of plays."""
    if year:
        return ngettext("play since {year}", "plays since {year}", plays, year=year)
    return ngettext("play", "plays", plays)


def _beside(per_100: int) -> Json:
    if per_100 < 0:
        return figure(number(-per_100), gettext("per 100 below chance"))
    return figure(signed(per_100), gettext("per 100 above chance"))
