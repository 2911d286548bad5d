"""The live record component: the current table with the tap targets highlighted; taps are sent as requests.

The replay contains this component for explored moves.
"""

from collections.abc import Callable
from importlib.resources import files
from typing import Final

import streamlit as st

from viewer import javascript, language
from viewer.boards.scene import Json

_folder = files(__name__)

HTML: Final = _folder.joinpath("live_record.html").read_text("utf-8")
CSS: Final = "".join(
    folder.joinpath(name).read_text("utf-8")
    for folder, name in ((files("viewer.boards"), "boards.css"), (_folder, "live_record.css"))
)

_table = st.components.v2.component("partie_table", html=HTML, css=CSS, js=javascript.joined("live/component.js"))


def table(payload: dict[str, Json], *, key: str, on_orders: Callable[[], None]) -> None:
    """Show the table (see `viewer.live.payload`), with the `answers` to its requests.

    `on_orders` is called before the page runs again; then the state under `key` holds `orders`, see
    `viewer.outbox.Answers.carry_out`. It also holds `asked`: {"within": taps, "line": the move to preview}.
    """
    told = payload | {"spoken": language.js_catalog("viewer/live")}
    _table(data=told, key=key, on_orders_change=on_orders, on_asked_change=lambda: None)
