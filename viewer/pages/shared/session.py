"""The principal of a page, the store with that principal's rights, the theme and the clock of the reader."""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date, datetime, tzinfo

from eventstore.access.access import Access
from eventstore.access.authorized_store import AuthorizedStore
from eventstore.access.grants import Principal
from eventstore.matches.collection import Collection
from eventstore.matches.match import MATCHES
from eventstore.matches.match_reader import RecentMatches
from eventstore.matches.repository import MatchRepository, utc_now
from eventstore.matches.simulated import ListSettings
from eventstore.readmodels.index import MatchIndex
from eventstore.store.store import Store
from viewer.boards.svg import Theme
from viewer.surface.host import host


@dataclass(frozen=True, slots=True)
class Session:
    """The store with the rights of `principal`; other operations raise NotAllowed."""

    principal: Principal
    access: Access
    records: MatchRepository
    index: MatchIndex
    list_settings: ListSettings
    collection: Collection

    @property
    def listed(self) -> MatchIndex:
        """The matches that lists show: without the simulated ones, if a recorder has put them away."""
        return self.index.counted() if self.list_settings.are_simulated_hidden() else self.index

    def can_see(self, match: str) -> bool:
        """True if the principal may see the match."""
        return bool(self.records.store.read(MATCHES + match))


def session_of(store: Store, principal: Principal, recent: RecentMatches) -> Session:
    """The session of `principal` over an open store."""
    access = Access(store, "", utc_now)
    authorized, listed = AuthorizedStore(store, principal, access.grants), access.grants().listed_matches(principal)
    matches = MatchRepository(
        authorized,
        by=principal.by,
        parents=store,
        knows_people=principal.has_role("viewer"),
        recent=recent,
        may_name=authorized.may_list,
    )
    # The read models cover all matches and are filtered by access, whichever principal triggers the projection.
    index = MatchIndex(store, matches if listed is None else MatchRepository(store), listed)
    list_settings = ListSettings(authorized, principal.by, utc_now)
    collection = Collection(authorized, principal.by, utc_now)
    return Session(principal, Access(authorized, principal.by, utc_now), matches, index, list_settings, collection)


def open_session(principal: Principal | None = None) -> AbstractContextManager[Session]:
    """Open the store for the current user, or for `principal` outside a request. Raises UnusableStore."""
    opened: AbstractContextManager[Session] = host().open_session(principal)
    return opened


def reader_zone() -> tzinfo:
    """The time zone of the reader's clock."""
    return host().zone


def reader_theme() -> Theme:
    return host().theme


def reader_today() -> date:
    """The day it is where the reader is."""
    return datetime.now(reader_zone()).date()
