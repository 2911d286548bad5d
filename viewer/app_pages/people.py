"""The page of all people: names, plays, accounts, and the changes to one person."""

from collections import Counter
from urllib.parse import quote

import streamlit as st

from eventstore.matches.people import People
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from viewer import flash
from viewer.address import read_address, write_address
from viewer.app_names import account_label
from viewer.boards.text import fit
from viewer.language import gettext
from viewer.markdown import escape
from viewer.navigation import Pages, error_page
from viewer.people import changes, merges
from viewer.people.picker import Person, labels_of
from viewer.statistics.dataset import dataset


def show(library: MatchIndex, records: MatchRepository, pages: Pages) -> None:
    """Show all people with plays and accounts; the person in `?who=` can be changed."""
    flash.show()
    people = records.people()
    if not people.names:
        error_page(gettext("People"), gettext("No matches yet. The page Matches shows how to begin."))
        return
    st.title(gettext("People"), anchor=False)
    plays = Counter[str]()
    for match in dataset(library, records, {}).played:
        plays.update({seat.person for seat in match.seats})
    unlisted = library.unlisted_people()
    with st.container():
        merges.suggest_merges(records, plays, unlisted)
    everybody = people.current_names().keys() - unlisted
    order = sorted(everybody, key=lambda id: (-plays[id], people.name(id).casefold()))
    _table(people, order, plays)
    names = labels_of([Person(id, people.name(id), plays[id]) for id in order])
    if st.session_state.get("who") not in names:  # The person was merged or erased in the meantime.
        st.session_state.pop("who", None)
    read_address("who", names)
    who: str | None = st.selectbox(
        gettext("Person"),
        names,
        index=None,
        format_func=lambda id: names[id],
        placeholder=gettext("Choose a person to view or change"),
        key="who",
        width=420,
    )
    write_address("who", who)
    if who:
        _person(library, records, pages, who)


def _table(people: People, order: list[str], plays: Counter[str]) -> None:
    columns: dict[str, list[str] | list[int]] = {
        gettext("Name"): [fit(people.name(id), 60) for id in order],
        gettext("Plays"): [plays[id] for id in order],
        gettext("Other names"): [
            ", ".join(fit(people.names[other], 40) for other in people.ids(id)[1:]) for id in order
        ],
        gettext("Accounts"): [", ".join(dict.fromkeys(map(account_label, people.accounts_of(id)))) for id in order],
        gettext("Page"): [f"person?person={quote(id)}" for id in order],
    }
    link = st.column_config.LinkColumn(display_text=":material/person:", width="small")
    known = {name: cells for name, cells in columns.items() if any(cells)}
    st.dataframe(
        known,
        hide_index=True,
        column_config={gettext("Page"): link},
        height="content" if len(order) < 14 else 520,
        alt=gettext("Everybody"),
    )


def _person(library: MatchIndex, records: MatchRepository, pages: Pages, who: str) -> None:
    """Links to the pages of a person, and the forms that change the person."""
    with st.container(horizontal=True):
        label = escape(gettext("Page of {name}", name=fit(records.people().name(who), 40)))
        st.page_link(pages.person, label=label, icon=":material/person:", query_params={"person": who})
        st.page_link(
            pages.pair, label=gettext("Head to head"), icon=":material/compare_arrows:", query_params={"people": who}
        )
    left, middle, right = st.columns(3, gap="large")
    with left:
        changes.rename(records, who)
    with middle:
        changes.merge(records, library, who)
        changes.split(records, who)
    with right:
        changes.link(records, who)
    with st.expander(gettext("Forget this person"), icon=":material/person_remove:", key=f"forgetting-{who}"):
        changes.forget(records, library, who)
