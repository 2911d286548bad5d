"""The forms that change a person, each with its consequence; only for recorders."""

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from viewer.components.html_block import html_block
from viewer.locale.language import gettext
from viewer.look.element import element
from viewer.pages.person import changes
from viewer.pages.shared.picture_form import picture_form
from viewer.pages.shared.tabs import tab_address


def edit_tab(matches: MatchRepository, index: MatchIndex, who: str) -> None:
    back = element("a", gettext("Back to the page"), href=tab_address("person", ""), class_="link")
    html_block(element("p", back), key="back")
    left, right = st.columns(2, gap="large")
    with left:
        st.subheader(gettext("Name"), anchor=False)
        st.caption(gettext("The new name stands in every play. Earlier names are still found."))
        changes.rename(matches, who)
        st.subheader(gettext("Picture"), anchor=False)
        st.caption(gettext("It stands in place of the letter, wherever the person is named."))
        _picture(matches, who)
        st.subheader(gettext("Accounts"), anchor=False)
        st.caption(gettext("Imports from another app find the person by the account."))
        changes.link(matches, who)
    with right:
        st.subheader(gettext("Same person"), anchor=False)
        st.caption(gettext("All plays of the other become plays of this person. You can split them again."))
        changes.merge(matches, index, who)
        changes.split(matches, who)
    with st.expander(gettext("Forget this person"), icon=":material/person_remove:", key=f"forgetting-{who}"):
        changes.forget(matches, index, who)


def _picture(matches: MatchRepository, who: str) -> None:
    portraits, people = matches.portraits, matches.people()
    picture_form(
        has_picture=portraits.portraits().of_person(people, who) is not None,
        give=lambda file: portraits.give_person(who, file),
        remove=lambda: portraits.remove_person(people.ids(who)),
    )
