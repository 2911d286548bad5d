"""Live feed of matches: every entry once and in order, whichever process records it."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from typing import Final

from starlette.concurrency import run_in_threadpool

from core.record_events import Entry
from eventstore.matches.match import MATCHES, Match
from eventstore.matches.repository import MatchRepository
from eventstore.store.store import UnusableStore
from eventstore.store.stream_state import StreamReader

_KEEP_ALIVE_S: Final = 15.0
"""Seconds without entries after which a keep-alive is sent, so that the connection is not taken for dead."""

AT_ONCE: Final = 100
"""Maximum entries in one batch: a slow follower of a long match keeps no more than these in memory."""


@dataclass
class _FollowedMatch:
    """A match with followers, as of its last change."""

    followers: int = 0
    match: Match | None = None
    is_over: bool = False
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    watching: asyncio.Task[None] | None = None

    async def newer(self, version: int) -> Match | None:
        """Wait until the match is newer than this version; None: it is no longer polled."""
        async with self.changed:
            while not self.is_over:
                if self.match is not None and self.match.version > version:
                    return self.match
                await self.changed.wait()
        return None


class Feed:
    """The followed matches of `records`; each is polled every `pause` seconds, however many followers it has.

    Bound to one event loop.
    """

    def __init__(self, records: MatchRepository, *, pause: float = 0.1) -> None:
        self._records, self._pause = records, pause
        self._watched: dict[str, _FollowedMatch] = {}
        self._is_over = False

    @property
    def followers(self) -> int:
        return sum(watched.followers for watched in self._watched.values())

    def end(self) -> None:
        """End all streams. Safe to call from a signal handler."""
        self._is_over = True

    async def follow(self, id: str, after: int = 0) -> AsyncGenerator[tuple[Entry, ...], None]:
        """Batches of the entries after version `after`, as they are recorded; an empty batch after 15 s without any.

        Versions have no gaps, so no entry is missed or repeated.
        """
        watched = self._watched.setdefault(id, _FollowedMatch())
        watched.followers += 1
        if watched.watching is None:
            watched.watching = asyncio.create_task(self._watch(id, watched))
        try:
            while True:
                try:
                    match = await asyncio.wait_for(watched.newer(after), _KEEP_ALIVE_S)
                except TimeoutError:
                    yield ()
                    continue
                if match is None:
                    return
                while after < match.version:
                    yield match.log[after : after + AT_ONCE]
                    after = min(after + AT_ONCE, match.version)
        finally:
            watched.followers -= 1
            if not watched.followers:
                self._forget(id, watched)
                watched.watching.cancel()

    async def _watch(self, id: str, watched: _FollowedMatch) -> None:
        rows, last, redactions = StreamReader(self._records.store, MATCHES + id), None, 0
        try:
            while not self._is_over:
                new = await run_in_threadpool(rows.behind, last)
                known = (await run_in_threadpool(self._records.people)).redactions
                if new or known != redactions:  # A redaction may change the names in the match.
                    last, redactions = new[-1] if new else last, known
                    watched.match = await run_in_threadpool(self._records.match, id)
                    async with watched.changed:
                        watched.changed.notify_all()
                await asyncio.sleep(self._pause)
        except UnusableStore:
            pass  # Followers reconnect and get the error, or the feed continues.
        finally:
            self._forget(id, watched)
            watched.is_over = True
            async with watched.changed:
                watched.changed.notify_all()

    def _forget(self, id: str, watched: _FollowedMatch) -> None:
        if self._watched.get(id) is watched:  # Not the state of followers that came right after.
            del self._watched[id]
