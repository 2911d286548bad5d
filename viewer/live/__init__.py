"""The live record component: the current table with the tap targets highlighted; it reads and writes over HTTP.

The replay contains this component for explored moves.
"""

from importlib.resources import files
from typing import Final

import streamlit as st

from viewer import javascript, language

_folder = files(__name__)

HTML: Final = _folder.joinpath("live_record.html").read_text("utf-8")
CSS: Final = "".join(
    folder.joinpath(name).read_text("utf-8")
    for folder, name in (
        (files("viewer.boards"), "boards.css"),
        (_folder, "live_record.css"),
        (files("viewer.held_writes"), "held_writes.css"),
    )
)

_live_record = st.components.v2.component(
    "partie_live_record", html=HTML, css=CSS, js=javascript.joined("live/component.js")
)


def live_record(match: str) -> None:
    """Show the live record of this match; the component fetches `viewer.live.payload` and follows the match itself."""
    catalog = language.js_catalog("viewer/live", "viewer/held_writes")
    _live_record(data={"match": match, "catalog": catalog}, key=f"table-{match}")
