"""The place where requests are answered: a server, a phone."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache

from core.game import AnyGame
from eventstore.access.access import Access
from eventstore.access.authorized_store import AuthorizedStore
from eventstore.access.grants import Principal
from eventstore.answers.shared import SharedAnswers
from eventstore.matches.repository import MatchRepository, new_id, utc_now
from eventstore.readmodels.index import MatchIndex


@dataclass(frozen=True)
class Host:
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
