"""Plays that look alike and are two plays, as a person said: the stream `plays`."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from core.game import fact
from eventstore.matches.event_stream import EventStream
from eventstore.store.store import Store

STREAM: Final = "plays"


@fact
@dataclass(frozen=True, slots=True)
class PlaysToldApart:
    """The two matches are different plays, however alike they are: no join is suggested again."""

    match: str
    other: str


EVENTS: Final = (PlaysToldApart,)

Pairs: TypeAlias = frozenset[frozenset[str]]


def pair_of(event: PlaysToldApart) -> frozenset[str]:
    return frozenset((event.match, event.other))


class ToldApart:
    """The pairs of matches in `store` that are two plays; `by` and `now` as for `MatchRepository`."""

    def __init__(self, store: Store, by: str, now: Callable[[], str]) -> None:
        nothing: Pairs = frozenset()
        self._pairs = EventStream(store, STREAM, EVENTS, _fold, nothing, by=by, now=now)

    def pairs(self) -> Pairs:
        return self._pairs.read()

    def tell_apart(self, match: str, other: str) -> None:
        """Record that these are two plays; nothing is written if it is known."""
        told = PlaysToldApart(match, other)
        self._pairs.write(lambda before: () if pair_of(told) in before else (told,))


def _fold(events: Iterable[PlaysToldApart], before: Pairs) -> Pairs:
    return before | {pair_of(event) for event in events}
