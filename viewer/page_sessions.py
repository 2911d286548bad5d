"""The ASGI app of the pages; it keeps few disconnected sessions and shuts down those it drops."""

import asyncio
from typing import Final

import streamlit as st
from streamlit.runtime import Runtime
from streamlit.runtime.session_manager import SessionInfo, SessionStorage

from eventstore.service.capacity import capacity

KEPT_S: Final = 120.0
"""Seconds after a lost connection in which a page can reconnect to its session."""


class ClosedPages(SessionStorage):
    """Disconnected sessions, at most `most` of them.

    Every session holds three file handles until its shutdown. Streamlit's own storage keeps 128 and drops them
    without a shutdown.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[str, SessionInfo] = {}
        """Oldest first."""

    def get(self, session_id: str) -> SessionInfo | None:
        return self._kept.get(session_id)

    def save(self, session_info: SessionInfo) -> None:
        id, loop = session_info.session.id, asyncio.get_running_loop()
        self._kept.pop(id, None)
        self._kept[id] = session_info
        loop.call_later(KEPT_S, self._end, id, session_info)
        while len(self._kept) > self._most:
            first = next(iter(self._kept))
            # Deferred: Streamlit holds a lock while it saves.
            loop.call_soon(self._kept.pop(first).session.shutdown)

    def delete(self, session_id: str) -> None:
        del self._kept[session_id]

    def list(self) -> list[SessionInfo]:
        return [*self._kept.values()]

    def _end(self, id: str, session_info: SessionInfo) -> None:
        if self._kept.get(id) is session_info:  # Not if the page has reconnected.
            del self._kept[id]
            session_info.session.shutdown()


class Pages(st.App):
    """The ASGI app of the viewer's pages."""

    def _create_runtime(self) -> Runtime:
        runtime = super()._create_runtime()
        runtime._session_mgr._session_storage = ClosedPages(capacity().closed_pages)  # type: ignore[attr-defined]
        return runtime
