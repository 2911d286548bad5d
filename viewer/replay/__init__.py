"""The replay component: the browser reads the whole match once, steps through it by itself, and follows it.

Streamlit mounts it in a shadow root, which isolates its styles.
"""

from importlib.resources import files
from typing import Final, NamedTuple

import streamlit as st

from eventstore.access.grants import Principal
from viewer import held_writes, javascript, language, live

_STYLES: Final = ("replay", "panels", "dock", "moves", "modes", "notes", "score_chart", "review", "phone")

_folder = files(__name__)


def _style(name: str) -> str:
    return _folder.joinpath(f"{name}.css").read_text("utf-8")


HTML: Final = _folder.joinpath("replay.html").read_text("utf-8")
CSS: Final = (
    files("viewer.boards").joinpath("boards.css").read_text("utf-8")
    + files("viewer.photos").joinpath("view.css").read_text("utf-8")
    + held_writes.CSS
    + "".join(map(_style, _STYLES))
)

_LIVE_RECORD: Final = (
    f'<template class="live-record-parts"><style>{live.CSS + _style("explore")}</style>{live.HTML}</template>'
)
"""The live record for explored moves, mounted in its own shadow root, which isolates its styles."""

_replay = st.components.v2.component(
    "partie_replay", html=HTML + _LIVE_RECORD, css=CSS, js=javascript.joined("replay/component.js")
)


class ReplayState(NamedTuple):
    """The reader's state: the event with version `at` (None before the first step), and a mode."""

    at: int | None
    mode: str


def show_replay(match: str, first: str, principal: Principal) -> ReplayState:
    """Show the match to the principal, and return the reader's state, at most half a second old.

    `first` is what the component shows at first, as JSON: a request for it would wait while the page is computed. Then
    it reads and writes over HTTP (see `viewer.routes.replay`), and keeps step and mode in the address.
    """
    key = f"replay-{match}"
    data = {
        "match": match,
        "first": first,
        "principal": principal.acting(match).by,
        "catalog": language.js_catalog("viewer/replay", "viewer/live", "viewer/photos", "viewer/held_writes"),
    }
    _replay(data=data, key=key, on_at_change=_ignore, on_mode_change=_ignore)
    state = st.session_state.get(key, {})
    return ReplayState(state.get("at"), state.get("mode") or st.query_params.get("mode", "watch"))


def _ignore() -> None:
    """The page reads the value when it runs."""
