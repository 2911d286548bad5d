"""Live feed of matches: every entry once and in order, whichever process records it."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

from starlette.concurrency import run_in_threadpool

from core.record_events import Entry
from eventstore.matches import notes, people, photos
from eventstore.matches.match import MATCHES, Match
from eventstore.matches.repository import MatchRepository
from eventstore.store.store import UnusableStore

_log: Final = logging.getLogger("partie.service")

_KEEP_ALIVE_S: Final = 15.0
"""Seconds without entries after which a keep-alive is sent, so that the connection is not taken for dead."""

BATCH_SIZE: Final = 100
"""Maximum entries in one batch: a slow follower of a long match keeps no more than these in memory."""

MATCHES_PER_PAUSE: Final = 100
"""Followed matches with which the pause between two polls grows by its shortest length."""


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
    behind: asyncio.Event = field(default_factory=asyncio.Event)
    """The log has entries that `match` lacks, or other names."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    reading: asyncio.Task[None] | None = None

    def publish(self) -> None:
        """Wake the followers that wait now."""
        self.changed.set()
        self.changed = asyncio.Event()

    async def newer(self, version: int, notes: int) -> Match | None:
        """Wait until the match, its notes or photos are newer than these versions; None: it is no longer followed."""
        while not self.is_over:
            if self.match is not None and (self.match.version > version or self.notes > notes):
                return self.match
            await self.changed.wait()
        return None


class Feed:
    """The followed matches of `matches`. One poll of the log finds those that have changed, however many there are.

    `pause` is the shortest time between two polls, in seconds. Bound to one event loop.
    """

    def __init__(self, matches: MatchRepository, *, pause: float = 0.1) -> None:
        self._matches, self._shortest_pause = matches, pause
        self._followed: dict[str, _FollowedMatch] = {}
        self._written = asyncio.Event()
        self._polling: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_over = False

    @property
    def followers(self) -> int:
        return sum(followed.followers for followed in self._followed.values())

    @property
    def pause_s(self) -> float:
        """Seconds between two polls while this process writes to none of the matches."""
        return self._shortest_pause * (1 + len(self._followed) / MATCHES_PER_PAUSE)

    def end(self) -> None:
        """End all streams. Safe to call from a signal handler."""
        self._is_over = True

    def notify(self, id: str) -> None:
        """Poll now, as this process has just written to this match. Safe to call from any thread."""
        if id in self._followed and self._loop is not None:
            self._loop.call_soon_threadsafe(self._written.set)

    async def follow(self, id: str, after: int = 0) -> AsyncGenerator[FeedBatch, None]:
        """Batches of the entries after version `after`, as they are recorded; an empty batch after 15 s without any.

        Versions have no gaps, so no entry is missed or repeated. Changes of notes are reported from the last poll on.
        """
        followed = self._followed.setdefault(id, _FollowedMatch())
        followed.followers += 1
        self._begin()
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
                self._end(id, followed)

    def _begin(self) -> None:
        """Poll now, for a new follower."""
        self._loop = asyncio.get_running_loop()
        self._written.set()
        if self._polling is None:
            self._polling = asyncio.create_task(self._poll())

    async def _poll(self) -> None:
        """Poll the log while any match is followed."""
        log = _Log(self._matches)
        try:
            with _reported():
                while self._followed and not self._is_over:
                    self._written.clear()
                    changed = await run_in_threadpool(log.changed_streams)
                    self._update(changed)
                    if not changed:  # Else there may be more than one page.
                        with suppress(TimeoutError):
                            await asyncio.wait_for(self._written.wait(), self.pause_s)
        finally:
            self._polling = None
            for id, followed in list(self._followed.items()):
                self._end(id, followed)

    def _update(self, changed: set[str]) -> None:
        """Read the matches that are followed since the last poll, and those whose streams have changed."""
        for id, followed in self._followed.items():
            if followed.reading is None:
                followed.reading = asyncio.create_task(self._read(id, followed))
            elif not changed.isdisjoint((MATCHES + id, people.STREAM)):
                followed.behind.set()
            if not changed.isdisjoint((notes.stream(id), photos.stream(id))):
                followed.notes += 1
                followed.publish()

    async def _read(self, id: str, followed: _FollowedMatch) -> None:
        """Keep the match as new as the log."""
        try:
            with _reported():
                while True:
                    followed.behind.clear()
                    followed.match = await run_in_threadpool(self._matches.match, id)
                    followed.publish()
                    await followed.behind.wait()
        finally:
            followed.reading = None
            self._end(id, followed)

    def _end(self, id: str, followed: _FollowedMatch) -> None:
        """End the streams of the followers of a match."""
        if self._followed.get(id) is followed:  # Not the state of followers that came right after.
            del self._followed[id]
        if not self._followed:
            self._written.set()  # Ends the polls.
        if followed.reading is not None:
            followed.reading.cancel()
        followed.is_over = True
        followed.publish()


class _Log:
    """The log of all streams, from the first poll on."""

    def __init__(self, matches: MatchRepository) -> None:
        self._matches = matches
        self._checkpoint: str | None = None
        self._redactions = 0

    def changed_streams(self) -> set[str]:
        """The streams with rows since the last call. That of people only if names were erased, from any match."""
        if self._checkpoint is None:
            self._checkpoint, self._redactions = self._matches.store.checkpoint(), self._matches.people().redactions
            return set()
        page = self._matches.store.changed_streams(self._checkpoint)
        self._checkpoint = page.checkpoint
        changed = {change.stream for change in page}
        if people.STREAM in changed:
            before, self._redactions = self._redactions, self._matches.people().redactions
            changed -= {people.STREAM} if self._redactions == before else set()
        return changed


@contextmanager
def _reported() -> Iterator[None]:
    """Ends at an error: followers reconnect and get it, or the feed continues."""
    try:
        yield
    except UnusableStore:
        pass
    except Exception as error:
        _log.exception("feed", exc_info=error)
