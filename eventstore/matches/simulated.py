"""Simulated matches: their ids, and the setting in the stream `settings` whether lists show them.

The setting belongs to the store: a recorder who hides the simulated matches hides them on every device.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final

from core.game import fact
from eventstore import codec
from eventstore.store.store import Store
from eventstore.store.stream_state import StreamState, retry_on_conflict

STREAM: Final = "settings"

PREFIX: Final = "demo-"
"""Start of the id of every simulated match; titles and tags depend on the language in which it was recorded."""


@fact
@dataclass(frozen=True, slots=True)
class SimulatedMatchesHidden:
    """Lists hide the simulated matches from now on, or show them again."""

    hidden: bool


EVENTS: Final = (SimulatedMatchesHidden,)


def is_simulated(id: str, parent: str | None = None) -> bool:
    """Whether the match, or the match it was forked from, is simulated."""
    return id.startswith(PREFIX) or (parent or "").startswith(PREFIX)


class ListSettings:
    """The settings of lists in `store`; `by` and `now` as for `MatchRepository`."""

    def __init__(self, store: Store, by: str, now: Callable[[], str]) -> None:
        self._store, self._by, self._now = store, by, now
        self._hidden = StreamState(store, STREAM, partial(codec.decode_row, EVENTS), _last, False)

    def are_simulated_hidden(self) -> bool:
        """Whether lists hide the simulated matches."""
        return self._hidden.read()[1]

    def hide_simulated(self, hidden: bool) -> None:
        """Hide the simulated matches from lists, or show them again; nothing is written if nothing changes."""

        def write() -> None:
            version, before = self._hidden.read()
            if hidden != before:
                row = codec.row(SimulatedMatchesHidden(hidden))
                self._store.append(STREAM, (row,), expected_version=version, by=self._by, at=self._now())

        retry_on_conflict(write)


def _last(events: Iterable[SimulatedMatchesHidden], before: bool) -> bool:
    for event in events:
        before = event.hidden
    return before
