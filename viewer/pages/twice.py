"""Plays that may be recorded twice: each pair as two rows, and the answer of a person, with an undo."""

from collections.abc import Mapping
from typing import Final

import streamlit as st

from eventstore.maintenance import joining
from eventstore.matches import withdrawals
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import MatchRow
from eventstore.readmodels.same_plays import JoinSuggestion, join_suggestions
from eventstore.statistics.plays import PlayedMatch
from viewer.boards.scene import Json
from viewer.components.html_block import Sent, html_block, pressed
from viewer.locale.language import date, gettext, ngettext, translate
from viewer.locale.plain_text import fit, number, plain
from viewer.look.element import button, element
from viewer.pages.shared import flash
from viewer.pages.shared.pages import Pages
from viewer.pages.shared.play_rows import play_rows
from viewer.pages.shared.withdrawing import origin
from viewer.statistics.words import DEPTHS
from viewer.surface.kept import kept

MAX_SHOWN: Final = 20
"""Maximum number of pairs shown at once."""

_KEY: Final = "twice"


def show(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    """Ask about each pair whether it is one play; nothing is joined without an answer."""
    sent = pressed(_KEY)
    undo = _answered(matches, sent) if sent else ()
    flash.show()
    suggestions = suggested(index, matches)
    head = element("div", element("h1", gettext("One play or two?")), *undo, class_="head")
    html_block(head, *_pairs(index, matches, suggestions), key=_KEY)


def link(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    """A line with the number of plays that may be recorded twice, which leads to them; nothing if there are none."""
    if count := len(suggested(index, matches)):
        label = ngettext("{number} play may be in Partie twice", "{number} plays may be in Partie twice", count)
        st.page_link(pages.twice, label=label, icon=":material/merge:")


def suggested(index: MatchIndex, matches: MatchRepository) -> tuple[JoinSuggestion, ...]:
    """The suggestions, computed once per state of the store."""
    return _suggested(index, matches, index.checkpoint())


@kept(8)
def _suggested(_index: MatchIndex, _matches: MatchRepository, key: str) -> tuple[JoinSuggestion, ...]:
    return join_suggestions(_matches, _index)


def _answered(matches: MatchRepository, sent: Sent) -> tuple[Json, ...]:
    """Carry out an answer; the button that takes a join back."""
    match, _, into = sent.value.partition(" ")
    with flash.catch_errors():
        if sent.name == "split":
            withdrawals.restore(matches, match)
            flash.put(gettext("They are two plays again."))
        elif sent.name == "apart":
            matches.told_apart.tell_apart(match, into)
            flash.put(gettext("They are two plays; you will not be asked again."))
        else:
            joining.join(matches, into, match)
            flash.put(gettext("They are now one play."))
            return (element("span", button(gettext("Undo"), sends="split", value=match), class_="end"),)
    return ()


def _pairs(index: MatchIndex, matches: MatchRepository, suggestions: tuple[JoinSuggestion, ...]) -> list[Json]:
    if not suggestions:
        return [element("p", gettext("No play seems to be recorded twice."), class_="answer")]
    shown = suggestions[:MAX_SHOWN]
    ids = [id for one in shown for id in (one.into, one.match)]
    rows = {row.id: row for row in index.matches(ids=ids)}
    played = {match.id: match for match in index.played(ids=ids, with_uncounted=True)}
    labels: dict[str, tuple[str, str]] = {}
    for one in shown:
        labels |= _differences(rows, played, one.into, one.match)
    drawn = dict(zip(ids, play_rows(index, matches, [rows[id] for id in ids], labels=labels), strict=True))
    parts = [_pair(one, rows[one.into], [drawn[one.into], drawn[one.match]]) for one in shown]
    if (more := len(suggestions) - MAX_SHOWN) > 0:
        parts.append(
            element("p", ngettext("{number} more after these", "{number} more after these", more), class_="soft")
        )
    return parts


def _pair(one: JoinSuggestion, lead: MatchRow, rows: list[Json]) -> Json:
    game = fit(plain(translate(lead.game_title)), 60)
    head = element("div", element("h2", game), element("span", date(lead.played_on or "")), class_="h")
    answers = element(
        "div",
        button(gettext("One play"), sends="join", value=f"{one.match} {one.into}"),
        button(gettext("Two plays"), sends="apart", value=f"{one.match} {one.into}"),
        class_="chips all",
    )
    return element("section", head, *rows, answers, class_="sec")


def _differences(
    rows: Mapping[str, MatchRow], played: Mapping[str, PlayedMatch], one: str, other: str
) -> dict[str, tuple[str, str]]:
    """For each of the two matches its origin, and what differs between them beside points and winners."""
    facts = {id: _facts(rows[id], played[id]) for id in (one, other)}
    pairs = list(zip(facts[one], facts[other], strict=True))
    differing = (" · ".join(pair[place] for pair in pairs if pair[0] != pair[1] and pair[place]) for place in (0, 1))
    return {id: (origin(rows[id].sources), text) for id, text in zip((one, other), differing, strict=True)}


def _facts(row: MatchRow, played: PlayedMatch) -> tuple[str, ...]:
    minutes = gettext("{minutes} min", minutes=number(played.minutes)) if played.minutes else ""
    return gettext(DEPTHS[row.depth]), minutes, plain(row.place or "")
