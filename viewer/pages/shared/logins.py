"""The ways in: Streamlit's identity providers and the cookie with a token, and the principal of the present request."""

import os
from collections.abc import Mapping
from typing import Any

import streamlit as st

from eventstore.access.access import Access
from eventstore.access.grants import ANONYMOUS, COOKIE, LOCAL, Principal, joined
from eventstore.matches.repository import utc_now
from eventstore.store.store import Store
from viewer import settings


def is_unrestricted() -> bool:
    """True if every request has all rights, as on a private machine."""
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


def current_principal(store: Store) -> Principal:
    if is_unrestricted():
        return LOCAL
    access = Access(store, "", utc_now)
    by_token = access.principal_of(st.context.cookies.get(COOKIE, "")) if requires_tokens() else None
    by_login = access.principal_of_login(login_name()) if is_logged_in() else None
    return (joined((by_token, by_login)) or ANONYMOUS).acting(st.query_params.get("match"))
