"""The replay component: the whole match goes to the browser once and is stepped through there.

The scripts beside this file are parts of one JavaScript module, joined in the order below; the last one holds
its entry. Streamlit shows them in a shadow root, so styles neither leak in nor out.
"""

from collections.abc import Callable
from importlib.resources import files
from typing import Final, NamedTuple

import streamlit as st

from viewer.boards.scene import Json

_SCRIPTS: Final = ("scene", "boards", "cursor", "remarks", "moves", "strip", "curves", "sources")
_MODES: Final = ("modes", "marks", "editor", "guess", "keys", "theme", "replay")

_folder = files(__name__)

HTML: Final = _folder.joinpath("replay.html").read_text("utf-8")
CSS: Final = files("viewer.boards").joinpath("boards.css").read_text("utf-8") + _folder.joinpath(
    "replay.css"
).read_text("utf-8")


def script(address: str) -> str:
    """The module; `address` is its part that knows how the page's address names a moment (as `address.js` does)."""
    return "\n".join([address, *(_folder.joinpath(f"{name}.js").read_text("utf-8") for name in (*_SCRIPTS, *_MODES))])


_replay = st.components.v2.component(
    "partie_replay", html=HTML, css=CSS, js=script(_folder.joinpath("address.js").read_text("utf-8"))
)


class Seen(NamedTuple):
    """What the reader looks at: the version of the event, None before the first step, and whether guessing."""

    at: int | None
    guesses: bool


def replay(told: dict[str, Json], *, key: str, on_order: Callable[[], None]) -> Seen:
    """Show a match (see `viewer.replay.payload`), with the `answer` to the last order where there is one.

    The component itself keeps `?at=` in the address; what it tells Python comes half a second later. `on_order` is
    called before the page runs again; then the state under `key` holds `order`, the JSON of a `remarks.Order`.
    """
    shown = _replay(data=told, key=key, on_at_change=_ignore, on_mode_change=_ignore, on_order_change=on_order)
    return Seen(shown.at, (shown.mode or st.query_params.get("mode")) == "guess")


def _ignore() -> None:
    """The value is read when the page runs."""
