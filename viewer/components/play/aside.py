"""The parts beside the sheet: what the play changed, the plays before, notes."""

import re
from typing import Final
from urllib.parse import quote, urlencode

from eventstore.matches.match import Match
from eventstore.statistics import sides
from eventstore.statistics.play_changes import (
    AfterAYear,
    Change,
    EndedRun,
    FirstWin,
    Milestone,
    PersonPlays,
    PointsRecord,
)
from eventstore.statistics.plays import PlayedMatch
from viewer.boards.scene import Json
from viewer.components.play.context import PlayPage
from viewer.locale.language import date, gettext, listed, ngettext, short_date, translate
from viewer.locale.plain_text import fit, number, plain
from viewer.look.element import element
from viewer.look.icons import Icon, crown, icon
from viewer.texts.match_sentences import MAX_NAME
from viewer.texts.play_facts import change_sentence, milestone_sentence

_SEAT: Final = re.compile(r"\ue000(\d+)\ue000")
"""The place of a person in a sentence, which becomes a link; a private character that no text of people keeps."""


def headline(page: PlayPage) -> Json | None:
    """The one thing that the play was: under the standing."""
    reached = page.past.headline
    if reached is None:
        return None
    if not isinstance(reached, Milestone):
        return element("p", icon("star"), element("span", *_linked(page, reached), "."), class_="milestone facts")
    title = fit(translate(page.match.game_title), MAX_NAME)
    parts = milestone_sentence(reached, title, page.name).split("**")
    words = [element("b", part) if place % 2 else part for place, part in enumerate(parts)]
    return element("p", icon("star"), element("span", *words, *_earlier_link(reached)), class_="milestone")


def _earlier_link(reached: Milestone) -> list[Json]:
    """The play that a milestone is counted from."""
    match reached:
        case PersonPlays():
            title = fit(plain(translate(reached.title)), MAX_NAME)
            words, id = ", ".join(filter(None, (title, (reached.played_on or "")[:4]))), reached.first
        case AfterAYear():
            words, id = date(reached.played_on), reached.before
        case _:
            return []
    return [" ", element("a", words, class_="link", href=f"replay?match={quote(id)}")]


def changes(page: PlayPage) -> Json | None:
    others = [change for change in page.past.changes if change != page.past.headline]
    if not others:
        return None
    rows = [element("p", icon(_icon(change)), element("span", *_linked(page, change))) for change in others]
    return _section(element("h2", gettext("What it changed")), element("div", *rows, class_="facts"))


def _linked(page: PlayPage, change: Change) -> list[Json]:
    """The sentence of a change, with links to its people."""
    title = fit(translate(page.match.game_title), MAX_NAME)
    parts = _SEAT.split(change_sentence(change, title, lambda seat: f"\ue000{seat}\ue000"))
    return [page.person(int(part)) if place % 2 else part for place, part in enumerate(parts)]


def _icon(change: Change) -> Icon:
    match change:
        case PointsRecord() | FirstWin():
            return "star"
        case EndedRun():
            return "again"
        case _:
            return "up"


def before(page: PlayPage) -> Json | None:
    """The last plays of the same game, with their results."""
    past, match = page.past, page.match
    if not past.before:
        return None
    everything = element(
        "a",
        ngettext("All {number}", "All {number}", past.plays),
        href=f"./?{urlencode({'game': match.game_title})}",
        aria_label=gettext("All plays of {title}", title=translate(match.game_title)),
    )
    rows = [_earlier(other, match) for other in past.before]
    return _section(element("div", element("h2", gettext("Before")), everything, class_="h"), *rows)


def _earlier(play: PlayedMatch, match: Match) -> Json:
    day = short_date(play.played_on, match.header.played_on or "") if play.played_on else "–"
    won = [result for result in play.seats if result.won]
    names = listed([fit(plain(match.people.name(result.person)), 20) for result in won])
    points = {sides.side_points(play, result) for result in won}
    if play.cooperative:
        result = gettext("Won together") if won else gettext("Lost together")
    elif won:
        result = f"{names} {number(points.pop())}" if len(points) == 1 and points != {None} else names
    else:
        result = gettext("Nobody won") if play.decided else gettext("not known")
    return element(
        "a",
        element("span", day, class_="soft s14 day"),
        element("b", *([crown()] if won else []), result),
        element("span", _margin(play), class_="soft margin"),
        href=f"replay?match={quote(play.id)}",
        class_="mini",
        title=date(play.played_on or ""),
    )


def _margin(play: PlayedMatch) -> str:
    people = ngettext("{number} person", "{number} people", len(play.seats))
    margin = sides.winning_margin(play)
    return people if not margin else gettext("by {margin}, {people}", margin=number(margin), people=people)


def _section(*parts: Json) -> Json:
    return element("section", *parts, class_="sec")
