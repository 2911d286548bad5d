"""Suggestions: one for the people at the table and their time, and the games not played for long."""

import datetime
from collections import Counter
from collections.abc import Mapping
from typing import Final, NamedTuple

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.play_lists import plays_by_game, rested
from eventstore.readmodels.suggestions import last_table, suggestions
from eventstore.statistics.suggestions import GameSuggestion, Rested
from viewer.boards.scene import Json
from viewer.components.html_block import html_block
from viewer.components.people.picker import known_people, labels_of
from viewer.locale.language import date, gettext, listed, ngettext, translate
from viewer.locale.plain_text import fit, number, plain
from viewer.look.element import element
from viewer.look.emblem import Faces
from viewer.look.fold import fold, table
from viewer.pages.shared.address import say_unknown
from viewer.pages.shared.dataset import dataset_key, names_of
from viewer.pages.shared.faces import Emblems, emblems_of, faces_of
from viewer.pages.shared.nothing_yet import nothing_yet
from viewer.pages.shared.pages import Pages
from viewer.pages.shared.question import Choice, Menu, address_with, filled, game_address, game_link, question
from viewer.pages.shared.session import reader_today
from viewer.surface.kept import kept
from viewer.texts.answer_words import ago

TIMES: Final = (20, 30, 45, 60, 90, 120, 180, 240)
"""The times offered, in minutes."""

MAX_ROWS: Final = 10
"""Most suggestions, and most games not played for long, before the rest is asked for."""

_MAX_PLAYERS: Final = 8
MAX_NAMED: Final = 3
"""Most people named in the question."""

MAX_RECENT: Final = 12
"""People offered beside the suggestions; the menu of the question has all."""


class _SuggestionTable(NamedTuple):
    """The people at the table, by id, or only their number; the time in minutes, None for any."""

    people: tuple[str, ...]
    players: int
    minutes: int | None


