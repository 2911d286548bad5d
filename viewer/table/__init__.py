"""The table component: the table as it stands, the places to tap lit, what is tapped told back as orders.

Its scripts are parts of one JavaScript module, joined in the order below; `scene` and `theme` are those of the replay.
"""

from collections.abc import Callable
from importlib.resources import files
from typing import Final

import streamlit as st

from viewer.boards.scene import Json

_SHARED: Final = ("scene", "theme")
_SCRIPTS: Final = ("taps", "boxes", "picture", "surface", "draws", "sheet", "dialogs", "orders", "table")

_folder = files(__name__)
_replay = files("viewer.replay")
_table = st.components.v2.component(
    "partie_table",
    html=_folder.joinpath("table.html").read_text("utf-8"),
    css=files("viewer.boards").joinpath("boards.css").read_text("utf-8")
    + _folder.joinpath("table.css").read_text("utf-8"),
    js="\n".join(
        [_replay.joinpath(f"{script}.js").read_text("utf-8") for script in _SHARED]
        + [_folder.joinpath(f"{script}.js").read_text("utf-8") for script in _SCRIPTS]
    ),
)


def table(payload: dict[str, Json], *, key: str, on_order: Callable[[], None]) -> None:
    """Show the table (see `viewer.table.payload`).

    `on_order` is called before the page runs again; then the state under `key` holds `order`, the JSON of an order. It
    also holds `asked`: {"within": taps, "line": the move to preview}.
    """
    _table(data=payload, key=key, on_order_change=on_order, on_asked_change=lambda: None)
