"""Widgets whose values stand in the address of the page, so that links, Back and Forward change them."""

from collections.abc import Collection
from typing import Final

import streamlit as st

from viewer.locale.language import gettext
from viewer.locale.plain_text import fit
from viewer.texts.markdown import escape

_WIDGETS: Final = "address-widgets"
"""The value of each widget in the address, by its key, after the run before."""

_IS_OLDER: Final = "address-is-older"


def begin_run(*, tapped: bool = False) -> None:
    """Call before the widgets of a run. `tapped`: a choice that is no widget's value started it.

    After a tap the browser may still send the address from before an earlier tap. Such a run reads no address: it would
    undo what was chosen just before.
    """
    known: dict[str, object] = st.session_state.get(_WIDGETS, {})
    changed = (key in st.session_state and st.session_state[key] != value for key, value in known.items())
    st.session_state[_IS_OLDER] = tapped or any(changed)


def is_newer(key: str) -> bool:
    """True if a link, Back or Forward gave the parameter another value than the page wrote last."""
    requested = st.query_params.get(key)
    return not st.session_state.get(_IS_OLDER) and requested != st.session_state.get(f"{key}-address")


def read_address(key: str, words: Collection[str]) -> None:
    """Set a widget's value from the address, at first and whenever a link, Back or Forward changes the address.

    A message names a parameter that is not among the words. Streamlit's own binding would write the translated label.
    """
    if key not in st.session_state or is_newer(key):
        requested = st.query_params.get(key)
        st.session_state[key] = requested if requested in words else None
        if requested and requested not in words:
            say_unknown(key, requested)
        st.session_state[f"{key}-address"] = requested


def say_unknown(key: str, word: str) -> None:
    """Say once that the parameter names nothing that is known."""
    if st.session_state.get(f"{key}-unknown") == word:
        return
    st.session_state[f"{key}-unknown"] = word
    says = gettext("The address asks for “{value}”, which is not known here.", value=escape(fit(word, 40)))
    st.toast(says, duration="long")  # It takes no room, so that nothing below moves when it goes.


def write_address(key: str, word: str | None) -> None:
    """Write a widget's value to the address; None removes the parameter."""
    written({key: word})
    if word is not None and st.query_params.get(key) != word:  # Each write would send the whole address anew.
        st.query_params[key] = word
    elif word is None and key in st.query_params:
        del st.query_params[key]


def written(words: dict[str, str | None]) -> None:
    """Remember what stands in the address, and the values of the widgets that it is made of."""
    st.session_state.update({f"{key}-address": word for key, word in words.items()})
    values = {key: st.session_state[key] for key in words if key in st.session_state}
    st.session_state[_WIDGETS] = st.session_state.get(_WIDGETS, {}) | values
