"""The page of one person: plays, wins, opponents, and points by source."""

import streamlit as st

from eventstore.projections import Library
from eventstore.records import Records
from eventstore.statistics.person import Person, person
from viewer.boards.svg import Theme
from viewer.boards.text import fit
from viewer.filters import filters, read_address, write_address
from viewer.history import person_parts, person_sections
from viewer.history.hall import Hall
from viewer.history.past import Past, past
from viewer.history.record_table import record_table
from viewer.label import literal
from viewer.language import say
from viewer.pages import Pages
from viewer.paper import element, paper


def show(library: Library, records: Records, pages: Pages) -> None:
    """Show the person in `?person=`, over the filtered matches."""
    who = _ask(records, pages)
    if who is None:
        return
    everything = past(library, records, filters(library, without=["person"]))
    found = _found(everything, who, everything.key)
    if not found.plays:
        st.text(say("No match fits. Take a filter away to see more."))
        return
    theme: Theme = "dark" if st.context.theme.type == "dark" else "light"
    lead = element("p", person_parts.summary(found), class_="lead")
    aside = element("p", person_parts.streaks(found), class_="aside")
    paper(lead, person_parts.figures(found), person_parts.ribbon(found), aside, theme=theme, key="head")
    hall = Hall(library, pages, theme)
    person_sections.wins(found, hall)
    left, right = st.columns(2, gap="large")
    with left:
        person_sections.opponents(found, hall)
    with right:
        person_sections.sources(found, hall)
    person_sections.ratings(found, hall, {match.id: match for match in everything.played})
    if found.records:
        paper(element("h2", say("Records")), *record_table(library, found.records), theme=theme, key="records")


def _ask(records: Records, pages: Pages) -> str | None:
    """Ask for the person, returns the id; the initial value is the one in the address."""
    people = records.people()
    names = dict(sorted(people.everybody().items(), key=lambda each: each[1].casefold()))
    asked = st.query_params.get("person", "")
    if people.one(asked) in names:  # A merged person is replaced by the person it was merged into.
        st.query_params["person"] = people.one(asked)
    read_address("person", names)
    title = st.container()
    with st.container(horizontal=True, vertical_alignment="bottom", key="whose"):
        who: str | None = st.selectbox(
            say("Person"),
            names,
            index=None,
            format_func=lambda id: fit(names[id], 60),
            placeholder=say("Whose matches?"),
            key="person",
            width=360,
        )
        if pages.offers("people"):
            st.page_link(pages.people, label=say("People"), icon=":material/group:")
        with_whom = {"people": who} if who else None
        st.page_link(pages.pair, label=say("Head to head"), icon=":material/compare_arrows:", query_params=with_whom)
    write_address("person", who)
    title.title(literal(fit(names[who], 60)) if who else say("A person"), anchor=False)
    return who


@st.cache_resource(max_entries=32, show_spinner=False)
def _found(_past: Past, who: str, key: str) -> Person:
    return person(_past.played, who, _past.names, _past.details, _past.ratings())
