"""Whose seats count, where the filter names one person; kept in the address."""

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from viewer.boards.scene import Json
from viewer.locale.language import gettext
from viewer.locale.plain_text import fit
from viewer.look.element import element
from viewer.pages.shared.question import address_with


def own_person(match_filter: MatchFilter) -> str | None:
    """The person whose seats alone count: the only one in the filter, unless the address says otherwise."""
    people = match_filter.get("person") or ()
    return people[0] if len(people) == 1 and st.query_params.get("own") != "false" else None


def own_seats(matches: MatchRepository, match_filter: MatchFilter, person: str | None) -> list[Json]:
    """Whose seats count, where the filter names one person, and the way to the other."""
    people = match_filter.get("person") or ()
    if len(people) != 1:
        return []
    called = fit(matches.people().name(people[0]), 40)
    if person:
        says, way = gettext("Only the seats of {name} count.", name=called), gettext("Count all players")
    else:
        says, way = gettext("All players of these plays count."), gettext("Count only {name}", name=called)
    link = element("a", way, href=address_with(own="false" if person else ""), class_="link")
    return [element("p", f"{says} ", link, class_="soft s14")]
