"""The offer of a file with positions of a person, made when it is asked for."""

from itertools import islice
from typing import Final

import streamlit as st

from eventstore.matches.repository import MatchRepository
from viewer.components.training import page
from viewer.locale.language import gettext, ngettext
from viewer.pages.training.deck import Deck, position_of

_SHARED: Final = 12
"""Maximum positions in a shared file."""


def offer(matches: MatchRepository, deck: Deck) -> None:
    """Offer positions of the deck as one file."""
    with st.popover(gettext("Share positions"), icon=":material/share:"):
        st.text(gettext("A file with up to {number} positions, which needs no server.", number=_SHARED))
        if not st.button(gettext("Make the file")):
            return
        positions = (position_of(matches, each) for each in deck.exercises.values())
        chosen = list(islice((each for each in positions if each is not None and page.fits(each)), _SHARED))
        if not chosen:
            st.text(gettext("No position fits into a file."))
            return
        label = ngettext("Download {number} position", "Download {number} positions", len(chosen))
        st.download_button(label, page.html(chosen), "positions.html", "text/html", on_click="ignore")
