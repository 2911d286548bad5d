"""The principal of a page, and the store with that principal's rights."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass

import streamlit as st

from eventstore.access import ANYBODY, COOKIE, LOCAL, Access, Visitor
from eventstore.guarded import Guarded
from eventstore.match import MATCHES
from eventstore.opening import open_store
from eventstore.projections import Library
from eventstore.records import Records, utc_now
from viewer import home


@dataclass(frozen=True, slots=True)
class Visit:
    """The store with the rights of `visitor`; other operations raise NotAllowed."""

    visitor: Visitor
    access: Access
    records: Records
    library: Library

    def sees(self, match: str) -> bool:
        """Whether the principal may see the match."""
        return bool(self.records.store.read(MATCHES + match))


@contextmanager
def visit(visitor: Visitor | None = None) -> Iterator[Visit]:
    """Open the store for the current user, or for `visitor` outside a request.

    Every run has its own thread and connections belong to threads, so every run opens the store. Raises
    UnusableStore.
    """
    with closing(open_store(home.store_address())) as store:
        access = Access(store, "", utc_now)
        visitor = visitor or _visitor(access)
        guarded, found = Guarded(store, visitor, access.grants), access.grants().finds(visitor)
        records = Records(guarded, by=visitor.by, beginnings=store, knows_people=visitor.may("viewer"))
        # The read models cover all matches and are filtered by access, whichever principal triggers the projection.
        library = Library(store, records if found is None else Records(store), found)
        yield Visit(visitor, Access(guarded, visitor.by, utc_now), records, library)


def is_open_house() -> bool:
    """Whether every request has all rights, as on a private machine."""
    return not asks_for_tokens() and not providers()


def asks_for_tokens() -> bool:
    return home.GUARDED in os.environ


def providers() -> tuple[str | None, ...]:
    """Names of the identity providers in Streamlit's secrets; None is the unnamed one."""
    told = st.secrets.get("auth", {}) if st.secrets.load_if_toml_exists() else {}
    named = [name for name, section in told.items() if hasattr(section, "items") and "client_id" in section]
    return (*([None] if "client_id" in told else []), *named)


def is_logged_in() -> bool:
    return bool(providers()) and bool(st.user.is_logged_in)


def login_name() -> str:
    """The login name of the user: the verified e-mail address, else the provider's subject id."""
    verified = st.user.get("email_verified") in (True, "true")
    return str(st.user.get("email") if verified else st.user.get("sub"))


def _visitor(access: Access) -> Visitor:
    if is_open_house():
        return LOCAL
    token = st.context.cookies.get(COOKIE, "")
    known = access.visitor(token) if asks_for_tokens() and token else None
    if known is None and is_logged_in():
        known = access.logged_in(login_name())
    return known or ANYBODY
