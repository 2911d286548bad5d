"""The picture of a game; only for recorders."""

import streamlit as st

from eventstore.matches.repository import MatchRepository
from viewer.components.html_block import html_block
from viewer.locale.language import gettext
from viewer.look.element import element
from viewer.pages.shared.picture_form import picture_form
from viewer.pages.shared.tabs import tab_address


def edit_tab(matches: MatchRepository, title: str) -> None:
    back = element("a", gettext("Back to the page"), href=tab_address("game", ""), class_="link")
    html_block(element("p", back), key="back")
    st.subheader(gettext("Picture"), anchor=False)
    st.caption(gettext("It stands in place of the emblem."))
    portraits = matches.portraits
    picture_form(
        has_picture=title in portraits.portraits().games,
        give=lambda file: portraits.give_game(title, file),
        remove=lambda: portraits.remove_game(title),
    )
