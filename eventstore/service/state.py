"""State shared by all requests while the service runs: the store, its repositories and the limits."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from starlette.requests import HTTPConnection

from eventstore.answers.host import AnswerHost, Pictures
from eventstore.matches.photo_process import PictureProcesses
from eventstore.service.answer_queue import AnswerQueue, Turns
from eventstore.service.body_limit import BodyLimit
from eventstore.service.feed import Feed
from eventstore.service.rate_limit import FailureLimit
from eventstore.service.review_queue import ReviewQueue
from eventstore.service.stream_limit import StreamLimits


@dataclass(frozen=True)
class AppState(AnswerHost):
    """The store with the limits and queues of a server."""

    login_of: Callable[[HTTPConnection], str | None] = lambda connection: None
    """The login name that an identity provider has confirmed for a request without a token."""
    pictures: Pictures = field(default=PictureProcesses(), kw_only=True)
    failures: FailureLimit = field(default_factory=FailureLimit)
    streams: StreamLimits = field(default_factory=StreamLimits)
    strangers: Turns = field(default_factory=lambda: Turns(at_once=4, max_waiting=256))
    """Reads without a token."""
    answers: AnswerQueue = field(default_factory=lambda: AnswerQueue(threads=1, max_jobs=64))
    """Long answers about one match."""
    tables: AnswerQueue = field(default_factory=lambda: AnswerQueue(threads=1, max_jobs=256))
    """Tables of matches that go on; a separate queue, because people wait for them."""
    exports: AnswerQueue = field(default_factory=lambda: AnswerQueue(threads=2, max_jobs=8))
    """Exports of one match or of many."""
    imports: AnswerQueue = field(default_factory=lambda: AnswerQueue(threads=1, max_jobs=8))
    """Imports of files, one after the other."""
    bodies: BodyLimit = field(default_factory=BodyLimit)
    feed: Feed = field(init=False)
    reviews: ReviewQueue = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "feed", Feed(self.records))
        object.__setattr__(self, "reviews", ReviewQueue(self.records.store))

    def notify(self, id: str) -> None:
        self.feed.notify(id)


def app_state(connection: HTTPConnection) -> AppState:
    """The application state of the app that serves a request."""
    return cast(AppState, connection.app.state.app_state)
