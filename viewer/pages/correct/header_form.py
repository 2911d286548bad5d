"""The form for the facts of a match besides its moves: title, names, date, place, tags."""

from functools import partial

import streamlit as st

from core.record_events import Entry, MatchDescribed
from eventstore.matches.match import Match
from eventstore.matches.people import Player
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from viewer.components.people.picker import Person, choose, chosen_people, known_people, people_picker
from viewer.locale.language import gettext, ngettext
from viewer.pages.correct.draft import Draft, write
from viewer.pages.shared import flash
from viewer.texts.own_words import tag_text


def heading_form(index: MatchIndex, matches: MatchRepository, draft: Draft) -> None:
    """Show all facts of the header; the changed ones are written as one event."""
    header, key = draft.match.header, draft.key("people")
    if f"{key}-chosen" not in st.session_state:
        choose(key, _seated(draft.match))
    known = known_people(index, matches, header.players)
    with st.container(width=640):
        people_picker(gettext("People"), known, key=key, kind="seats", new=True, most=len(header.players))
    with st.form(draft.key("heading"), border=False):
        st.text_input(gettext("Title"), value=header.title or "", max_chars=200, key=draft.key("title"))
        st.text_input(
            gettext("Played on (a day, a month or a year)"),
            value=header.played_on or "",
            placeholder="2026-11-20",
            max_chars=10,
            key=draft.key("day"),
        )
        st.text_input(gettext("Place"), value=header.place or "", max_chars=200, key=draft.key("place"))
        minutes = gettext("Duration in minutes")
        st.number_input(minutes, value=header.minutes, min_value=1, max_value=99_999, key=draft.key("minutes"))
        tags = dict.fromkeys((*header.tags, *index.tags()))
        st.multiselect(
            gettext("Tags"),
            list(tags),
            default=list(header.tags),
            accept_new_options=True,
            format_func=tag_text,
            placeholder=gettext("Choose some, or write new ones"),
            select_all=False,
            key=draft.key("tags"),
        )
        st.form_submit_button(gettext("Save"), type="primary", on_click=partial(_save, draft))


def _save(draft: Draft) -> None:
    header, before, people = draft.match.header, _seated(draft.match), chosen_people(draft.key("people"))
    if len(people) != len(before):
        flash.put(
            ngettext("Choose {number} player.", "Choose {number} players, in the order of their seats.", len(before)),
            is_error=True,
        )
        return
    day, tags = _typed(draft, "day"), tuple(st.session_state[draft.key("tags")])
    minutes: int | None = st.session_state[draft.key("minutes")]
    if (header.played_on and not day) or (header.minutes and not minutes):
        flash.put(gettext("A known date or time can be corrected here, but not removed."), is_error=True)
        return
    title, place = _typed(draft, "title"), _typed(draft, "place")
    change = MatchDescribed(
        played_on=day if day != (header.played_on or "") else None,
        place=place if place != (header.place or "") else None,
        tags=tags if tags != header.tags else None,
        title=title if title != (header.title or "") else None,
        minutes=minutes if minutes != header.minutes else None,
    )
    reseated = [(one.id, one.name) for one in people] != [(one.id, one.name) for one in before]
    if change == MatchDescribed() and not reseated:
        flash.put(gettext("Nothing was changed."))
        return
    done = gettext("Saved. The previous values stay in the record.")
    changes = () if change == MatchDescribed() else (Entry(0, change),)
    players = [Player(one.name, id=one.id) for one in people] if reseated else []
    write(draft, changes, draft.match.now.version, done, "heading", reseated=players)


def _seated(match: Match) -> list[Person]:
    return [Person(match.people.one(id), name) for id, name in zip(match.header.players, match.names, strict=True)]


def _typed(draft: Draft, *names: object) -> str:
    text: str = st.session_state[draft.key(*names)]
    return text.strip()
