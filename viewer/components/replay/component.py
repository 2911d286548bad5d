"""The replay component: the browser reads the whole match once, steps through it by itself, and follows it.

Streamlit mounts it in a shadow root, which isolates its styles.
"""

from typing import Final, NamedTuple, TypedDict

from eventstore.access.grants import Principal
from viewer import surface
from viewer.boards.svg import board_css, printed
from viewer.components import held_writes
from viewer.components.lib.text_files import text_of
from viewer.components.live import component as live
from viewer.locale import language
from viewer.surface.host import Component

_STYLES: Final = ("replay", "panels", "dock", "moves", "modes", "notes", "score_chart", "review", "phone")

HTML: Final = text_of("replay/replay.html")
CSS: Final = (
    board_css()
    + text_of("photos/view.css")
    + held_writes.CSS
    + text_of(*(f"replay/{name}.css" for name in _STYLES))
    + printed(".replay.replay")
)

_LIVE_STYLE: Final = live.CSS + text_of("replay/explore.css")
_LIVE_RECORD: Final = f'<template class="live-record-parts"><style>{_LIVE_STYLE}</style>{live.HTML}</template>'
"""The live record for explored moves, mounted in its own shadow root, which isolates its styles."""

_replay = Component("partie_replay", html=HTML + _LIVE_RECORD, css=CSS, script="replay/component.js")


class ReplayState(NamedTuple):
    """The reader's state: the event with version `at` (None before the first step), and a mode."""

    at: int | None
    mode: str


class FirstReplayData(TypedDict):
    """`first` is what the component shows at first, as JSON; `principal` is the reader, as the server names it."""

    match: str
    first: str
    principal: str
    catalog: language.CatalogJson


def show_replay(match: str, first: str, principal: Principal) -> ReplayState:
    """Show the match to the principal, and return the reader's state, at most half a second old.

    `first` is what the component shows at first, as JSON: a request for it would wait while the page is computed. Then
    it reads and writes over HTTP (see `viewer.answers.replay`), and keeps step and mode in the address.
    """
    key = f"replay-{match}"
    data: FirstReplayData = {
        "match": match,
        "first": first,
        "principal": principal.acting(match).by,
        "catalog": language.js_catalog(
            "viewer/components/replay",
            "viewer/components/live",
            "viewer/components/photos",
            "viewer/components/held_writes",
        ),
    }
    surface.mount(_replay, data, key=key, sends=["at", "mode"])
    state = surface.state().get(key, {})
    return ReplayState(state.get("at"), state.get("mode") or surface.address().get("mode", "watch"))
