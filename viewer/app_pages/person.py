"""The page of one person: plays, wins, opponents, and points by source."""

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics.person import Person, person
from eventstore.statistics.progress import progress
from viewer.address import read_address, write_address
from viewer.boards.svg import Theme
from viewer.boards.text import fit
from viewer.filters import filters
from viewer.html_block import element, html_block
from viewer.language import gettext
from viewer.markdown import escape
from viewer.navigation import Pages
from viewer.people.picker import known_people, labels_of
from viewer.statistics import person_sections, review_sections
from viewer.statistics.chart_panel import ChartContext
from viewer.statistics.dataset import Dataset, dataset
from viewer.statistics.record_table import record_table
from viewer.statistics.reviewed_seats import reviewed_seats


def show(library: MatchIndex, records: MatchRepository, pages: Pages) -> None:
    """Show the person in `?person=`, over the filtered matches."""
    who = _ask(library, records, pages)
    if who is None:
        return
    chosen = filters(library, records, without=["person"])
    data = dataset(library, records, chosen)
    found = _found(data, who, data.key)
    if not found.plays:
        if any(chosen.values()):
            st.text(gettext("No matches found. Remove a filter to see more."))
        else:
            st.text(gettext("None of these matches counts in statistics; simulated ones do not."))
        return
    theme: Theme = "dark" if st.context.theme.type == "dark" else "light"
    lead = element("p", person_sections.summary(found), class_="lead")
    aside = element("p", person_sections.streaks(found), class_="aside")
    html_block(lead, person_sections.key_figures(found), person_sections.ribbon(found), aside, theme=theme, key="head")
    if pages.offers("training"):
        st.page_link(
            pages.training, label=gettext("Training"), icon=":material/exercise:", query_params={"person": who}
        )
    context = ChartContext(library, pages, theme)
    person_sections.wins(found, context)
    person_sections.parts(found, context)
    left, right = st.columns(2, gap="large")
    with left:
        person_sections.opponents(found, context)
    with right:
        person_sections.sources(found, context)
    person_sections.getting_better(found, context, lambda game: progress(data.played, who, game))
    review_sections.luck_and_choices(data, reviewed_seats(records.store, data.key), who, context)
    person_sections.ratings(found, context, {match.id: match for match in data.played})
    if found.records:
        html_block(element("h2", gettext("Records")), *record_table(library, found.records), theme=theme, key="records")


def _ask(library: MatchIndex, records: MatchRepository, pages: Pages) -> str | None:
    """Ask for the person, returns the id; the initial value is the one in the address."""
    people = records.people()
    requested = st.query_params.get("person", "")
    everybody = sorted(known_people(library, records, {people.one(requested)}), key=lambda each: each.name.casefold())
    names = labels_of(everybody)
    is_unknown = bool(requested) and people.one(requested) not in names
    if people.one(requested) in names:  # A merged person is replaced by the person it was merged into.
        st.query_params["person"] = people.one(requested)
    read_address("person", names)
    title = st.container()
    with st.container(horizontal=True, vertical_alignment="bottom", key="whose"):
        who: str | None = st.selectbox(
            gettext("Person"),
            names,
            index=None,
            format_func=lambda id: names[id],
            placeholder=gettext("Choose a person"),
            key="person",
            width=360,
        )
        if pages.offers("people"):
            st.page_link(pages.people, label=gettext("People"), icon=":material/group:")
        with_whom = {"people": who} if who else None
        st.page_link(
            pages.pair, label=gettext("Head to head"), icon=":material/compare_arrows:", query_params=with_whom
        )
        of_whom = {"person": who} if who else None
        st.page_link(
            pages.year, label=gettext("Year in review"), icon=":material/calendar_month:", query_params=of_whom
        )
    write_address("person", who)
    title.title(escape(fit(people.name(who), 60)) if who else gettext("A person"), anchor=False)
    if is_unknown and not who:
        st.text(gettext("There is no person {person!r}.", person=fit(requested, 40)))
    return who


@st.cache_resource(max_entries=32, show_spinner=False)
def _found(_dataset: Dataset, who: str, key: str) -> Person:
    return person(_dataset.played, who, _dataset.names, _dataset.details, _dataset.ratings())
