"""State shared by all requests while the service runs: the store, its repositories and the limits."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import cast

from starlette.requests import HTTPConnection

from core.game import AnyGame
from eventstore.access.access import Access
from eventstore.access.authorized_store import AuthorizedStore
from eventstore.access.grants import Principal
from eventstore.matches.repository import MatchRepository, utc_now
from eventstore.readmodels.index import MatchIndex
from eventstore.service.answer_queue import AnswerQueue, Turns
from eventstore.service.body_limit import BodyLimit
from eventstore.service.feed import Feed
from eventstore.service.rate_limit import FailureLimit
from eventstore.service.review_queue import ReviewQueue
from eventstore.service.shared_answers import SharedAnswers
from eventstore.service.stream_limit import StreamLimits


@dataclass(frozen=True)
class AppState:
    """`records` and `index` are of the same store; with `tokens_required` requests without a token are anonymous."""

    records: MatchRepository
    index: MatchIndex
    tokens_required: bool
    now: Callable[[], str] = utc_now
    login_of: Callable[[HTTPConnection], str | None] = lambda connection: None
    """The login name that an identity provider has confirmed for a request without a token."""
    translate: Callable[[str], str] = str
    """The sentence of an error in the language of the current request; the identity where there is one language."""
    rule_page: Callable[[str], str] = lambda rule: ""
    """The address of the text of a rule, relative to the root of the service; empty without one."""
    failures: FailureLimit = field(default_factory=FailureLimit)
    streams: StreamLimits = field(default_factory=StreamLimits)
    strangers: Turns = field(default_factory=lambda: Turns(at_once=4, max_waiting=256))
    """Reads without a token."""
    answers: AnswerQueue = field(default_factory=lambda: AnswerQueue(threads=1, max_jobs=64))
    """Long answers about one match."""
    tables: AnswerQueue = field(default_factory=lambda: AnswerQueue(threads=1, max_jobs=256))
    """Tables of matches that go on; a separate queue, because people wait for them."""
    frames: SharedAnswers[bytes] = field(default_factory=lambda: SharedAnswers[bytes](32 << 20))
    """Pages of frames."""
    exports: AnswerQueue = field(default_factory=lambda: AnswerQueue(threads=2, max_jobs=8))
    """Exports of one match or of many."""
    imports: AnswerQueue = field(default_factory=lambda: AnswerQueue(threads=1, max_jobs=8))
    """Imports of files, one after the other."""
    bodies: BodyLimit = field(default_factory=BodyLimit)
    access: Access = field(init=False)
    feed: Feed = field(init=False)
    reviews: ReviewQueue = field(init=False)
    repository_for: Callable[[Principal], MatchRepository] = field(init=False)
    """The repository with the rights of a principal. Cached per principal: each repository caches the people stream."""
    game_of: Callable[[str], AnyGame] = field(init=False)
    """The game of a match, which never changes. Raises UnknownMatch."""

    def __post_init__(self) -> None:
        store = self.records.store
        object.__setattr__(self, "access", Access(store, "local", self.now))
        object.__setattr__(self, "feed", Feed(self.records))
        object.__setattr__(self, "reviews", ReviewQueue(store))

        def repository(principal: Principal) -> MatchRepository:
            authorized = AuthorizedStore(store, principal, self.access.grants)
            knows_people = principal.has_role("viewer")
            return MatchRepository(
                authorized,
                by=principal.by,
                now=self.now,
                parents=store,
                knows_people=knows_people,
                recent=self.records.recent,
                may_name=authorized.may_list,
            )

        object.__setattr__(self, "repository_for", cache(repository))
        object.__setattr__(self, "game_of", lru_cache(10_000)(lambda id: self.records.match(id).game))


def app_state(connection: HTTPConnection) -> AppState:
    """The application state of the app that serves a request."""
    return cast(AppState, connection.app.state.app_state)
