"""Opens the store at an address: the path of a file, or the URI of a database."""

import re
from pathlib import Path
from typing import Final

from core.messages import message
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import Store, UnusableStore

POSTGRES: Final = ("postgresql://", "postgres://")
"""Prefixes of the address of a PostgreSQL store."""

_DATABASE: Final = re.compile(r"(\w+://)(?:[^/?@]*@)?([^?@]*)(?:\?[^@]*)?")
"""An address in which the end of the password is certain; its groups are the parts that may be shown."""


def is_file(address: str) -> bool:
    """Whether the address is the path of a file. Raises UnusableStore when it is not that of a database either."""
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
    found = _DATABASE.fullmatch(address)
    return "".join(found.groups()) if found else "postgresql://..."


def require_existing(address: str) -> None:
    """Raise UnusableStore when there is no store yet, for callers that must not create one."""
    if is_file(address) and not _is_there(Path(address)):
        raise UnusableStore(message("There is no store at {path}.", path=address))


def _is_there(file: Path) -> bool:
    try:
        return file.stat().st_size > 0
    except FileNotFoundError:
        return False
    except OSError:
        return True  # Opening the file reports the error.


def open_store(address: str) -> Store:
    """The store at `address`, created when missing. Raises UnusableStore, with a sentence, for an unusable one."""
    if is_file(address):
        return SqliteStore(Path(address))
    if not _DATABASE.fullmatch(address):
        raise invalid_url()
    try:
        from eventstore.store.postgres import PostgresStore  # An optional extra, which needs psycopg.
    except ImportError:
        raise UnusableStore(
            message("To use PostgreSQL, install the extra: `pip install 'partie[postgres]'`.")
        ) from None
    return PostgresStore(address)


def invalid_url() -> UnusableStore:
    """The error for an address that cannot be parsed; it quotes nothing, as the password may be anywhere in it."""
    return UnusableStore(
        message(
            "Invalid database address; percent-encode special characters in a name or a password: %40 for @, "
            "%2F for / and %25 for %."
        )
    )
