"""The form for the facts of a match besides its moves: title, names, date, place, tags."""

from functools import partial

import streamlit as st

from core.record_events import Entry, MatchDescribed
from eventstore.readmodels.index import MatchIndex
from viewer import flash
from viewer.correction.draft import Draft, write
from viewer.language import gettext


def heading_form(library: MatchIndex, draft: Draft) -> None:
    """Show all facts of the header; the changed ones are written as one event."""
    header, names = draft.match.header, draft.match.names
    with st.form(draft.key("heading"), border=False):
        st.text_input(gettext("Title"), value=header.title or "", max_chars=200, key=draft.key("title"))
        for seat, name in enumerate(names):
            label = gettext("Seat {seat}", seat=seat + 1)
            st.text_input(label, value=name, max_chars=100, key=draft.key("name", seat))
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
        known = dict.fromkeys((*header.tags, *library.tags()))
        st.multiselect(
            gettext("Tags"),
            list(known),
            default=list(header.tags),
            accept_new_options=True,
            select_all=False,
            key=draft.key("tags"),
        )
        st.form_submit_button(gettext("Save"), type="primary", on_click=partial(_save, draft))


def _save(draft: Draft) -> None:
    header, names = draft.match.header, draft.match.names
    players = tuple(_typed(draft, "name", seat) for seat in range(len(names)))
    day, tags = _typed(draft, "day"), tuple(st.session_state[draft.key("tags")])
    minutes: int | None = st.session_state[draft.key("minutes")]
    if (header.played_on and not day) or (header.minutes and not minutes):
        flash.put(gettext("A known date or time can be corrected here, but not removed."), is_error=True)
        return
    title, place = _typed(draft, "title"), _typed(draft, "place")
    change = MatchDescribed(
        players=players if players != names else None,
        played_on=day if day != (header.played_on or "") else None,
        place=place if place != (header.place or "") else None,
        tags=tags if tags != header.tags else None,
        title=title if title != (header.title or "") else None,
        minutes=minutes if minutes != header.minutes else None,
    )
    if change == MatchDescribed():
        flash.put(gettext("Nothing was changed."))
        return
    done = gettext("Saved. The previous values stay in the record.")
    write(draft, (Entry(0, change),), draft.match.now.version, done, "heading")


def _typed(draft: Draft, *names: object) -> str:
    text: str = st.session_state[draft.key(*names)]
    return text.strip()