def show(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    """Suggest for the people in `?people=ID,ID` or the number in `?players=`, and the minutes in `?time=`."""
    index = index.counted()
    key, names = dataset_key(index, {}), names_of(matches)
    if not plays_by_game(index):
        says = gettext("Once you have played, here will be what fits the people at the table and their time.")
        html_block(nothing_yet(gettext("Nothing to suggest yet"), says, pages), key="nothing")
        return
    known = [person for person in known_people(index, matches) if person.plays]
    labels = labels_of(known)
    asked = _asked(index, matches)
    found = _suggested(index, asked, reader_today().isoformat(), key)
    emblems = emblems_of(matches)
    side = [_company(labels, asked, faces_of(matches), names)]
    side += _rested(_resting(index, reader_today().isoformat(), key), emblems)
    fitting = element("div", *_fitting(found, asked, emblems))
    columns = element("div", fitting, element("aside", *side), class_="two")
    html_block(_question(labels, asked, names), _answer(found, asked), columns, key="suggest")


def _asked(index: MatchIndex, matches: MatchRepository) -> _SuggestionTable:
    """The request in the address; without people or their number it is those of the last play."""
    minutes = st.query_params.get("time", "")
    if minutes and minutes not in map(str, TIMES):
        say_unknown("time", minutes)
    time = int(minutes) if minutes in map(str, TIMES) else None
    everybody = matches.people()
    requested = list(
        dict.fromkeys(everybody.one(word) for word in st.query_params.get("people", "").split(",") if word)
    )
    people = tuple(id for id in requested if id in everybody.names)
    if len(people) < len(requested):
        say_unknown("people", next(id for id in requested if id not in people))
    players = st.query_params.get("players", "")
    if not people and players.isdecimal() and 1 <= int(players) <= _MAX_PLAYERS:
        return _SuggestionTable((), int(players), time)
    people = people or last_table(index)
    return _SuggestionTable(people, len(people) or 2, time)


def _question(labels: dict[str, str], asked: _SuggestionTable, names: Mapping[str, str]) -> Json:
    counts = [
        Choice(
            _people(number), address_with(players=str(number), people=""), not asked.people and number == asked.players
        )
        for number in range(1, _MAX_PLAYERS + 1)
    ]
    people = [Choice(label, _toggled(asked, id), id in asked.people) for id, label in labels.items()]
    called = [fit(names[id], 20) for id in asked.people]
    who = listed(called) if 0 < len(called) <= MAX_NAMED else _people(asked.players)
    times = [Choice(gettext("any time"), address_with(time=""), asked.minutes is None)]
    times += [Choice(_minutes(each), address_with(time=str(each)), each == asked.minutes) for each in TIMES]
    time = _minutes(asked.minutes) if asked.minutes else gettext("any time")
    return question(
        gettext("What shall {who} play {time}?"),
        who=Menu("[{who}]", gettext("Who is at the table"), [*counts, *people], {"who": who}),
        time=Menu(gettext("in [{time}]"), gettext("Time"), times, {"time": time}),
    )


def _people(number: int) -> str:
    return ngettext("{number} person", "{number} people", number)


def _minutes(number: int) -> str:
    return ngettext("{number} minute", "{number} minutes", number)


def _toggled(asked: _SuggestionTable, id: str) -> str:
    """The address with this person at the table, or without."""
    people = [one for one in asked.people if one != id] if id in asked.people else [*asked.people, id]
    return address_with(people=",".join(people), players="")


def _answer(found: tuple[GameSuggestion, ...], asked: _SuggestionTable) -> Json:
    if not found:
        says = gettext("No game was played by so many people in that time. Allow more time or choose other people.")
        return element("p", says, class_="answer")
    parts = filled(answer(found[0], len(asked.people)), game=[game_link(found[0].game)])
    return element("p", *parts, class_="answer")


def _fitting(found: tuple[GameSuggestion, ...], asked: _SuggestionTable, emblems: Emblems) -> list[Json]:
    """The games that fit with their usual time, the best first."""
    if not found:
        return []
    longest = max((one.minutes or 0 for one in found[:MAX_ROWS]), default=0) or 1
    rows = [_row(one, place, longest, asked, emblems) for place, one in enumerate(found)]
    parts: list[Json] = [element("div", *rows[:MAX_ROWS], class_="fits")]
    if rows[MAX_ROWS:]:
        more = ngettext("{number} more game", "{number} more games", len(rows) - MAX_ROWS)
        parts.append(fold(more, rows[MAX_ROWS:]))
    return parts


def _row(one: GameSuggestion, place: int, longest: float, asked: _SuggestionTable, emblems: Emblems) -> Json:
    title = element("span", plain(translate(one.game)), class_="t")
    reason = element("span", why(one, len(asked.people)), class_="d")
    share = min(1.0, (one.minutes or 0) / longest) * 70
    bar = [element("i", style=f"width: {share:.1f}%")] if one.minutes else []
    took = element("span", *bar, minutes(one), class_="took")
    what = element("span", title, reason)
    kind = "fit" if place else "fit meant"
    return element("a", emblems.emblem(one.game), what, took, href=game_address(one.game), class_=kind)


def _company(labels: dict[str, str], asked: _SuggestionTable, faces: Faces, names: Mapping[str, str]) -> Json:
    """The people seen lately, to add or to leave out with one tap each."""
    shown = dict.fromkeys([*list(labels)[:MAX_RECENT], *(id for id in asked.people if id in labels)])
    alike = Counter(names[id] for id in shown)
    chips = []
    for id in shown:
        name = names[id]
        called = fit(name if alike[name] == 1 else labels[id], 24)
        on = id in asked.people
        state = {"aria-current": "true"} if on else {}
        kind = "pp on" if on else "pp"
        chips.append(element("a", faces.face(name, 28), called, href=_toggled(asked, id), class_=kind, **state))
    title = element("h2", gettext("Who is at the table"))
    return element("section", title, element("div", *chips, class_="ppl"), class_="sec")


def _rested(games: tuple[Rested, ...], emblems: Emblems) -> list[Json]:
    """The games that were not played for the longest time."""
    if not games:
        return []
    says = element("p", *filled(waited(games[0]), game=[game_link(games[0].game)]), class_="s14")
    rows = [
        element(
            "a", emblems.emblem(one.game, 24), element("span", plain(translate(one.game)), class_="cut"),
            element("span", ago(one.days), class_="end"), href=game_address(one.game), class_="mini",
        )
        for one in games[:MAX_ROWS]
    ]  # fmt: skip
    parts = [element("h2", gettext("Not played for long")), says, *rows]
    if len(games) > MAX_ROWS:
        heads = [gettext("Game"), gettext("Last played"), gettext("Plays")]
        cells: list[list[Json]] = [[game_link(one.game), date(one.played_on), number(one.plays)] for one in games]
        every = ngettext("All {number} game", "All {number} games", len(games))
        parts.append(fold(every, [table(heads, cells)]))
    return [element("section", *parts, class_="sec")]


@kept(16)
def _suggested(_index: MatchIndex, asked: _SuggestionTable, today: str, key: str) -> tuple[GameSuggestion, ...]:
    day = datetime.date.fromisoformat(today)
    return suggestions(_index, asked.people, asked.minutes, day, asked.players)


@kept(8)
def _resting(_index: MatchIndex, today: str, key: str) -> tuple[Rested, ...]:
    return rested(_index, datetime.date.fromisoformat(today))


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
