"""The offer of a file with positions of a person, made when it is asked for."""

from itertools import islice
from typing import Final

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.matches.training import Place
from viewer.components.training import page
from viewer.locale.language import gettext, ngettext
from viewer.pages.training.deck import Deck, clear_positions

_SHARED: Final = 12
_EXAMINED: Final = 40
"""Positions in a shared file, and proposals examined for it."""


def offer(matches: MatchRepository, deck: Deck, refused: set[Place]) -> None:
    """Offer positions of the deck as one file; `refused` as for `clear_positions`."""
    with st.popover(gettext("Share positions"), icon=":material/share:"):
        st.text(gettext("A file with up to {number} positions, which needs no server.", number=_SHARED))
        if not st.button(gettext("Make the file")):
            return
        with st.spinner(gettext("Looking for positions with one best move …")):
            examined = islice(clear_positions(matches, deck.proposed, refused), _EXAMINED)
            chosen = list(islice((each for each in examined if each is not None and page.fits(each)), _SHARED))
        if not chosen:
            st.text(gettext("No position of the reviewed matches has one clearly best move."))
            return
        label = ngettext("Download {number} position", "Download {number} positions", len(chosen))
        st.download_button(label, page.html(chosen), "positions.html", "text/html", on_click="ignore")
