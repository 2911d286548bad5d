"""Suggestions that two people are the same: merge them or reject the suggestion."""

from collections.abc import Collection, Mapping
from typing import Final

import streamlit as st

from eventstore.matches.people_repository import Suggestion
from eventstore.matches.repository import MatchRepository
from viewer import flash
from viewer.boards.text import fit
from viewer.language import gettext, ngettext
from viewer.people.changes import change

MAX_SHOWN: Final = 5
"""Maximum number of suggestions shown at once."""


def suggest_merges(records: MatchRepository, plays: Mapping[str, int], unlisted: Collection[str]) -> None:
    """A row for each of the most likely suggestions; none of them names `unlisted` people."""
    suggestions = records.people_repository.suggestions(without=unlisted)
    if not suggestions:
        return
    st.subheader(gettext("One person or two?"), anchor=False)
    for place, one in enumerate(suggestions[:MAX_SHOWN]):
        # The name with more plays stays.
        stays, goes = sorted((one.into, one.person), key=lambda id: -plays.get(id, 0))
        _row(records, Suggestion(goes, stays, one.why), plays, f"suggested-{place}")
    if (more := len(suggestions) - MAX_SHOWN) > 0:
        st.caption(ngettext("{number} more after these", "{number} more after these", more))


def _row(records: MatchRepository, one: Suggestion, plays: Mapping[str, int], key: str) -> None:
    people = records.people()
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
                records.people_repository.merge(one.person, one.into)
                flash.put(gettext("They are now one person: {name}.", name=name))
        if st.button(gettext("Two people"), key=f"{key}-apart", icon=":material/call_split:"):
            with change():
                records.people_repository.tell_apart(one.person, one.into)
                flash.put(gettext("They are two people; you will not be asked again."))
