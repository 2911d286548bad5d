"""The place where requests are answered: a server, a phone."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Literal, Protocol

from core.game import AnyGame
from eventstore.access.access import Access
from eventstore.access.authorized_store import AuthorizedStore
from eventstore.access.grants import Principal
from eventstore.answers.shared import SharedAnswers
from eventstore.matches.photo_file import without_profile
from eventstore.matches.repository import MatchRepository, new_id, utc_now
from eventstore.readmodels.index import MatchIndex
from eventstore.reviews.task import ExerciseTask, Failure, ReviewTask


class ReviewJob(Protocol):
    """A review that a client waits for; `ahead` others come before it, `done` of `of` events are reviewed."""

    state: Literal["waiting", "running"]
    ahead: int
    done: int
    of: int


class Reviews(Protocol):
    """Computes reviews and exercises in the background, and keeps them."""

    def request(self, task: ReviewTask, client: str) -> ReviewJob | Failure:
        """The state of this review, which is queued if it is not yet; or why it failed, once."""

    def search_exercises(self, tasks: Sequence[ExerciseTask]) -> int:
        """Queue these searches unless they are queued; how many of them are not done."""


class Pictures(Protocol):
    """Encodes pictures, see `eventstore.matches.photo_encoding`, while other requests are answered."""

    def encoded(self, content: bytes, client: str) -> Future[bytes]:
        """A picture as it is stored. The future raises InvalidInput."""

    def smaller(self, content: bytes, side: int) -> Future[bytes]:
        """A stored picture with a long side of at most so many pixels."""


class PicturesAsTheyAre:
    """For a host that decodes no pictures: it takes those that are as they are stored."""

    def encoded(self, content: bytes, client: str) -> Future[bytes]:
        return self.smaller(without_profile(content), 0)

    def smaller(self, content: bytes, side: int) -> Future[bytes]:
        done = Future[bytes]()
        done.set_result(content)
        return done


@dataclass(frozen=True)
class AnswerHost:
    """`records` and `index` are of the same store; with `tokens_required` requests without a token are anonymous."""

    records: MatchRepository
    index: MatchIndex
    tokens_required: bool
    now: Callable[[], str] = utc_now
    new_id: Callable[[], str] = field(default=new_id, kw_only=True)
    translate: Callable[[str], str] = field(default=str, kw_only=True)
    """The sentence of an error in the language of the current request; the identity where there is one language."""
    rule_page: Callable[[str], str] = field(default=lambda rule: "", kw_only=True)
    """The address of the text of a rule, relative to the root of the service; empty without one."""
    frames: SharedAnswers[bytes] = field(default_factory=lambda: SharedAnswers[bytes](32 << 20), kw_only=True)
    """Pages of frames."""
    reviews: Reviews | None = field(default=None, kw_only=True)
    """None where no reviews are computed."""
    pictures: Pictures = field(default=PicturesAsTheyAre(), kw_only=True)
    access: Access = field(init=False)
    repository_for: Callable[[Principal], MatchRepository] = field(init=False)
    """The repository with the rights of a principal. Cached per principal: each repository caches the people stream."""
    game_of: Callable[[str], AnyGame] = field(init=False)
    """The game of a match, which never changes. Raises UnknownMatch."""

    def __post_init__(self) -> None:
        store = self.records.store
        object.__setattr__(self, "access", Access(store, "local", self.now))

        def repository(principal: Principal) -> MatchRepository:
            authorized = AuthorizedStore(store, principal, self.access.grants)
            knows_people = principal.has_role("viewer")
            return MatchRepository(
                authorized,
                by=principal.by,
                now=self.now,
                new_id=self.new_id,
                parents=store,
                knows_people=knows_people,
                recent=self.records.recent,
                may_name=authorized.may_list,
            )

        object.__setattr__(self, "repository_for", cache(repository))
        object.__setattr__(self, "game_of", lru_cache(10_000)(lambda id: self.records.match(id).game))

    def notify(self, id: str) -> None:
        """Called after a write to this match; a server tells those who follow it."""
