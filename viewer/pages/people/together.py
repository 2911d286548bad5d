"""Beside the list of people: the pairs with the most plays, and people who were not seen for long."""

import datetime
from collections.abc import Collection, Sequence
from urllib.parse import quote

import streamlit as st

from eventstore.matches.people import People
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.play_lists import together
from eventstore.readmodels.plays_of import plays_of
from eventstore.statistics import play_lists
from eventstore.statistics.play_lists import PersonRow, Together
from viewer.boards.scene import Json
from viewer.locale.language import gettext, ngettext, number
from viewer.locale.plain_text import fit
from viewer.look import charts
from viewer.look.charts import Bar
from viewer.look.element import element
from viewer.look.face import Faces
from viewer.texts import answer_words


def aside(
    index: MatchIndex, key: str, rows: Sequence[PersonRow], people: People, faces: Faces, today: datetime.date
) -> list[Json]:
    """The sections that have something to say; `key` identifies the plays of the index."""
    parts = list[Json]()
    if pairs := _pairs(index, people.current_names(), key):
        bars = [_bar(both, people, is_first=place == 0) for place, both in enumerate(pairs)]
        says = element("p", _result(index, pairs[0], people), class_="soft s14 note")
        parts.append(_section(gettext("Together most often"), charts.bars(bars), says))
    if missed := play_lists.absent(rows, today):
        minis = [_missed(one.person, answer_words.ago(one.days), people, faces) for one in missed]
        parts.append(_section(gettext("Not seen for long"), *minis))
    if any(row.recent for row in rows):
        parts.append(_section(gettext("The dots"), _legend()))
    return parts


def _section(title: str, *content: Json) -> Json:
    return element("section", element("h2", title), *content, class_="sec")


@st.cache_resource(max_entries=8, show_spinner=False)
def _pairs(_index: MatchIndex, _names: Collection[str], key: str) -> tuple[Together, ...]:
    return together(_index, _names)


def _bar(both: Together, people: People, *, is_first: bool) -> Bar:
    one, other = (fit(people.name(id), 20) for id in (both.one, both.other))
    label = gettext("{first} and {last}", first=one, last=other)
    return Bar(label, both.plays, number(both.plays), href=_pair(both), meant=is_first)


def _pair(both: Together) -> str:
    return f"pair?people={quote(both.one)},{quote(both.other)}"


def _result(index: MatchIndex, both: Together, people: People) -> str:
    """`Ana and Ben: 94 to 86 for Ana, 7 shared.`"""
    duel = play_lists.duel_of(plays_of(index.population(), (both.one, both.other)), both, people.current_names())
    one, other = (fit(people.name(id), 20) for id in (both.one, both.other))
    names = gettext("{first} and {last}", first=one, last=other)
    shared = ngettext("{number} shared", "{number} shared", duel.together)
    if duel.before == duel.after:
        result = gettext("{one} to {other}", one=number(duel.before), other=number(duel.after))
    else:
        high, low = max(duel.before, duel.after), min(duel.before, duel.after)
        name = one if duel.before > duel.after else other
        result = gettext("{one} to {other} for {name}", one=number(high), other=number(low), name=name)
    if duel.together:
        return gettext("{names}: {result}, {shared}.", names=names, result=result, shared=shared)
    return gettext("{names}: {result}.", names=names, result=result)


def _missed(person: str, time: str, people: People, faces: Faces) -> Json:
    name = people.name(person)
    end = element("span", time, class_="end")
    called = element("span", fit(name, 40))
    return element("a", faces.face(name, 24), called, end, href=f"person?person={quote(person)}", class_="mini")


def _legend() -> Json:
    won, other = (element("i", class_=kind) for kind in ("w", ""))
    dots = [element("span", dot, class_="dots", aria_hidden="true") for dot in (won, other)]
    words = gettext("won"), gettext("not won; the newest at the right.")
    return element("p", dots[0], f" {words[0]}  ", dots[1], f" {words[1]}", class_="soft s14")
