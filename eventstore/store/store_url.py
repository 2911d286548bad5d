"""Addresses of stores: the path of a file or the URI of a database, and how they are shown without a password."""

import re
from typing import Final

from core.messages import message
from eventstore.store.store import UnusableStore

POSTGRES: Final = ("postgresql://", "postgres://")
"""Prefixes of the address of a PostgreSQL store."""

DATABASE: Final = re.compile(r"(\w+://)(?:[^/?@]*@)?([^?@]*)(?:\?[^@]*)?")
"""An address in which the end of the password is certain; its groups are the parts that may be shown."""


def is_file(address: str) -> bool:
    """True if the address is the path of a file. Raises UnusableStore when it is not that of a database either."""
    if address.startswith(POSTGRES):
        return False
    if "://" in address or "password=" in address:
        raise UnusableStore(
            message("Unknown kind of store: enter a file path or an address like postgresql://host/name.")
        )
    return True


def redacted_url(address: str) -> str:
    """The address for messages: without user name, password and parameters."""
    if "://" not in address:
        return address
    match = DATABASE.fullmatch(address)
    return "".join(match.groups()) if match else "postgresql://..."


def invalid_url() -> UnusableStore:
    """The error for an address that cannot be parsed; it quotes nothing, as the password may be anywhere in it."""
    return UnusableStore(
        message(
            "Invalid database address; percent-encode special characters in a name or a password: %40 for @, "
            "%2F for / and %25 for %."
        )
    )
