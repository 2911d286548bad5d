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

BATCH_SIZE: Final = 100
"""Maximum entries in one batch: a slow follower of a long match keeps no more than these in memory."""


@dataclass
class _FollowedMatch:
    """A match with followers, as of its last change."""

    followers: int = 0
    match: Match | None = None
    is_over: bool = False
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    polling: asyncio.Task[None] | None = None

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
        self._followed: dict[str, _FollowedMatch] = {}
        self._is_over = False

    @property
    def followers(self) -> int:
        return sum(followed.followers for followed in self._followed.values())

    def end(self) -> None:
        """End all streams. Safe to call from a signal handler."""
        self._is_over = True

    async def follow(self, id: str, after: int = 0) -> AsyncGenerator[tuple[Entry, ...], None]:
        """Batches of the entries after version `after`, as they are recorded; an empty batch after 15 s without any.

        Versions have no gaps, so no entry is missed or repeated.
        """
        followed = self._followed.setdefault(id, _FollowedMatch())
        followed.followers += 1
        if followed.polling is None:
            followed.polling = asyncio.create_task(self._poll(id, followed))
        try:
            while True:
                try:
                    match = await asyncio.wait_for(followed.newer(after), _KEEP_ALIVE_S)
                except TimeoutError:
                    yield ()
                    continue
                if match is None:
                    return
                while after < match.version:
                    yield match.log[after : after + BATCH_SIZE]
                    after = min(after + BATCH_SIZE, match.version)
        finally:
            followed.followers -= 1
            if not followed.followers:
                self._remove(id, followed)
                followed.polling.cancel()

    async def _poll(self, id: str, followed: _FollowedMatch) -> None:
        rows, last, redactions = StreamReader(self._records.store, MATCHES + id), None, 0
        try:
            while not self._is_over:
                new = await run_in_threadpool(rows.behind, last)
                newest = (await run_in_threadpool(self._records.people)).redactions
                if new or newest != redactions:  # A redaction may change the names in the match.
                    last, redactions = new[-1] if new else last, newest
                    followed.match = await run_in_threadpool(self._records.match, id)
                    async with followed.changed:
                        followed.changed.notify_all()
                await asyncio.sleep(self._pause)
        except UnusableStore:
            pass  # Followers reconnect and get the error, or the feed continues.
        finally:
            self._remove(id, followed)
            followed.is_over = True
            async with followed.changed:
                followed.changed.notify_all()

    def _remove(self, id: str, followed: _FollowedMatch) -> None:
        if self._followed.get(id) is followed:  # Not the state of followers that came right after.
            del self._followed[id]
