"""The door component: a form that tells a token to the server, which keeps it in a cookie that no script can read."""

from importlib.resources import files

import streamlit as st

from viewer import javascript, language

_folder = files(__name__)
_door = st.components.v2.component(
    "partie_door",
    html=_folder.joinpath("door.html").read_text("utf-8"),
    css=_folder.joinpath("door.css").read_text("utf-8"),
    js=javascript.joined("door/door.js"),
)


def door(*, is_in: bool, to: str) -> None:
    """Ask for a token or, of who `is_in` by one, whether to forget it; `to` is the page to go on with, or empty."""
    _door(data={"isIn": is_in, "to": to, "spoken": language.spoken("viewer/door")}, key="door")
