"""The replay component: the whole match goes to the browser once and is stepped through there.

The scripts beside this file are parts of one JavaScript module, joined in the order below; the last one holds
its entry. Streamlit shows them in a shadow root, so styles neither leak in nor out.
"""

from importlib.resources import files
from typing import Final

import streamlit as st

from viewer.boards.scene import Json

_SCRIPTS: Final = ("scene", "boards", "cursor", "moves", "strip", "curves", "keys", "theme", "replay")

_folder = files(__name__)

HTML: Final = _folder.joinpath("replay.html").read_text("utf-8")
CSS: Final = files("viewer.boards").joinpath("boards.css").read_text("utf-8") + _folder.joinpath(
    "replay.css"
).read_text("utf-8")


def script(address: str) -> str:
    """The module; `address` is its part that knows how the page's address names a moment (as `address.js` does)."""
    return "\n".join([address, *(_folder.joinpath(f"{name}.js").read_text("utf-8") for name in _SCRIPTS)])


_replay = st.components.v2.component(
    "partie_replay", html=HTML, css=CSS, js=script(_folder.joinpath("address.js").read_text("utf-8"))
)


def replay(payload: dict[str, Json], *, key: str) -> int | None:
    """Show a match (see `viewer.replay.payload`); the version the reader rests at, None before the first step.

    The component itself keeps `?at=` in the address; what it tells Python comes half a second later.
    """
    at: int | None = _replay(data=payload, key=key, on_at_change=lambda: None).at
    return at
