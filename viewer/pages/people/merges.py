"""Suggestions that two people are the same: merge them or reject the suggestion."""

from collections.abc import Collection, Mapping
from typing import Final

import streamlit as st

from eventstore.matches.people_repository import MergeSuggestion
from eventstore.matches.repository import MatchRepository
from viewer.locale.language import gettext, ngettext
from viewer.locale.plain_text import fit
from viewer.pages.person.changes import change
from viewer.pages.shared import flash

MAX_SHOWN: Final = 5
"""Maximum number of suggestions shown at once."""


def suggest_merges(matches: MatchRepository, plays: Mapping[str, int], unlisted: Collection[str]) -> None:
    """A fold with a row for each of the most likely suggestions; none of them names `unlisted` people."""
    suggestions = matches.people_repository.suggestions(without=unlisted)
    if not suggestions:
        return
    with st.expander(gettext("One person or two?"), key="suggested"):
        for place, one in enumerate(suggestions[:MAX_SHOWN]):
            # The name with more plays stays.
            stays, goes = sorted((one.into, one.person), key=lambda id: -plays.get(id, 0))
            _row(matches, MergeSuggestion(goes, stays, one.why), plays, f"suggested-{place}")
        if (more := len(suggestions) - MAX_SHOWN) > 0:
            st.caption(ngettext("{number} more after these", "{number} more after these", more))


def _row(matches: MatchRepository, one: MergeSuggestion, plays: Mapping[str, int], key: str) -> None:
    people = matches.people()
    goes, stays = (
        ngettext(
            "{name} ({number} play)",
            "{name} ({number} plays)",
            plays.get(id, 0),
            name=fit(people.name(id), 40),
        )
        for id in (one.person, one.into)
    )
    with st.container(horizontal=True, vertical_alignment="center", key=key):
        st.text(gettext("{one} and {other}", one=goes, other=stays), width=420)
        name = fit(people.name(one.into), 40)
        if st.button(gettext("One person"), key=f"{key}-merge", icon=":material/merge:"):
            with change():
                matches.people_repository.merge(one.person, one.into)
                flash.put(gettext("They are now one person: {name}.", name=name))
        if st.button(gettext("Two people"), key=f"{key}-apart", icon=":material/call_split:"):
            with change():
                matches.people_repository.tell_apart(one.person, one.into)
                flash.put(gettext("They are two people; you will not be asked again."))
