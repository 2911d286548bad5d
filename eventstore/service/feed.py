"""Matches as they are being recorded: every entry once and in order, whichever program records it."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from typing import Final

from starlette.concurrency import run_in_threadpool

from core.entries import Entry
from eventstore.match import MATCHES, Match
from eventstore.records import Records
from eventstore.store import UnusableStore
from eventstore.stream_state import Rows

_SILENCE: Final = 15.0
"""Seconds after which something is told though nothing happened, so that nobody takes the line for dead."""

AT_ONCE: Final = 100
"""Entries told at once: a follower that reads slowly keeps no more of a long match in memory than these."""


@dataclass
class _Watched:
    """A match that somebody follows, as it was when it last changed."""

    followers: int = 0
    match: Match | None = None
    is_over: bool = False
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    watching: asyncio.Task[None] | None = None

    async def newer(self, version: int) -> Match | None:
        """The match once it is newer than this version; None: nobody watches it any more."""
        async with self.changed:
            while not self.is_over:
                if self.match is not None and self.match.version > version:
                    return self.match
                await self.changed.wait()
        return None


class Feed:
    """The matches in `records` that are followed; each is looked at every `pause` seconds, however many follow it.

    Lives in one event loop.
    """

    def __init__(self, records: Records, *, pause: float = 0.1) -> None:
        self._records, self._pause = records, pause
        self._watched: dict[str, _Watched] = {}
        self._is_over = False

    @property
    def followers(self) -> int:
        return sum(watched.followers for watched in self._watched.values())

    def end(self) -> None:
        """Let all who follow go. May be called from a signal's handler."""
        self._is_over = True

    async def follow(self, id: str, after: int = 0) -> AsyncGenerator[tuple[Entry, ...], None]:
        """The entries behind version `after`, as they come; none after a while without any.

        Versions have no gaps, so no entry is missed or doubled.
        """
        watched = self._watched.setdefault(id, _Watched())
        watched.followers += 1
        if watched.watching is None:
            watched.watching = asyncio.create_task(self._watch(id, watched))
        try:
            while True:
                try:
                    match = await asyncio.wait_for(watched.newer(after), _SILENCE)
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

    async def _watch(self, id: str, watched: _Watched) -> None:
        rows, last, redactions = Rows(self._records.store, MATCHES + id), None, 0
        try:
            while not self._is_over:
                new = await run_in_threadpool(rows.behind, last)
                known = (await run_in_threadpool(self._records.people)).redactions
                if new or known != redactions:  # After a redaction the match may name others than before.
                    last, redactions = new[-1] if new else last, known
                    watched.match = await run_in_threadpool(self._records.match, id)
                    async with watched.changed:
                        watched.changed.notify_all()
                await asyncio.sleep(self._pause)
        except UnusableStore:
            pass  # The followers come back, and are told why, or go on.
        finally:
            self._forget(id, watched)
            watched.is_over = True
            async with watched.changed:
                watched.changed.notify_all()

    def _forget(self, id: str, watched: _Watched) -> None:
        if self._watched.get(id) is watched:  # Not the one of those who came right after.
            del self._watched[id]
