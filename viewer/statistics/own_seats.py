"""The toggle of a statistics page that counts only the seats of the person in the filter."""

from collections.abc import Sequence

import streamlit as st

from eventstore.matches.repository import MatchRepository
from viewer.boards.text import fit
from viewer.language import gettext
from viewer.markdown import escape


def own_seats(records: MatchRepository, people: Sequence[str]) -> str | None:
    """The person whose seats alone are counted, if the filter names one person and the option is on."""
    if len(people) != 1:
        return None
    name = fit(records.people().name(people[0]), 40)
    only = st.toggle(
        escape(gettext("Count only {name}, not the other players", name=name)),
        value=True,
        key="own",
        bind="query-params",
    )
    return people[0] if only else None
