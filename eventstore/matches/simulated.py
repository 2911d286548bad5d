"""Simulated matches: their ids, and the setting in the stream `settings` whether lists show them.

The setting belongs to the store: a recorder who hides the simulated matches hides them on every device.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from core.game import fact
from eventstore.matches.event_stream import EventStream
from eventstore.store.store import Store

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
    """True if the match, or the match it was forked from, is simulated."""
    return id.startswith(PREFIX) or (parent or "").startswith(PREFIX)


class ListSettings:
    """The settings of lists in `store`; `by` and `now` as for `MatchRepository`."""

    def __init__(self, store: Store, by: str, now: Callable[[], str]) -> None:
        self._hidden = EventStream(store, STREAM, EVENTS, _last, False, by=by, now=now)

    def are_simulated_hidden(self) -> bool:
        """True if lists hide the simulated matches."""
        return self._hidden.read()

    def hide_simulated(self, hidden: bool) -> None:
        """Hide the simulated matches from lists, or show them again; nothing is written if nothing changes."""
        self._hidden.write(lambda before: () if hidden == before else (SimulatedMatchesHidden(hidden),))


def _last(events: Iterable[SimulatedMatchesHidden], before: bool) -> bool:
    for event in events:
        before = event.hidden
    return before
