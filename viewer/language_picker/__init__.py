"""The language of the page, and the control in the corner that changes it."""

from importlib.resources import files

import streamlit as st

from viewer import javascript, language

_COOKIE = "partie-language"
_folder = files(__name__)
_picker = st.components.v2.component(
    "partie_picker",
    html=_folder.joinpath("language_picker.html").read_text("utf-8"),
    css=_folder.joinpath("language_picker.css").read_text("utf-8"),
    js=javascript.joined("language_picker/language_picker.js"),
)


def reader_language() -> str:
    """The reader's language: from the address, else the earlier choice, else the browser's preference."""
    if requested := st.query_params.get("lang"):
        st.session_state["language"] = requested  # The address of the next page does not contain it.
    stored = st.session_state.get("language")
    return language.preferred(stored, st.context.cookies.get(_COOKIE), st.context.locale)


def language_picker() -> None:
    data = {
        "cookie": _COOKIE,
        "languages": dict(language.LANGUAGES),
        "catalog": language.js_catalog("viewer/language_picker"),
    }
    with st.container(key="language"):  # The style sheet of the pages places it in the corner.
        _picker(data=data, key="picker")
