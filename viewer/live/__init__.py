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

_live_record = st.components.v2.component(
    "partie_live_record", html=HTML, css=CSS, js=javascript.joined("live/component.js")
)


def live_record(payload: dict[str, Json], *, key: str, on_requests: Callable[[], None]) -> None:
    """Show the live record (see `viewer.live.payload`), with the `responses` to its requests.

    `on_requests` is called before the page runs again; then the state under `key` holds `requests`, see
    `viewer.outbox.Responses.run`. It also holds `query`: {"within": taps, "line": the move to preview}.
    """
    data = payload | {"catalog": language.js_catalog("viewer/live")}
    _live_record(data=data, key=key, on_requests_change=on_requests, on_query_change=lambda: None)
