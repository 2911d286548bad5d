"""The replay component: the browser gets the whole match once and steps through it without the server.

Streamlit mounts it in a shadow root, which isolates its styles.
"""

from collections.abc import Callable
from importlib.resources import files
from typing import Any, Final, NamedTuple

import streamlit as st

from viewer import javascript, language, live
from viewer.boards.scene import Json

_STYLES: Final = ("replay", "panels", "dock", "moves", "modes", "notes", "score_chart", "phone")

_folder = files(__name__)


def _style(name: str) -> str:
    return _folder.joinpath(f"{name}.css").read_text("utf-8")


HTML: Final = _folder.joinpath("replay.html").read_text("utf-8")
CSS: Final = files("viewer.boards").joinpath("boards.css").read_text("utf-8") + "".join(map(_style, _STYLES))

_LIVE_RECORD: Final = (
    f'<template class="live-record-parts"><style>{live.CSS + _style("explore")}</style>{live.HTML}</template>'
)
"""The live record for explored moves, mounted in its own shadow root, which isolates its styles."""

_replay = st.components.v2.component(
    "partie_replay", html=HTML + _LIVE_RECORD, css=CSS, js=javascript.joined("replay/component.js")
)


class ReplayState(NamedTuple):
    """The reader's state: the event with version `at` (None before the first step), and a mode.

    `query` is the query of the live record while moves are explored, see `viewer.replay.exploring`.
    """

    at: int | None
    mode: str
    query: dict[str, Any]


def replay_state(key: str) -> ReplayState:
    """The last state of the component under `key`, at most half a second old; defaults before the first report."""
    state = st.session_state.get(key, {})
    mode = state.get("mode") or st.query_params.get("mode", "watch")
    return ReplayState(state.get("at"), mode, state.get("query") or {})


def replay(data: dict[str, Json], *, key: str, on_requests: Callable[[], None]) -> None:
    """Show a match (see `viewer.replay.payload`), with the `responses` to the reader's requests.

    The component itself keeps `?at=` in the address. `on_requests` is called before the page runs again; then the state
    under `key` holds `requests`, see `viewer.outbox.Responses.run`: each is a `viewer.notes.NoteRequest` or a
    `viewer.replay.exploring.ExploreRequest`.
    """
    _replay(
        data=data | {"catalog": language.js_catalog("viewer/replay", "viewer/live")},
        key=key,
        on_at_change=_ignore,
        on_mode_change=_ignore,
        on_query_change=_ignore,
        on_requests_change=on_requests,
    )


def _ignore() -> None:
    """The page reads the value when it runs."""
