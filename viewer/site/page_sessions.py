"""The ASGI app of the pages: its error messages, and the few disconnected sessions it keeps."""

import asyncio
from pathlib import Path
from typing import Final

import streamlit as st
from streamlit.runtime import Runtime
from streamlit.runtime.session_manager import SessionInfo, SessionStorage
from streamlit.runtime.stats import CacheStat

from eventstore.service.capacity import capacity
from viewer.site.script_errors import show_error

MAX_UPLOADED_BYTES: Final = 512 << 20
"""Maximum bytes of the files to import that all pages hold in memory."""

RECONNECT_S: Final = 120.0
"""Seconds after a lost connection in which a page can reconnect to its session."""


class ClosedPages(SessionStorage):
    """Disconnected sessions, at most `limit` of them.

    Every session holds three file handles until its shutdown. Streamlit's own storage keeps 128 and drops them
    without a shutdown.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._sessions: dict[str, SessionInfo] = {}
        """Oldest first."""

    def get(self, session_id: str) -> SessionInfo | None:
        return self._sessions.get(session_id)

    def save(self, session_info: SessionInfo) -> None:
        id, loop = session_info.session.id, asyncio.get_running_loop()
        self._sessions.pop(id, None)
        self._sessions[id] = session_info
        loop.call_later(RECONNECT_S, self._expire, id, session_info)
        while len(self._sessions) > self._limit:
            oldest = next(iter(self._sessions))
            # Deferred: Streamlit holds a lock while it saves.
            loop.call_soon(self._sessions.pop(oldest).session.shutdown)

    def delete(self, session_id: str) -> None:
        del self._sessions[session_id]

    def list(self) -> list[SessionInfo]:
        return [*self._sessions.values()]

    def _expire(self, id: str, session_info: SessionInfo) -> None:
        if self._sessions.get(id) is session_info:  # Not if the page has reconnected.
            del self._sessions[id]
            session_info.session.shutdown()


class PagesApp(st.App):
    """The ASGI app of the viewer's pages."""

    def __init__(self, script: Path) -> None:
        super().__init__(script, on_script_error=show_error)

    def _create_runtime(self) -> Runtime:
        runtime = super()._create_runtime()
        runtime._session_mgr._session_storage = ClosedPages(capacity().closed_pages)  # type: ignore[attr-defined]
        self._uploads = runtime.uploaded_file_mgr
        return runtime

    def has_room_for(self, size: int) -> bool:
        """True if the pages may hold another uploaded file of so many bytes."""
        stats = [stat for family in self._uploads.get_stats().values() for stat in family]
        return size + sum(stat.byte_length for stat in stats if isinstance(stat, CacheStat)) <= MAX_UPLOADED_BYTES
