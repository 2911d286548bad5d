"""Which store an address means: a file's path, or a database's URI."""

import re
from pathlib import Path
from typing import Final

from core.phrase import phrase
from eventstore.sqlite import SqliteStore
from eventstore.store import Store, UnusableStore

POSTGRES: Final = ("postgresql://", "postgres://")
"""How the address of a PostgreSQL store begins."""


def is_file(address: str) -> bool:
    return not address.startswith(POSTGRES)


def shown(address: str) -> str:
    """The address as anybody may see it, without passwords."""
    return address if is_file(address) else re.sub("//[^/]*@", "//", address).partition("?")[0]


def open_store(address: str) -> Store:
    """The store at `address`, made when missing. Raises UnusableStore, with a sentence, for one that cannot be used."""
    if is_file(address):
        return SqliteStore(Path(address))
    try:
        from eventstore.postgres import PostgresStore  # An extra, which brings a library of its own.
    except ImportError:
        raise UnusableStore(phrase("For PostgreSQL install the extra: `pip install 'partie[postgres]'`.")) from None
    return PostgresStore(address)
