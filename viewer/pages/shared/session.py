"""The principal of a page, and the store with that principal's rights."""

import os
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from eventstore.access.access import Access
from eventstore.access.authorized_store import AuthorizedStore
from eventstore.access.grants import ANONYMOUS, COOKIE, LOCAL, Principal, joined
from eventstore.matches.collection import Collection
from eventstore.matches.match import MATCHES
from eventstore.matches.match_reader import RecentMatches
from eventstore.matches.repository import MatchRepository, utc_now
from eventstore.matches.simulated import ListSettings
from eventstore.readmodels.index import MatchIndex
from eventstore.store.open_store import open_store
from viewer import settings

_recent: Final = RecentMatches()
"""Of the one store that the pages of this process show."""


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
        """Whether the principal may see the match."""
        return bool(self.records.store.read(MATCHES + match))


@contextmanager
def open_session(principal: Principal | None = None) -> Iterator[Session]:
    """Open the store for the current user, or for `principal` outside a request.

    Every run has its own thread and connections belong to threads, so every run opens the store. Raises
    UnusableStore.
    """
    with closing(open_store(settings.store_address())) as store:
        access = Access(store, "", utc_now)
        principal = principal or _current_principal(access)
        authorized, listed = AuthorizedStore(store, principal, access.grants), access.grants().listed_matches(principal)
        matches = MatchRepository(
            authorized,
            by=principal.by,
            parents=store,
            knows_people=principal.has_role("viewer"),
            recent=_recent,
            may_name=authorized.may_list,
        )
        # The read models cover all matches and are filtered by access, whichever principal triggers the projection.
        index = MatchIndex(store, matches if listed is None else MatchRepository(store), listed)
        list_settings = ListSettings(authorized, principal.by, utc_now)
        collection = Collection(authorized, principal.by, utc_now)
        yield Session(principal, Access(authorized, principal.by, utc_now), matches, index, list_settings, collection)


def is_unrestricted() -> bool:
    """Whether every request has all rights, as on a private machine."""
    return not requires_tokens() and not providers()


def requires_tokens() -> bool:
    return settings.GUARDED in os.environ


def providers() -> tuple[str | None, ...]:
    """Names of the identity providers in Streamlit's secrets; None is the unnamed one."""
    auth = st.secrets.get("auth", {}) if st.secrets.load_if_toml_exists() else {}
    named = [name for name, section in auth.items() if hasattr(section, "items") and "client_id" in section]
    return (*([None] if "client_id" in auth else []), *named)


def is_logged_in() -> bool:
    return bool(providers()) and bool(st.user.is_logged_in)


def login_name(user: Mapping[str, Any] | None = None) -> str:
    """The login name of the user, or of these claims: the verified e-mail address, else the provider's subject id."""
    claims = st.user if user is None else user
    verified = claims.get("email_verified") in (True, "true")
    return str(claims.get("email") if verified else claims.get("sub"))


def _current_principal(access: Access) -> Principal:
    if is_unrestricted():
        return LOCAL
    by_token = access.principal_of(st.context.cookies.get(COOKIE, "")) if requires_tokens() else None
    by_login = access.principal_of_login(login_name()) if is_logged_in() else None
    return (joined((by_token, by_login)) or ANONYMOUS).acting(st.query_params.get("match"))
