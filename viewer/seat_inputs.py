"""The inputs for each seat of a new match: the roles that its sheet names, and the places of a match without points."""

from collections.abc import Sequence
from typing import Final

import streamlit as st

from core.games.scoresheet import RanksNamed
from core.record_events import DetailsNoted, Role, SeatDetails
from core.sheet_template import Template
from viewer.boards.text import fit
from viewer.language import gettext, translate
from viewer.markdown import escape
from viewer.people.picker import Person

_MAX_LENGTH: Final = 200


def roles_of_seats(template: Template, people: Sequence[Person]) -> tuple[DetailsNoted, ...]:
    """Ask for the roles of the template, seat by seat; returns them as one event, or none if all are empty."""
    if not template.roles or not people:
        return ()
    with st.expander(gettext("Roles"), expanded=True):
        seats = tuple(SeatDetails(roles=tuple(_roles(template.roles, one))) for one in people)
    return (DetailsNoted(seats=seats),) if any(seat.roles for seat in seats) else ()


def _roles(kinds: Sequence[str], person: Person) -> list[Role]:
    found = list[Role]()
    for kind in kinds:
        label = gettext("{role} of {name}", role=fit(translate(kind), 40), name=fit(person.name, 40))
        key = f"new-role-{person.id or person.name}-{kind}"
        if name := st.text_input(escape(label), max_chars=_MAX_LENGTH, key=key).strip():
            found.append(Role(name, kind))
    return found


def ranks_of_seats(people: Sequence[Person]) -> tuple[RanksNamed, ...]:
    """Ask for the places of a match without points; returns them as one event, or none as long as one is missing."""
    if len(people) < 2:
        return ()
    with st.expander(gettext("Places without points")):
        st.caption(gettext("1 is the winner; players who tie have the same place. All places end the match."))
        ranks = [
            st.number_input(
                escape(fit(person.name, 40)),
                value=None,
                min_value=1,
                max_value=len(people),
                key=f"new-rank-{person.id or person.name}",
            )
            for person in people
        ]
    known = tuple(rank for rank in ranks if rank is not None)
    return (RanksNamed(known),) if len(known) == len(people) else ()
