"""The players of a new match and their seats."""

from collections.abc import Sequence
from itertools import count
from random import SystemRandom
from typing import Final

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from viewer.boards.text import fit
from viewer.language import gettext

PEOPLE, SEATS = "new-people", "new-seats"
RECENT: Final = 40
"""Recent matches whose players are suggested first."""


def seat(names: Sequence[str]) -> None:
    """Set the players in seat order."""
    st.session_state[PEOPLE] = list(names)
    st.session_state[SEATS] = list(names)


def seated(library: MatchIndex, records: MatchRepository) -> list[str]:
    """Ask for the players; returns names in seat order, the start player first."""
    names = _people(library, records)
    seats = [name for name in st.session_state.get(SEATS, []) if name in names]
    seats += [name for name in names if name not in seats]
    st.session_state[SEATS] = seats
    with st.container(horizontal=True):
        st.button(gettext("Add a guest"), icon=":material/person_add:", on_click=_add_guest)
        st.button(
            gettext("Draw the start player"),
            icon=":material/casino:",
            on_click=_draw_start,
            disabled=len(seats) < 2,
            key="draw",
        )
    for number, name in enumerate(seats):
        _row(number, name, len(seats))
    return seats


def _people(library: MatchIndex, records: MatchRepository) -> list[str]:
    chosen: list[str] = st.session_state.get(PEOPLE, [])
    offered = dict.fromkeys(name for row in library.matches(limit=RECENT) for name in row.players)
    unlisted = library.unlisted_people()
    others = [name for id, name in records.people().everybody().items() if id not in unlisted]
    offered |= dict.fromkeys(sorted(others, key=str.casefold)) | dict.fromkeys(chosen)
    names: list[str] = st.multiselect(
        gettext("People"),
        list(offered),
        accept_new_options=True,
        filter_mode="contains",
        select_all=False,  # It would be the first entry, which Enter selects.
        key=PEOPLE,
        placeholder=gettext("Names, known or new"),
    )
    return names


def _row(seat: int, name: str, seats: int) -> None:
    with st.container(key=f"seat-{seat}", horizontal=True, wrap=False, vertical_alignment="center"):
        starts = f"  ·  {gettext('starts')}" if seat == 0 else ""
        st.text(f"{seat + 1}.  {fit(name, 30)}{starts}", width="stretch")
        up, down = gettext("Move seat {seat} up", seat=seat + 1), gettext("Move seat {seat} down", seat=seat + 1)
        for label, sign, other in ((up, "arrow_upward", seat - 1), (down, "arrow_downward", seat + 1)):
            st.button(
                label,
                icon=f":material/{sign}:",
                key=f"seat-{seat}-{sign}",
                on_click=_swap,
                args=(seat, other),
                disabled=not 0 <= other < seats,
            )


def _add_guest() -> None:
    names = st.session_state.get(PEOPLE, [])
    guest = next(name for n in count(1) if (name := gettext("Guest {number}", number=n)) not in names)
    st.session_state[PEOPLE] = [*names, guest]


def _draw_start() -> None:
    seats = st.session_state[SEATS]
    first = SystemRandom().randrange(len(seats))
    st.session_state[SEATS] = seats[first:] + seats[:first]


def _swap(seat: int, other: int) -> None:
    seats = list(st.session_state[SEATS])
    seats[seat], seats[other] = seats[other], seats[seat]
    st.session_state[SEATS] = seats
