"""What every request shares: the store and what reads and writes it, kept for as long as the service runs."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import cast

from starlette.requests import HTTPConnection

from core.game import AnyGame
from eventstore.access import Access, Visitor
from eventstore.guarded import Guarded
from eventstore.projections import Library
from eventstore.records import Records, utc_now
from eventstore.service.failures import Failures
from eventstore.service.feed import Feed
from eventstore.service.stream_limit import StreamLimits


@dataclass(frozen=True)
class House:
    """The matches in `records` and the `library` of the same store; `tokens_required`: nobody gets in without one."""

    records: Records
    library: Library
    tokens_required: bool
    now: Callable[[], str] = utc_now
    failures: Failures = field(default_factory=Failures)
    streams: StreamLimits = field(default_factory=StreamLimits)
    access: Access = field(init=False)
    feed: Feed = field(init=False)
    records_of: Callable[[Visitor], Records] = field(init=False)
    """The records as this visitor may see and keep them; one for each, as each knows all people by heart."""
    game_of: Callable[[str], AnyGame] = field(init=False)
    """The game of a match, which never changes. Raises UnknownMatch."""

    def __post_init__(self) -> None:
        store = self.records.store
        object.__setattr__(self, "access", Access(store, "local", self.now))
        object.__setattr__(self, "feed", Feed(self.records))

        def of(visitor: Visitor) -> Records:
            guarded = Guarded(store, visitor, self.access.grants)
            knows = visitor.may("viewer")
            return Records(guarded, by=visitor.by, now=self.now, beginnings=store, knows_people=knows)

        object.__setattr__(self, "records_of", cache(of))
        object.__setattr__(self, "game_of", lru_cache(10_000)(lambda id: self.records.match(id).game))


def house(connection: HTTPConnection) -> House:
    """The house that a request came to."""
    return cast(House, connection.app.state.house)
