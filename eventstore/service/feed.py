"""Live feed of matches: every entry once and in order, whichever process records it."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from starlette.concurrency import run_in_threadpool

from core.record_events import Entry
from eventstore.matches import notes, photos
from eventstore.matches.match import MATCHES, Match
from eventstore.matches.repository import MatchRepository
from eventstore.store.store import StoredEvent, UnusableStore
from eventstore.store.stream_state import StreamReader

_log: Final = logging.getLogger("partie.service")

_KEEP_ALIVE_S: Final = 15.0
"""Seconds without entries after which a keep-alive is sent, so that the connection is not taken for dead."""

BATCH_SIZE: Final = 100
"""Maximum entries in one batch: a slow follower of a long match keeps no more than these in memory."""


@dataclass(frozen=True, slots=True)
class FeedBatch:
    """Consecutive new entries of a match, and whether its notes or photos have changed."""

    entries: tuple[Entry, ...] = ()
    notes: bool = False


@dataclass
class _FollowedMatch:
    """A match with followers, as of its last change. `notes` counts the changes of its notes and photos."""

    followers: int = 0
    match: Match | None = None
    notes: int = 0
    is_over: bool = False
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    written: asyncio.Event = field(default_factory=asyncio.Event)
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)
    polling: asyncio.Task[None] | None = None

    async def newer(self, version: int, notes: int) -> Match | None:
        """Wait until the match, its notes or photos are newer than these versions; None: it is no longer polled."""
        async with self.changed:
            while not self.is_over:
                if self.match is not None and (self.match.version > version or self.notes > notes):
                    return self.match
                await self.changed.wait()
        return None


class Feed:
    """The followed matches of `records`; each is polled every `pause` seconds, however many followers it has.

    Bound to one event loop.
    """

    def __init__(self, matches: MatchRepository, *, pause: float = 0.1) -> None:
        self._records, self._pause = matches, pause
        self._followed: dict[str, _FollowedMatch] = {}
        self._is_over = False

    @property
    def followers(self) -> int:
        return sum(followed.followers for followed in self._followed.values())

    def end(self) -> None:
        """End all streams. Safe to call from a signal handler."""
        self._is_over = True

    def notify(self, id: str) -> None:
        """Poll this match now, as this process has just written to it. Safe to call from any thread."""
        if followed := self._followed.get(id):
            followed.loop.call_soon_threadsafe(followed.written.set)

    async def follow(self, id: str, after: int = 0) -> AsyncGenerator[FeedBatch, None]:
        """Batches of the entries after version `after`, as they are recorded; an empty batch after 15 s without any.

        Versions have no gaps, so no entry is missed or repeated. Changes of notes before this call are not reported.
        """
        followed = self._followed.setdefault(id, _FollowedMatch())
        followed.followers += 1
        if followed.polling is None:
            followed.polling = asyncio.create_task(self._poll(id, followed))
        notes_seen = followed.notes
        try:
            while True:
                try:
                    match = await asyncio.wait_for(followed.newer(after, notes_seen), _KEEP_ALIVE_S)
                except TimeoutError:
                    yield FeedBatch()
                    continue
                if match is None:
                    return
                if followed.notes > notes_seen:
                    notes_seen = followed.notes
                    yield FeedBatch(notes=True)
                while after < match.version:
                    yield FeedBatch(match.log[after : after + BATCH_SIZE])
                    after = min(after + BATCH_SIZE, match.version)
        finally:
            followed.followers -= 1
            if not followed.followers:
                self._remove(id, followed)
                followed.polling.cancel()

    async def _poll(self, id: str, followed: _FollowedMatch) -> None:
        poller = _Poller(self._records, id)
        try:
            while not self._is_over:
                followed.written.clear()
                if await run_in_threadpool(poller.poll):
                    followed.match, followed.notes = poller.match, poller.notes
                    async with followed.changed:
                        followed.changed.notify_all()
                with suppress(TimeoutError):
                    await asyncio.wait_for(followed.written.wait(), self._pause)
        except UnusableStore:
            pass  # Followers reconnect and get the error, or the feed continues.
        except Exception as error:
            _log.exception("feed", exc_info=error)  # Followers reconnect; the next poll may succeed.
        finally:
            self._remove(id, followed)
            followed.is_over = True
            async with followed.changed:
                followed.changed.notify_all()

    def _remove(self, id: str, followed: _FollowedMatch) -> None:
        if self._followed.get(id) is followed:  # Not the state of followers that came right after.
            del self._followed[id]


class _Beside:
    """A stream beside that of the match, as far as it is known."""

    def __init__(self, rows: StreamReader) -> None:
        self._rows = rows
        self._last: StoredEvent | None = None

    def poll(self) -> bool:
        """Whether there is anything new since the last call."""
        new = self._rows.behind(self._last)
        self._last = new[-1] if new else self._last
        return bool(new)


class _Poller:
    """The newest known state of a match, and the number of changes of its notes and photos."""

    def __init__(self, matches: MatchRepository, id: str) -> None:
        self._records, self._id = matches, id
        self._rows = StreamReader(matches.store, MATCHES + id)
        self._last: StoredEvent | None = None
        self._beside = [_Beside(StreamReader(matches.store, stream(id))) for stream in (notes.stream, photos.stream)]
        self._redactions = 0
        self.match: Match | None = None
        self.notes = 0

    def poll(self) -> bool:
        """Whether there is anything new since the last call."""
        new, redactions = self._rows.behind(self._last), self._records.people().redactions
        polled = [beside.poll() for beside in self._beside]  # All of them, so not within `any`.
        has_new_notes = any(polled)
        self._last = new[-1] if new else self._last
        self.notes += has_new_notes and self.match is not None
        if new or redactions != self._redactions:  # A redaction may change the names in the match.
            self._redactions, self.match = redactions, self._records.match(self._id)
            return True
        return has_new_notes
