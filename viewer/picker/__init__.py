"""Which language the page speaks, and the quiet corner where the reader picks another."""

from importlib.resources import files

import streamlit as st

from viewer import javascript, language

_COOKIE = "partie-language"
_folder = files(__name__)
_picker = st.components.v2.component(
    "partie_picker",
    html=_folder.joinpath("picker.html").read_text("utf-8"),
    css=_folder.joinpath("picker.css").read_text("utf-8"),
    js=javascript.joined("picker/picker.js"),
)


def wanted() -> str:
    """The language of this reader: what the address asked for, else what was picked before, else the browser's."""
    if asked := st.query_params.get("lang"):
        st.session_state["language"] = asked  # The address of the next page does not carry it on.
    kept = st.session_state.get("language")
    return language.preferred(kept, st.context.cookies.get(_COOKIE), st.context.locale)


def picker() -> None:
    """Show the corner."""
    data = {"cookie": _COOKIE, "languages": dict(language.LANGUAGES), "spoken": language.spoken("viewer/picker")}
    with st.container(key="language"):  # The style sheet of the pages puts it into the corner.
        _picker(data=data, key="picker")
