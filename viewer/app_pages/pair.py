"""The head-to-head page of two to six people, over their common matches."""

from typing import Final

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics import extract
from eventstore.statistics.pair import Comeback, Pair, pair
from viewer.address import is_newer, write_address
from viewer.boards.svg import Theme
from viewer.boards.text import fit
from viewer.filters import filters
from viewer.html_block import element, html_block
from viewer.language import gettext
from viewer.load_match import MatchUnavailable, load_match
from viewer.markdown import escape
from viewer.navigation import Pages
from viewer.people.picker import choose, chosen_people, known_people, people_picker
from viewer.statistics import pair_sections
from viewer.statistics.chart_panel import ChartContext
from viewer.statistics.dataset import Dataset, dataset

MOST: Final = 6
"""Maximum number of people compared at once."""


def show(library: MatchIndex, records: MatchRepository, pages: Pages) -> None:
    """Show the people in `?people=ID,ID`, over the filtered matches."""
    st.title(gettext("Head to head"), anchor=False)
    people = _ask(library, records, pages)
    if len(people) < 2:
        st.text(gettext("Choose two or more people."))
        return
    data = dataset(library, records, filters(library, records, without=["person"]))
    found = _found(data, people, data.key)
    if not found.plays:
        st.text(gettext("No match in the selection has all of them at the table."))
        return
    theme: Theme = "dark" if st.context.theme.type == "dark" else "light"
    html_block(
        element("p", pair_sections.summary(found), class_="lead"), pair_sections.score(found), theme=theme, key="score"
    )
    context = ChartContext(library, pages, theme)
    pair_sections.line(found, context, {match.id: match for match in data.played})
    pair_sections.duels(found, context)
    pair_sections.splits(found, context)
    if found.comeback:
        _comeback(found.comeback, data.names[found.comeback.person], records, pages)


def _ask(library: MatchIndex, records: MatchRepository, pages: Pages) -> tuple[str, ...]:
    """Ask for the people; returns ids in the chosen order. The address sets the initial value, a link changes it."""
    people = records.people()
    address = st.query_params.get("people", "")
    requested = dict.fromkeys(map(people.one, address.split(",")))
    known = {person.id: person for person in known_people(library, records, requested)}
    if address and is_newer("people"):
        choose("pair", [known[id] for id in requested if id in known][:MOST])
    with st.container(width=640):
        people_picker(gettext("Two to six people"), list(known.values()), key="pair", kind="several", most=MOST)
    chosen = [person.id for person in chosen_people("pair") if person.id in known]
    with st.container(horizontal=True, vertical_alignment="bottom", key="whose"):
        for id in chosen:
            label = escape(fit(known[id].name, 24))
            st.page_link(pages.person, label=label, icon=":material/person:", query_params={"person": id})
    write_address("people", ",".join(chosen) or None)
    return tuple(chosen)


@st.cache_resource(max_entries=32, show_spinner=False)
def _found(_dataset: Dataset, people: tuple[str, ...], key: str) -> Pair:
    return pair(_dataset.played, people, _dataset.names, _dataset.details)


def _comeback(back: Comeback, name: str, records: MatchRepository, pages: Pages) -> None:
    """The biggest comeback, with a link to the moment of the largest deficit."""
    st.subheader(gettext("Biggest comeback"), anchor=False)
    st.text(pair_sections.comeback(back, name))
    try:
        frames = load_match(records, back.match).frames
    except MatchUnavailable:
        return
    end = extract.round_ends(frames)[back.round - 1]
    moment = {"match": back.match, "at": str(end.version)}
    st.page_link(pages.replay, label=gettext("Show this moment"), icon=":material/history:", query_params=moment)
