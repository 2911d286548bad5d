"""Suggestions that two people are the same: merge them or reject the suggestion."""

from collections.abc import Mapping
from typing import Final

import streamlit as st

from eventstore.records import Records
from eventstore.register import Suggestion
from viewer.boards.text import fit
from viewer.language import plural, say
from viewer.people import outcome

ASKED: Final = 5
"""Maximum number of suggestions shown at once."""


def ask(records: Records, plays: Mapping[str, int]) -> None:
    """A row for each of the most likely suggestions."""
    suggestions = records.register.suggestions()
    if not suggestions:
        return
    st.subheader(say("One person or two?"), anchor=False)
    for place, one in enumerate(suggestions[:ASKED]):
        # The name with more plays stays.
        stays, goes = sorted((one.into, one.person), key=lambda id: -plays.get(id, 0))
        _row(records, Suggestion(goes, stays, one.why), plays, f"suggested-{place}")
    if (more := len(suggestions) - ASKED) > 0:
        st.caption(plural("{number} more after these", "{number} more after these", more))


def _row(records: Records, one: Suggestion, plays: Mapping[str, int], key: str) -> None:
    people = records.people()
    goes, stays = (
        plural(
            "{name} ({number} play)",
            "{name} ({number} plays)",
            plays.get(id, 0),
            name=fit(people.name(id), 40),
        )
        for id in (one.person, one.into)
    )
    with st.container(horizontal=True, vertical_alignment="center", key=key):
        st.text(say("{one} and {other}", one=goes, other=stays), width=420)
        kept = fit(people.name(one.into), 40)
        if st.button(say("One person"), key=f"{key}-merge", icon=":material/merge:"):
            with outcome.change():
                records.register.merge(one.person, one.into)
                outcome.tell(say("They are {name} from now on.", name=kept))
        if st.button(say("Two people"), key=f"{key}-apart", icon=":material/call_split:"):
            with outcome.change():
                records.register.tell_apart(one.person, one.into)
                outcome.tell(say("They are two people, and nobody asks again."))
